import ECSKit
package import ECSStore
import Schedule

/// A merge of many people's ratings from the entries of their logs.
///
/// A person is a device, or several devices that `konf sync` has linked. A person's latest rating
/// is determined by the rule that the person's own log uses. So neither the order of the inputs nor
/// repeated entries matter. Pass all entries to ``add(_:)``, then call ``resolve()``.
package struct RatingMerge {
  package struct Word {
    let device: Int32
    let counter: UInt64
    let time: Int64
    /// The number of stars from 1 to 5, or 0 for a removed rating.
    let stars: Int8
    /// The comment on the rating, or the kind of removal for a removed rating.
    let comment: String
    let names: VersionVector
    /// The position of the previous entry by the same person about the same subject, or -1.
    fileprivate var previous: Int32 = -1

    /// The comment on the rating, or an empty string for a removal.
    var remark: String { stars == 0 ? "" : comment }

    /// True for a removal that affects only ratings by the device that wrote it.
    ///
    /// Ratings that other devices gave under other subjects of the talk remain.
    var isOwnRemoval: Bool {
      stars == 0 && LogChange.Removal(rawValue: comment).map { $0 != .plain } ?? false
    }

    /// Returns true if another rating is later than this rating.
    ///
    /// Each device uses a counter only once, unless its folder was copied by hand. Entries with
    /// equal counters need only a consistent order.
    func precedes(_ other: Word) -> Bool {
      if counter != other.counter { return counter < other.counter }
      return (time, stars, comment) < (other.time, other.stars, other.comment)
    }
  }

  /// A pair of numbers: of a device or a person, and of a subject or a talk.
  package struct Key: Hashable {
    package let voice: Int32
    package let thing: Int32
  }

  /// The rated talks and sessions, as named in the logs.
  package private(set) var subjects: [LogSubject] = []
  package private(set) var devices: [DeviceID] = []
  /// The added entries, in any order.
  ///
  /// After ``resolve()``, the array contains only the rating that each person gave each subject.
  package private(set) var words: [Word] = []
  /// The person and the subject of each rating; empty before ``resolve()``.
  package private(set) var keys: [Key] = []
  package private(set) var seen: [SubjectWords: SeenTalk] = [:]

  package init() {}
  /// Pairs of devices that belong to one person because they have synced.
  private var links: [(DeviceID, DeviceID)] = []
  private var placeOfSubject: [LogSubject: Int32] = [:]
  private var numbers: [DeviceID: Int32] = [:]
  /// The position of the latest entry by each device about each subject.
  private var lastWords: [Key: Int32] = [:]

  /// Adds the ratings that entries of logs contain.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of entries.
  package mutating func add(_ entries: [LogEntry]) {
    for entry in entries {
      links += LogKind.devices(knownBy: entry).map { (entry.device, $0) }
      if let talk = SeenTalk(entry) { seen[SubjectWords(entry.change.subject)] = talk }
      guard entry.change.kind == Rating.storedName,
        let stars = entry.change.value.isEmpty ? 0 : entry.stars
      else { continue }
      let key = Key(voice: number(of: entry.device), thing: subject(entry.change.subject))
      var word = Word(
        device: key.voice, counter: entry.counter, time: entry.time, stars: Int8(stars),
        comment: entry.change.comment, names: entry.names)
      word.previous = lastWords.updateValue(Int32(words.count), forKey: key) ?? -1
      words.append(word)
    }
  }

  /// Determines the ratings of each person.
  ///
  /// Add all entries before you call this function.
  ///
  /// - Complexity: O(*n* log *n*) expected, where *n* is the number of entries.
  package mutating func resolve() {
    var voices = Voices(links)
    var united = links.isEmpty ? lastWords : [:]
    // Joins the chains of a person's devices, in an order that does not depend on hashing.
    let chains = links.isEmpty ? [] : lastWords.sorted { $0.value < $1.value }
    for (key, last) in chains {
      let person = number(of: voices.representative(of: devices[Int(key.voice)]))
      let other = united.updateValue(last, forKey: Key(voice: person, thing: key.thing))
      guard let other else { continue }
      words[chain(from: last).last ?? 0].previous = other
    }
    lastWords = [:]
    let order = united.sorted { $0.value < $1.value }
    keys = order.map(\.key)
    // Most people rate a talk once, on one device.
    if order.count == words.count { return }
    words = order.map { key, last in words[latest(of: chain(from: last), about: key.thing)] }
  }

  /// Returns the positions of an entry and its predecessors in the chain.
  private func chain(from last: Int32) -> [Int] {
    var places: [Int] = []
    var place = Int(last)
    while place >= 0 {
      places.append(place)
      place = Int(words[place].previous)
    }
    return places
  }

  /// Returns the position of the entry that prevails by the rules of a log.
  private func latest(of places: [Int], about subject: Int32) -> Int {
    let first = words[places[0]]
    // Usually all entries are from one device, so the last one prevails.
    if places.allSatisfy({ words[$0].device == first.device && words[$0].names.isEmpty }) {
      return places.reduce(places[0]) { words[$0].precedes(words[$1]) ? $1 : $0 }
    }
    let entries = places.map { place in
      let word = words[place]
      return LogEntry(
        device: devices[Int(word.device)], counter: word.counter, time: word.time,
        change: LogChange(
          subject: subjects[Int(subject)], value: word.stars == 0 ? "" : "\(word.stars)",
          comment: word.comment), names: word.names)
    }
    let latest = entries.latest()[0]
    return places[entries.firstIndex(of: latest) ?? 0]
  }

  /// The positions of each person's ratings.
  var wordsByVoice: [[Int]] {
    var words = [[Int]](repeating: [], count: devices.count)
    for (position, key) in keys.enumerated() { words[Int(key.voice)].append(position) }
    return words
  }

  private mutating func number(of device: DeviceID) -> Int32 {
    if let number = numbers[device] { return number }
    let number = Int32(devices.count)
    numbers[device] = number
    devices.append(device)
    return number
  }

  private mutating func subject(_ subject: LogSubject) -> Int32 {
    if let place = placeOfSubject[subject] { return place }
    let place = Int32(subjects.count)
    placeOfSubject[subject] = place
    subjects.append(subject)
    return place
  }
}
