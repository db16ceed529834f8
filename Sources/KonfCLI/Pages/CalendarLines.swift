import Basics
import CommandLine
import Exchange
import Schedule

/// The lines of a calendar in the format of RFC 5545, up to a maximum size.
struct CalendarLines {
  private(set) var answer: Answer

  init(limit: Int?) {
    answer = Answer(limit: limit)
  }

  /// Adds the first lines of a calendar.
  ///
  /// `maker` is the name of the program, with its version.
  mutating func begin(by maker: String) {
    add("BEGIN", "VCALENDAR")
    add("VERSION", "2.0")
    add("PRODID", "-//\(maker)//EN")
    add("CALSCALE", "GREGORIAN")
  }

  /// Adds a property whose value is not of the type TEXT, such as a time.
  ///
  /// The name may include parameters. The value must be visible ASCII.
  mutating func add(_ name: String, _ value: String) {
    var line = Self.beginning(name, room: value.utf8.count)
    line += value.utf8
    add(line: line)
  }

  /// Adds a property with multiline text, unless the text is empty.
  mutating func add(_ name: String, text lines: [SafeText]) {
    if lines.allSatisfy(\.isEmpty) { return }
    var line = Self.beginning(name, room: lines.reduce(0) { $0 + $1.string.utf8.count + 2 })
    for (number, text) in lines.enumerated() {
      if number > 0 { line += #"\n"#.utf8 }
      line.append(escaping: text.string)
    }
    add(line: line)
  }

  private static func beginning(_ name: String, room: Int) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(name.utf8.count + 1 + room)
    line += name.utf8
    line.append(ASCII.colon)
    return line
  }

  private mutating func add(line: [UInt8]) {
    answer.add(CalendarLine.folded(line))
  }
}

extension CivilDate {
  /// The date in the basic form of ISO 8601, such as "20150518".
  var basic: String { iso8601.withoutSeparators }
}

extension CivilDateTime {
  var basic: String { iso8601.withoutSeparators }
}

extension String {
  fileprivate var withoutSeparators: String {
    String(decoding: utf8.filter { $0 != ASCII.minus && $0 != ASCII.colon }, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a string, and inserts a backslash before each backslash, semicolon and comma.
  fileprivate mutating func append(escaping text: String) {
    let bytes = Array(text.utf8)
    let span = bytes.span
    var start = 0
    var end = 0
    while end < span.count {
      let byte = span[end]
      if byte == ASCII.backslash || byte == ASCII.semicolon || byte == ASCII.comma {
        append(contentsOf: bytes[start..<end])
        append(ASCII.backslash)
        start = end
      }
      end += 1
    }
    append(contentsOf: bytes[start...])
  }
}
