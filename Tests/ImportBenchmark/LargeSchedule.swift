import TestSupport

/// A schedule in UIKonf's format of any size, made from a seed.
///
/// Its records come in the shares, the order, the layout and with the lengths of text that the
/// schedule of UIKonf 2015 has: of 83 records 31 are sessions, 22 people, 18 talks and 11
/// locations, 247 bytes each.
struct LargeSchedule {
  private var generator: SplitMix64
  private var bytes: [UInt8] = []

  /// Makes a schedule.
  ///
  /// - Parameters:
  ///   - size: The least number of bytes; it ends with the record that reaches it.
  ///   - seed: Any number; equal seeds give equal schedules.
  /// - Returns: The file.
  static func bytes(size: Int, seed: UInt64) -> [UInt8] {
    var schedule = LargeSchedule(generator: SplitMix64(seed: seed))
    schedule.write(conferences: max(1, size / bytesOfConference), size: size)
    return schedule.bytes
  }

  /// About how many bytes the records of 83 take.
  private static let bytesOfConference = 20_400

  private mutating func write(conferences: Int, size: Int) {
    bytes.reserveCapacity(size + size / 50)
    bytes += Array("[\n".utf8)
    record {
      $0.field("conference", "A large conference", isLast: false)
      $0.field("month", "2015-05", isLast: false)
      $0.field("zone", "Europe/Berlin")
    }
    for number in 0..<31 * conferences { session(number, places: 11 * conferences) }
    for number in 0..<22 * conferences { person(number) }
    for number in 0..<18 * conferences { talk(number, people: 22 * conferences) }
    var number = 0
    while number < 11 * conferences || bytes.count < size {
      place(number)
      number += 1
    }
    record(isLast: true) { $0.field("server", "https://example.org/rate") }
    bytes += Array("]\n".utf8)
  }

  // MARK: Records

  private mutating func session(_ number: Int, places: Int) {
    let day = 16 + number / 8 % 4
    let hour = 9 + number % 8
    let count = [1, 1, 1, 1, 1, 1, 1, 2, 4, 0].pick(&generator)
    let text = words(17)
    let names = (0..<count).map { _ in
      Self.place(Int.random(in: 0..<places, using: &self.generator))
    }
    record {
      $0.field("t_id", "session\(number)", isLast: false)
      $0.field("startTime", Self.clock(day, hour, number % 4 * 15), isLast: false)
      $0.field("endTime", Self.clock(day, hour + 1, number % 4 * 15), isLast: false)
      $0.field("description", text, isLast: names.isEmpty)
      if !names.isEmpty { $0.list("locations", names) }
    }
  }

  private mutating func talk(_ number: Int, people: Int) {
    let title = words(41)
    let speaker = Self.person(Int.random(in: 0..<people, using: &generator))
    record {
      $0.field("t_id", "session\(number / 3 * 5)", isLast: false)
      $0.value("t_index", "\(number % 3 + 1)", isLast: false)
      $0.field("title", title, isLast: false)
      $0.field("speaker_name", speaker)
    }
  }

  private mutating func person(_ number: Int) {
    let biography = words(Int.random(in: 180...460, using: &generator))
    record {
      $0.field("name", Self.person(number), isLast: false)
      if number % 22 > 0 { $0.field("twitter", "@p\(number)", isLast: false) }
      if number % 6 == 0 { $0.value("organizer", "true", isLast: false) }
      $0.field("photo", "https://example.org/images/2015/speakers/\(number).jpg", isLast: false)
      $0.field("bio", biography)
    }
  }

  private mutating func place(_ number: Int) {
    let (street, text) = (words(22), words(38))
    record {
      $0.field("name", Self.place(number), isLast: false)
      $0.field("address", "\(street) 4, 10999 Berlin", isLast: false)
      $0.field("description", text)
    }
  }

  private mutating func record(isLast: Bool = false, _ fields: (inout Self) -> Void) {
    bytes += Array("  {\n".utf8)
    fields(&self)
    bytes += Array((isLast ? "  }\n" : "  },\n").utf8)
  }

  // MARK: Fields

  private mutating func field(_ name: String, _ text: String, isLast: Bool = true) {
    value(name, "\"\(text)\"", isLast: isLast)
  }

  private mutating func value(_ name: String, _ json: String, isLast: Bool = true) {
    bytes += "  \"\(name)\": \(json)\(isLast ? "\n" : ",\n")".utf8
  }

  private mutating func list(_ name: String, _ texts: [String]) {
    let indent = String(repeating: " ", count: 16)
    let lines = texts.map { "\(indent)\"\($0)\"" }.joined(separator: ",\n")
    value(name, "[\n\(lines)\n\(indent)]")
  }

  private static func person(_ number: Int) -> String {
    let given = ["Ada", "Zoë", "Björn", "Li", "Graham"][number % 5]
    return "\(given) \(["Lee", "Höfele", "Zaks"][number % 3]) \(number)"
  }

  private static func place(_ number: Int) -> String {
    "\(["House", "Hall", "Studio", "Heimathafen Neukölln"][number % 4]) \(number)"
  }

  private static func clock(_ day: Int, _ hour: Int, _ minute: Int) -> String {
    [day, hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
  }

  /// Returns words that make a text of about a length in bytes.
  private mutating func words(_ length: Int) -> String {
    // One text in seven has a letter outside ASCII, one in twenty something in quotes.
    var text = ["größer", "", "", "", "", "", ""].pick(&generator)
    if Int.random(in: 0..<20, using: &generator) == 0 { text += " \\\"quoted\\\"" }
    while text.utf8.count < length - 3 {
      if !text.isEmpty { text += " " }
      text += Self.vocabulary.pick(&generator)
    }
    return text
  }

  private static let vocabulary = [
    "swift", "views", "model", "state", "testing", "craft", "garden", "signals", "thinking", "and",
    "beyond", "of", "the", "with", "a", "between", "Objective-C", "who",
  ]
}

extension Array {
  fileprivate func pick(_ generator: inout SplitMix64) -> Element {
    self[Int.random(in: indices, using: &generator)]
  }
}
