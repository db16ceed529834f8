import ECSKit
package import ECSStore
import Schedule

/// Merges the ratings of many people from the entries of their logs.
///
/// Each device is a voice, and ``uniteDevices()`` combines the devices that `konf sync` has linked.
/// Only the latest rating of each voice for each thing counts, so order and duplicates of entries do
/// not matter.
package struct RatingMerge {
  /// The latest rating of a voice for a thing.
  package struct Word {
    let counter: UInt64
    let time: Int64
    /// From 1 to 5, or 0 for a removed rating.
    let stars: Int8
    let comment: String

    init(_ entry: LogEntry, stars: Int) {
      counter = entry.counter
      time = entry.time
      self.stars = Int8(stars)
      comment = entry.change.remark
    }

    /// Returns true if another rating is later.
    ///
    /// The counters of a voice are unique unless its folder was copied by hand. Then any consistent
    /// order will do.
    func precedes(_ other: Word) -> Bool {
      if counter != other.counter { return counter < other.counter }
      return (time, stars, comment) < (other.time, other.stars, other.comment)
    }
  }

  /// The numbers of a voice and of a subject or thing.
  package struct Key: Hashable {
    package let voice: Int32
    package let thing: Int32
  }

  /// The rated talks and sessions, as named in the logs.
  package private(set) var subjects: [LogSubject] = []
  package private(set) var devices: [DeviceID] = []
  /// The latest rating of each voice for each subject.
  package private(set) var words: [Word] = []
  /// The voice and the subject of each rating.
  package private(set) var keys: [Key] = []
  /// Further facts about the subjects.
  package private(set) var seen: [SubjectWords: SeenTalk] = [:]

  package init() {}
  /// Pairs of devices of one person, which have synced.
  private var links: [(DeviceID, DeviceID)] = []
  private var placeOfSubject: [LogSubject: Int32] = [:]
  private var voices: [DeviceID: Int32] = [:]
  private var placeOfWord: [Key: Int32] = [:]

  /// Adds the ratings among some entries.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of entries.
  package mutating func add(_ entries: [LogEntry]) {
    for entry in entries {
      links += LogKind.devices(knownBy: entry).map { (entry.device, $0) }
      if let talk = SeenTalk(entry) { seen[SubjectWords(entry.change.subject)] = talk }
      guard entry.change.kind == Rating.storedName else { continue }
      guard let stars = entry.change.value.isEmpty ? 0 : entry.stars else { continue }
      let key = Key(voice: voice(entry.device), thing: subject(entry.change.subject))
      let word = Word(entry, stars: stars)
      if let place = placeOfWord[key] {
        if words[Int(place)].precedes(word) { words[Int(place)] = word }
      } else {
        placeOfWord[key] = Int32(words.count)
        words.append(word)
        keys.append(key)
      }
    }
  }

  /// Combines all devices of a person into one voice; no entries may be added afterwards.
  ///
  /// - Complexity: O(*n* log *n*) expected, where *n* is the number of ratings.
  package mutating func uniteDevices() {
    if links.isEmpty { return }
    var voices = Voices(links)
    var last: [Key: (word: Word, device: DeviceID)] = [:]
    var order: [Key] = []
    for (word, key) in zip(words, keys) {
      let device = devices[Int(key.voice)]
      let united = Key(voice: voice(voices.representative(of: device)), thing: key.thing)
      guard let known = last[united] else {
        order.append(united)
        last[united] = (word, device)
        continue
      }
      // The order of the log: the counter, then the device.
      let isLater =
        (known.word.counter, known.device) < (word.counter, device)
        || known.device == device && known.word.precedes(word)
      if isLater { last[united] = (word, device) }
    }
    keys = order
    words = order.compactMap { last[$0]?.word }
  }

  /// The positions of each voice's ratings.
  var wordsByVoice: [[Int]] {
    var words = [[Int]](repeating: [], count: devices.count)
    for (position, key) in keys.enumerated() { words[Int(key.voice)].append(position) }
    return words
  }

  private mutating func voice(_ device: DeviceID) -> Int32 {
    if let voice = voices[device] { return voice }
    let voice = Int32(devices.count)
    voices[device] = voice
    devices.append(device)
    return voice
  }

  private mutating func subject(_ subject: LogSubject) -> Int32 {
    if let place = placeOfSubject[subject] { return place }
    let place = Int32(subjects.count)
    placeOfSubject[subject] = place
    subjects.append(subject)
    return place
  }
}
