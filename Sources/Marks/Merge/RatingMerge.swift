import ECSKit
package import ECSStore
import Schedule

/// Gathers the ratings of many people from the entries of their logs.
///
/// Each folder of ratings is a voice, and so are all devices of a person that `konf sync` has brought
/// together. The last word of each voice about each thing counts, so the order of the entries and how
/// often each comes make no difference.
package struct RatingMerge {
  /// The last word of a voice about a thing: the parts of an entry that count.
  package struct Word {
    let counter: UInt64
    let time: Int64
    /// From 1 to 5, or 0 for a rating that was taken back.
    let stars: Int8
    let comment: String

    init(_ entry: LogEntry, stars: Int) {
      counter = entry.counter
      time = entry.time
      self.stars = Int8(stars)
      comment = entry.change.remark
    }

    /// Returns whether another word is the later one.
    ///
    /// A voice gives each counter once, and only copies of its folder made by hand could break that.
    /// Then any order will do, as long as it is the same for all.
    func precedes(_ other: Word) -> Bool {
      if counter != other.counter { return counter < other.counter }
      return (time, stars, comment) < (other.time, other.stars, other.comment)
    }
  }

  /// A voice, and a subject or a thing, by their numbers.
  package struct Key: Hashable {
    package let voice: Int32
    package let thing: Int32
  }

  /// What was rated, in the words of the logs.
  package private(set) var subjects: [LogSubject] = []
  package private(set) var devices: [DeviceID] = []
  /// The last word of each voice about each subject.
  package private(set) var words: [Word] = []
  /// The voice and the subject of each word.
  package private(set) var keys: [Key] = []
  /// The facts in the logs about the subjects beside their words.
  package private(set) var seen: [SubjectWords: SeenTalk] = [:]

  package init() {}
  /// Devices that are of one person, as they have said themselves when they met.
  private var links: [(DeviceID, DeviceID)] = []
  private var placeOfSubject: [LogSubject: Int32] = [:]
  private var voices: [DeviceID: Int32] = [:]
  private var placeOfWord: [Key: Int32] = [:]

  /// Takes entries into account.
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

  /// Makes one voice of all devices of a person; nothing may be added after that.
  ///
  /// - Complexity: O(*n* log *n*) expected, where *n* is the number of last words.
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
      // As in a log: the counter, then the device.
      let isLater =
        (known.word.counter, known.device) < (word.counter, device)
        || known.device == device && known.word.precedes(word)
      if isLater { last[united] = (word, device) }
    }
    keys = order
    words = order.compactMap { last[$0]?.word }
  }

  /// The positions of the words of each voice.
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
