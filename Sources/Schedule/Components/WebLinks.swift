public import ECSKit

/// Where there is more about a talk or a person.
public struct WebLinks: DetachableComponent, Hashable {
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
  /// A whole address of the web or of mail; nil if the file has another text in its place, which is
  /// part of the title then.
  public let address: String?

  /// Creates a link from what a file has, or nil if that is nothing.
  ///
  ///     WebLink(title: "Slides", address: "https://a.org/1")?.address  // "https://a.org/1"
  ///     WebLink(title: "Slides", address: "1.pdf")?.title              // "Slides (1.pdf)"
  ///
  /// - Parameters:
  ///   - title: What is found there; it may be empty.
  ///   - text: Where it is found; it may be empty.
  public init?(title: String, address text: String) {
    if title.isEmpty, text.isEmpty { return nil }
    if text.isWholeLink {
      self.title = title == text ? "" : title
      address = text
    } else {
      self.title = title.isEmpty || text.isEmpty ? title + text : "\(title) (\(text))"
      address = nil
    }
  }
}

extension String {
  /// Whether the text has the form of a link of the web or of mail that says all of where it leads.
  fileprivate var isWholeLink: Bool {
    guard utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return false }
    return ["https://", "http://", "mailto:"].contains { scheme in
      let rest = utf8.dropFirst(scheme.utf8.count)
      // Letters in either case; the signs stay what they are.
      return zip(utf8, scheme.utf8).allSatisfy { $0 | 0x20 == $1 }
        && rest.first.map { $0 != UInt8(ascii: "/") } ?? false
    }
  }
}
