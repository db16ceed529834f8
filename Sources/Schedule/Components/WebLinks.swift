import Basics
public import ECSKit

/// Links to more information about a talk or person.
public struct WebLinks: Component, Sendable, Hashable {
  /// The links in file order.
  public var links: [WebLink]

  /// Creates a list of links.
  ///
  /// - Parameter links: The links in file order.
  public init(links: [WebLink]) {
    self.links = links
  }
}

/// A link with a title.
///
/// konf never follows the link.
public struct WebLink: Sendable, Hashable {
  /// The title of the link in the file, or an empty string if it has none.
  public let title: String
  /// The target of the link as written in the file, or an empty string if it has none.
  public let text: String

  /// Creates a link, or returns nil if both strings are empty.
  ///
  ///     WebLink(title: "Slides", text: "https://a.org/1")?.address  // "https://a.org/1"
  ///     WebLink(title: "Slides", text: "1.pdf")?.address            // nil
  ///     WebLink(title: "Slides", text: "1.pdf")?.words              // "Slides (1.pdf)"
  ///
  /// - Parameters:
  ///   - title: The title of the link, or an empty string.
  ///   - text: The target of the link, or an empty string.
  public init?(title: String, text: String) {
    if title.isEmpty, text.isEmpty { return nil }
    self.title = title
    self.text = text
  }

  /// The target if it is a complete web or mail address, otherwise nil.
  ///
  /// A target without a scheme, such as `//a.org/1`, gets the scheme `https:`.
  ///
  ///     WebLink(title: "", text: "//a.org/1")?.address  // "https://a.org/1"
  ///
  /// - Complexity: O(*n*), where *n* is the length of the target.
  public var address: String? {
    if text.isWholeLink { return text }
    guard text.utf8.starts(with: "//".utf8) else { return nil }
    let whole = "https:\(text)"
    return whole.isWholeLink ? whole : nil
  }

  /// The address if it is a web address, or nil if it is missing or is a mail address.
  ///
  /// Characters that could end the address or mislead a reader are escaped.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package var webAddress: String? {
    guard let address, address.utf8.first.map({ $0 | 0x20 }) == UInt8(ascii: "h") else {
      return nil
    }
    return address.escapingBytes(with: "%") { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"),
        UInt8(ascii: "|"), UInt8(ascii: "}"):
        false
      default: 0x21...0x7E ~= byte
      }
    }
  }

  /// The readable part of the link.
  ///
  /// If the target is an address, this is the title, or an empty string if the title equals the
  /// target. Otherwise, this is the title followed by the target in parentheses. If the title or
  /// the target is empty, this is the other string.
  ///
  /// - Complexity: O(*n*), where *n* is the total length of title and target.
  public var words: String {
    if address != nil { return title == text ? "" : title }
    return title.isEmpty || text.isEmpty ? title + text : "\(title) (\(text))"
  }
}

extension String {
  fileprivate var isWholeLink: Bool {
    func isBlankOrControl(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7F }
    if hasByte(where: isBlankOrControl) { return false }
    return Self.schemes.contains { scheme in
      // Setting bit 5 lowercases letters. It does not change any other character of the schemes.
      guard utf8.count > scheme.count else { return false }
      var rest = utf8.makeIterator()
      for byte in scheme where rest.next().map({ $0 | 0x20 }) != byte { return false }
      return rest.next() != UInt8(ascii: "/")
    }
  }

  private static let schemes = ["https://", "http://", "mailto:"].map { Array($0.utf8) }
}
