import ECSKit
import Schedule
import TestSupport

/// An invented conference of any size, whose schedule is made of entities alone.
struct InventedConference {
  let context = Context()
  let schedule: ConferenceSchedule
  let clocks: ConferenceClocks
  /// Saturday 1 February 2025, 11:05 in Brussels.
  static let now: Int64 = 1_738_404_300

  /// Makes a conference.
  ///
  /// - Parameters:
  ///   - days: How many days there are, from Saturday 1 February 2025 on.
  ///   - rooms: How many locations there are.
  ///   - slots: How many talks each location has in a day.
  ///   - hostile: Whether titles have signs of many scripts, and such as no terminal must be given.
  ///   - seed: The seed of all that is invented.
  init(days: Int = 2, rooms: Int = 6, slots: Int = 12, hostile: Bool = false, seed: UInt64 = 1) {
    self.init(title: "Invented 2025")
    var random = SplitMix64(seed: seed)
    for room in 0..<rooms { context.createEntity(Location(), Name(text: Self.room(room))) }
    for person in 0..<30 {
      context.createEntity(
        Person(), Name(text: Self.person(person)), Biography(text: "Writes about number \(person).")
      )
    }
    for day in 0..<days {
      for room in 0..<rooms {
        // Each location has its own rhythm, so that talks overlap in part.
        var minute = 9 * 60 + 30 + room % 3 * 10
        for slot in 0..<slots {
          let length = [25, 30, 50][(room + slot) % 3]
          talk(day, room, slot, minute..<minute + length, hostile, &random)
          minute += length + 5 + room % 2 * 10
        }
      }
      opening(day)
    }
  }

  /// A conference whose day ends at six in the morning, with talks before and after midnight.
  static var night: InventedConference {
    let conference = InventedConference(
      title: "Night Con", dayChange: CivilTime(hour: 6, minute: 0) ?? .midnight)
    for (number, hour) in [22, 25, 34].enumerated() {
      conference.context.createEntity(
        SessionID(text: "n\(number)"), Title(text: "Talk at hour \(hour)"),
        Timing(
          start: conference.moment(0, hour * 60), end: conference.moment(0, hour * 60 + 50)),
        LocationNames(names: ["Pier 1"]), SpeakerNames(names: ["Ada Tanaka"]))
    }
    return conference
  }

  private init(title: String, dayChange: CivilTime = .midnight) {
    guard let zone = try? Zone(rule: "CET-1CEST,M3.5.0,M10.5.0/3", name: "Europe/Brussels") else {
      preconditionFailure("the rule is one")
    }
    context.setUnique(VenueZone(zone: zone, dayChange: dayChange))
    context.setUnique(Conference(title: title))
    schedule = ConferenceSchedule(context)
    clocks = ConferenceClocks(zone: zone, dayChange: dayChange)
  }

  /// A conference whose titles look like those of a real one, for the picture in the README.
  static var harbour: InventedConference {
    let conference = InventedConference(title: "Harbour Con")
    let talks: [(day: Int, start: Int, length: Int, room: String, title: String, speaker: String)] =
      [
        (0, 1030, 50, "Pier 1", "Ten years of tide tables", "Mara Lindholm"),
        (0, 1040, 30, "Lighthouse", "Calibrating a sextant", "Tom Okafor"),
        (0, 1050, 50, "Boathouse (Annex)", "Thirty years of harbour maps", "Ines Holm"),
        (0, 1100, 30, "Chart Room", "Knots for programmers", "Zoë Müller"),
        (0, 1115, 40, "Lighthouse", "Buoys that report the weather", "Ada Tanaka"),
        (0, 1130, 30, "Chart Room", "A radio for every dinghy", "Grace da Silva"),
        (0, 1130, 50, "Pier 1", "Swift on a lighthouse", "Jörg Petersen"),
        (0, 1145, 30, "Boathouse (Annex)", "Mapping wrecks with sonar", "Edsger Ito"),
        (0, 1200, 45, "Lighthouse", "How a lock lifts a ship", "Barbara Okafor"),
        (0, 1210, 30, "Chart Room", "Fog horns, measured", "Yukihiro Lindqvist"),
        (0, 1230, 50, "Pier 1", "Rust never sleeps at sea", "Maja Lindqvist"),
        (0, 1330, 30, "Lighthouse", "The ferry that emails", "Tomás Ferreira"),
        (0, 1330, 50, "Boathouse (Annex)", "Open charts for small ports", "Ines Holm"),
        (1, 1000, 50, "Pier 1", "Currents in real time", "Ada Tanaka"),
        (1, 1100, 50, "Lighthouse", "Who answers Channel 16?", "Tom Okafor"),
      ]
    for (number, talk) in talks.enumerated() {
      let start = talk.start / 100 * 60 + talk.start % 100
      conference.context.createEntity(
        SessionID(text: "h\(number)"), Title(text: talk.title),
        Timing(
          start: conference.moment(talk.day, start),
          end: conference.moment(talk.day, start + talk.length)),
        LocationNames(names: [talk.room]), SpeakerNames(names: [talk.speaker]))
    }
    return conference
  }

  private static func room(_ number: Int) -> String {
    number % 4 == 0 ? "H.\(1300 + number) (Founders)" : "K.\(number)"
  }

  private static func person(_ number: Int) -> String {
    let first = ["Ada", "Grace", "Edsger", "Barbara", "Zoë", "Yukihiro"][number % 6]
    let last = ["Okafor", "Lindqvist", "Müller", "da Silva", "Tanaka"][number % 5]
    return "\(first) \(last)"
  }

  private func moment(_ day: Int, _ minute: Int) -> Instant {
    // Midnight in Brussels.
    Instant(secondsSince1970: 1_738_364_400 + Int64(day) * 86_400 + Int64(minute) * 60)
  }

  private func opening(_ day: Int) {
    context.createEntity(
      SessionID(text: "opening\(day + 1)"), Description(text: day == 0 ? "Opening" : "Breakfast"),
      Timing(start: moment(day, 9 * 60), end: moment(day, 9 * 60 + 30)))
  }

  private func talk(
    _ day: Int, _ room: Int, _ slot: Int, _ minutes: Range<Int>, _ isHostile: Bool,
    _ random: inout SplitMix64
  ) {
    let number = (day * 100 + room) * 100 + slot
    let words = [
      "Tightening every bolt", "RISC-V in production", "What is new in mail", "Builds that",
      "A phishy case study of", "Tracing the kernel", "Maps for everybody",
    ]
    var title = "\(words[number % 7]) \(number)"
    if number % 3 == 0 { title += " with a long second half that says what it is about" }
    if isHostile {
      title = SampleTexts.words(3, using: &random).joined(separator: " ")
      title.unicodeScalars.append(SampleTexts.hostile.oneElement(using: &random))
    }
    let entity = context.createEntity(
      SessionID(text: "t\(number)"), Title(text: title),
      Timing(start: moment(day, minutes.lowerBound), end: moment(day, minutes.upperBound)),
      LocationNames(names: [Self.room(room)]), Track(name: "Track \(room)"),
      SpeakerNames(
        names: [Self.person(number)] + (number % 5 == 0 ? [Self.person(number + 7)] : [])))
    entity.set(Language(code: number % 4 == 0 ? "fr" : "en"))
    entity.set(
      Abstract(
        text: """
          This is about number \(number), and about what happened when somebody tried it. Nobody had \
          expected that, least of all those who had tried it before.

          The second half shows what came of it, and what you can do at home.
          """))
    if slot % 4 == 0, let link = WebLink(title: "page", text: "https://example.org/\(number)") {
      entity.set(WebLinks(links: [link]))
    }
  }
}
