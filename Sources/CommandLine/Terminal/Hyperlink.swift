import TextBasics

/// An address of the web that a terminal can follow from the text that leads there.
///
/// It is what the escape sequence OSC 8 has, so it consists of visible ASCII alone: no text of a file
/// can end the sequence or begin another one.
///
///     Hyperlink("https://example.org/a b")?.target  // "https://example.org/a%20b"
///     Hyperlink("file:///etc/passwd")               // nil
package final class Hyperlink: Equatable, Sendable {
  /// The address, with every byte percent-encoded that is not one from 33 to 126.
  package let target: String
  /// What the pieces of one link have in common, so that a terminal highlights them together.
  package let id: String

  /// Creates a link, or nil if it is no address of the web with `http` or `https`, or is longer than
  /// terminals take.
  ///
  /// - Parameter address: An address of any origin.
  package init?(_ address: String) {
    guard let start = Self.schemes.first(where: { Self.begins(address.utf8, with: $0) }),
      address.utf8.count > start.utf8.count, address.utf8.count <= Self.longest
    else { return nil }
    target = address.escapingBytes(with: "%") { 33...126 ~= $0 }
    guard target.utf8.count <= Self.longest else { return nil }
    // FNV-1a, which is the same in every run.
    let digest = target.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
    id = Hexadecimal.digits(of: digest)
  }

  private static let schemes = ["https://", "http://"]
  /// The most bytes of an address that common terminals take.
  private static let longest = 2083

  private static func begins(_ text: String.UTF8View, with scheme: String) -> Bool {
    let start = text.prefix(scheme.utf8.count)
    return start.count == scheme.utf8.count
      && zip(start, scheme.utf8).allSatisfy { byte, sign in
        byte == sign || (0x41...0x5A).contains(byte) && byte | 0x20 == sign
      }
  }

  /// What begins the link on a terminal.
  package var opening: String { "\u{1B}]8;id=\(id);\(target)\u{1B}\\" }
  /// What ends any link on a terminal.
  package static let closing = "\u{1B}]8;;\u{1B}\\"

  package static func == (first: Hyperlink, second: Hyperlink) -> Bool {
    first === second || first.target == second.target
  }
}
