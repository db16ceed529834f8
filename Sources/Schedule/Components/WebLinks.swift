public import ECSKit
import TextBasics

/// Where there is more about a talk or a person.
public struct WebLinks: Component, Sendable, Hashable {
  /// The links in the order of the file.
  public var links: [WebLink]

  /// Creates the component.
  ///
  /// - Parameter links: The links in the order of the file.
  public init(links: [WebLink]) {
    self.links = links
  }
}

/// Where something is found, and what that is; it is never followed.
public struct WebLink: Sendable, Hashable {
  /// What is found there, as the file calls it; empty if it says nothing.
  public let title: String
  /// Where it is found, as the file has it; empty if it says nothing.
  public let text: String

  /// Creates a link from what a file has, or nil if that is nothing.
  ///
  ///     WebLink(title: "Slides", text: "https://a.org/1")?.address  // "https://a.org/1"
  ///     WebLink(title: "Slides", text: "1.pdf")?.address            // nil
  ///     WebLink(title: "Slides", text: "1.pdf")?.words              // "Slides (1.pdf)"
  ///
  /// - Parameters:
  ///   - title: What is found there; it may be empty.
  ///   - text: Where it is found; it may be empty.
  public init?(title: String, text: String) {
    if title.isEmpty, text.isEmpty { return nil }
    self.title = title
    self.text = text
  }

  /// The text, if it is a whole address of the web or of mail; nil for any other text.
  ///
  /// An address without a scheme, as pages use it for a host with the same one, gets `https:`.
  ///
  ///     WebLink(title: "", text: "//a.org/1")?.address  // "https://a.org/1"
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public var address: String? {
    if text.isWholeLink { return text }
    guard text.utf8.starts(with: "//".utf8) else { return nil }
    let whole = "https:\(text)"
    return whole.isWholeLink ? whole : nil
  }

  /// The address, if it is one of the web, with all characters escaped that could end it or
  /// mislead.
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

  /// The readable words: the title, unless it is the address, and the text, unless it is an
  /// address.
  ///
  /// - Complexity: O(*n*), where *n* is the length of both texts.
  public var words: String {
    if address != nil { return title == text ? "" : title }
    return title.isEmpty || text.isEmpty ? title + text : "\(title) (\(text))"
  }
}

extension String {
  /// Whether the text has the form of a complete link of the web or of mail.
  fileprivate var isWholeLink: Bool {
    func isBlankOrControl(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7F }
    if hasByte(where: isBlankOrControl) { return false }
    return Self.schemes.contains { scheme in
      // Letters in either case; other characters are unchanged.
      guard utf8.count > scheme.count else { return false }
      var rest = utf8.makeIterator()
      for byte in scheme where rest.next().map({ $0 | 0x20 }) != byte { return false }
      return rest.next() != UInt8(ascii: "/")
    }
  }

  private static let schemes = ["https://", "http://", "mailto:"].map { Array($0.utf8) }
}
