import CommandLine
import Exchange
import TextBasics

/// The lines of a calendar as RFC 5545 writes them, up to a bound.
struct CalendarLines {
  private(set) var answer: Answer

  /// Begins without lines.
  ///
  /// - Parameter limit: The most bytes; nil for no limit.
  init(limit: Int?) {
    answer = Answer(limit: limit)
  }

  /// Adds a property whose value is no text, such as a time.
  ///
  /// - Parameters:
  ///   - name: The name, with its parameters.
  ///   - value: The value, of visible ASCII.
  mutating func add(_ name: StaticString, _ value: String) {
    add(line: Array("\(name):\(value)".utf8))
  }

  /// Adds a property whose value is a text; nothing if that is empty.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - lines: The lines of the text.
  mutating func add(_ name: StaticString, text lines: [SafeText]) {
    if lines.allSatisfy(\.isEmpty) { return }
    var line = Array("\(name):".utf8)
    for (number, text) in lines.enumerated() {
      if number > 0 { line += #"\n"#.utf8 }
      for byte in text.string.utf8 {
        if [ASCII.backslash, ASCII.semicolon, ASCII.comma].contains(byte) {
          line.append(ASCII.backslash)
        }
        line.append(byte)
      }
    }
    add(line: line)
  }

  private mutating func add(line: [UInt8]) {
    answer.add(CalendarLine.folded(line))
  }
}
