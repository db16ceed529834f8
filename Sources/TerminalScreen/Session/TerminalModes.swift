import Basics

/// The escape sequences that turn the modes of a session on and off.
///
/// Terminals ignore unknown modes, so support is not queried.
struct TerminalModes {
  let start: [UInt8]
  /// The bytes to send at the end of the session, valid even after a truncated sequence.
  let end: [UInt8]

  /// The modes for the whole terminal.
  static let screen = TerminalModes(
    before: "\u{1B}[?1049h", after: "\u{1B}[?1049l", erasing: "")

  /// Returns the modes for some rows below the prompt.
  ///
  /// The terminal scrolls if fewer rows are left.
  static func inline(rows: Int) -> TerminalModes {
    let room = String(repeating: "\n", count: rows - 1)
    let back = rows > 1 ? "\u{1B}[\(rows - 1)A" : ""
    // The painter also saves the cursor at the top left of its rows.
    return TerminalModes(before: "\r\(room)\(back)\u{1B}7", after: "", erasing: "\u{1B}8\u{1B}[J")
  }

  /// Creates the modes from the sequences that differ between a whole screen and inline rows.
  ///
  /// Autowrap is off, because a terminal may draw a character wider than expected. Bracketed paste
  /// is on. The first flag of the Kitty keyboard protocol makes the Escape key unambiguous. The
  /// normal and the alternate screen have separate flags.
  private init(before: String, after: String, erasing: String) {
    start = Array("\(before)\u{1B}[?7l\u{1B}[?2004h\u{1B}[>1u".utf8)
    end = Array(
      "\u{1B}[?2026l\u{1B}[m\(erasing)\u{1B}[<u\u{1B}[?2004l\u{1B}[?7h\(after)".utf8)
  }

  static func mouse(_ isUsed: Bool) -> [UInt8] {
    Array((isUsed ? "\u{1B}[?1000h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1000l").utf8)
  }

  /// Returns the bytes that put text on the clipboard (OSC 52).
  ///
  /// The clipboard is never read.
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
