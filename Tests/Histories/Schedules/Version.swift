/// A version of an invented schedule.
///
/// Talks and slots have keys that stay theirs in all versions. No file has them: they are the truth
/// that konf's answers are compared with.
struct Version {
  /// A kind of file.
  enum Shape: String, CaseIterable {
    /// The flat JSON of UIKonf: several talks in a session, known by the name of the session.
    case flat
    /// schedule.json with GUIDs, and numbers beside them.
    case guids
    /// schedule.json with numbers alone.
    case numbers
    /// schedule.xml with GUIDs and numbers.
    case xml

    /// Whether what the file calls a talk is its own for ever.
    var hasGUIDs: Bool { self == .guids || self == .xml }
  }

  /// A day of a month from May to September, so that the venue has summer time on all days.
  struct Day {
    var year: Int
    var month: Int
    var day: Int
  }

  var shape: Shape
  var title: String
  var acronym: String
  var firstDay: Day
  /// The last number of the version that the file has in it.
  var stamp = 1
  /// In the order of the file.
  var slots: [Slot] = []

  /// The talks of all slots.
  var talks: [Talk] { slots.flatMap(\.talks) }
  /// The locations, in the order in which the file names them.
  var rooms: [String] {
    var seen: Set<String> = []
    return slots.map(\.room).filter { seen.insert($0).inserted }
  }
}

/// A talk.
struct Talk {
  let key: Int
  var title: String
  var people: [String]
  var guid: String
  var number: Int
}

/// A time at a location, with the talks in it; all kinds of files but the flat one have one in each.
struct Slot {
  let key: Int
  /// What the flat form calls it.
  var name: String
  var title: String
  /// In minutes since the first midnight.
  var start: Int
  var length: Int
  var room: String
  var talks: [Talk]
}

/// Something that can be marked, as one version has it.
struct Thing {
  /// Its true identity, under any name in the files.
  enum Key: Hashable {
    case talk(Int)
    case session(Int)
  }

  let key: Key
  let id: String
  let title: String
  let people: [String]
  /// Minutes that can be compared with those of other versions.
  let start: Int
  /// The same with its offset, as konf writes it.
  let moment: String
  let room: String
  /// Whether talks are part of it.
  let hasTalks: Bool

  /// Whether title and people are the same.
  func isTurn(of other: Thing) -> Bool {
    title.lowercased() == other.title.lowercased() && Set(people) == Set(other.people)
  }

  /// In how many of title, people, start, location and identifier it is the same as another.
  func agreement(with other: Thing) -> Int {
    let same = [
      title.lowercased() == other.title.lowercased(), Set(people) == Set(other.people),
      start == other.start, room == other.room, id == other.id,
    ]
    return same.count { $0 }
  }
}

extension Version {
  /// What can be marked in this version.
  var things: [Thing] {
    slots.flatMap { slot in
      shape == .flat ? [session(slot)] + parts(of: slot) : slot.talks.map { event($0, slot) }
    }
  }

  private func event(_ talk: Talk, _ slot: Slot) -> Thing {
    Thing(
      key: .talk(talk.key), id: shape.hasGUIDs ? talk.guid : "\(talk.number)", title: talk.title,
      people: talk.people, start: minute(slot.start), moment: moment(slot.start), room: slot.room,
      hasTalks: false)
  }

  private func session(_ slot: Slot) -> Thing {
    Thing(
      key: .session(slot.key), id: slot.name, title: slot.title,
      people: slot.talks.flatMap(\.people), start: minute(slot.start), moment: moment(slot.start),
      room: slot.room,
      hasTalks: !slot.talks.isEmpty)
  }

  private func parts(of slot: Slot) -> [Thing] {
    slot.talks.enumerated().map { position, talk in
      Thing(
        key: .talk(talk.key), id: "\(slot.name)/\(position + 1)", title: talk.title,
        people: talk.people, start: minute(slot.start), moment: moment(slot.start), room: slot.room,
        hasTalks: false)
    }
  }

  private func minute(_ start: Int) -> Int {
    let days = (firstDay.year * 12 + firstDay.month) * 31 + firstDay.day
    return days * Self.minutesOfDay + start
  }

  static let minutesOfDay = 1440
}

// MARK: Times as files write them

extension Version {
  /// Returns the day of a minute, such as "2016-07-03".
  func date(_ minute: Int) -> String {
    let day = firstDay.day + minute / Self.minutesOfDay
    return "\(firstDay.year)-\(Self.two(firstDay.month))-\(Self.two(day))"
  }

  /// Returns what clocks show, such as "09:30".
  func clock(_ minute: Int) -> String {
    let ofDay = minute % Self.minutesOfDay
    return "\(Self.two(ofDay / 60)):\(Self.two(ofDay % 60))"
  }

  /// Returns a moment with the offset of the venue.
  func moment(_ minute: Int) -> String { "\(date(minute))T\(clock(minute)):00+02:00" }

  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
