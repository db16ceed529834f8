import Basics

/// A web address that a terminal opens when the user follows a link.
///
/// The address becomes part of the escape sequence OSC 8. It consists only of visible ASCII
/// characters, so text from a file cannot end the sequence or begin another sequence.
///
///     Hyperlink("https://example.org/a b")?.target  // "https://example.org/a%20b"
///     Hyperlink("file:///etc/passwd")               // nil
package final class Hyperlink: Equatable, Sendable {
  /// The address, with every byte outside 33...126 percent-encoded.
  package let target: String
  /// An identifier that all pieces of one link share, so that a terminal highlights them together.
  package let id: String

  /// Creates a link from an untrusted address.
  ///
  /// The initializer returns nil if the address is too long or its scheme is not `http` or `https`.
  package init?(_ address: String) {
    guard let start = Self.schemes.first(where: { Self.begins(address.utf8, with: $0) }),
      address.utf8.count > start.utf8.count, address.utf8.count <= Self.longest
    else { return nil }
    target = address.escapingBytes(with: "%") { 33...126 ~= $0 }
    guard target.utf8.count <= Self.longest else { return nil }
    // FNV-1a gives the same result in every run.
    let digest = target.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
    id = Hexadecimal.digits(of: digest)
  }

  private static let schemes = ["https://", "http://"]
  /// The maximum length that common terminals accept, in bytes.
  private static let longest = 2083

  private static func begins(_ text: String.UTF8View, with scheme: String) -> Bool {
    let start = text.prefix(scheme.utf8.count)
    return start.count == scheme.utf8.count
      && zip(start, scheme.utf8).allSatisfy { byte, sign in
        byte == sign || (0x41...0x5A).contains(byte) && byte | 0x20 == sign
      }
  }

  /// The control sequence that opens the link.
  package var opening: String { "\u{1B}]8;id=\(id);\(target)\u{1B}\\" }
  /// The control sequence that closes any link.
  package static let closing = "\u{1B}]8;;\u{1B}\\"

  package static func == (first: Hyperlink, second: Hyperlink) -> Bool {
    first === second || first.target == second.target
  }
}
