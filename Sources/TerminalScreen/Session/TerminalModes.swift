import TextBasics

/// The sequences that turn on what a session needs, and off again.
///
/// Terminals ignore modes that they do not know, so none is asked what it can do.
struct TerminalModes {
  /// The bytes at the start.
  let start: [UInt8]
  /// The bytes at the end, which are sound whatever was cut off before them.
  let end: [UInt8]

  /// The modes for all of the terminal.
  static let screen = TerminalModes(
    before: "\u{1B}[?1049h", after: "\u{1B}[?1049l", erasing: "")

  /// The modes for some rows below the prompt.
  ///
  /// - Parameter rows: How many; the terminal scrolls if there are fewer left.
  /// - Returns: The modes.
  static func inline(rows: Int) -> TerminalModes {
    let room = String(repeating: "\n", count: rows - 1)
    let back = rows > 1 ? "\u{1B}[\(rows - 1)A" : ""
    // A painter saves the cursor at the top left of its rows.
    return TerminalModes(before: "\r\(room)\(back)\u{1B}7", after: "", erasing: "\u{1B}8\u{1B}[J")
  }

  /// Creates modes with what is the same in both.
  ///
  /// Text must not wrap where a terminal draws a character wider than we do. Pasted text is marked.
  /// With Kitty's first flag, the escape key is no beginning of a sequence; each screen has its own flags.
  private init(before: String, after: String, erasing: String) {
    start = Array("\(before)\u{1B}[?7l\u{1B}[?2004h\u{1B}[>1u".utf8)
    end = Array(
      "\u{1B}[?2026l\u{1B}[m\(erasing)\u{1B}[<u\u{1B}[?2004l\u{1B}[?7h\(after)".utf8)
  }

  /// The bytes that have the terminal report the mouse, or no longer.
  static func mouse(_ isUsed: Bool) -> [UInt8] {
    Array((isUsed ? "\u{1B}[?1000h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1000l").utf8)
  }

  /// Returns the bytes that put a text on the clipboard; it is only written, never read.
  static func copying(_ text: String) -> [UInt8] {
    Array("\u{1B}]52;c;".utf8) + base64(Array(text.utf8)) + [0x07]
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for place in 0..<4 {
        let digit = digits[Int(bits >> (18 - 6 * UInt32(place)) & 0x3F)]
        text.append(place <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return text
  }
}
