import Basics
import ECSKit
import Schedule
import SourceText

/// The links in one field of a record, before they are combined with the links in other fields.
struct FieldLinks<Field>: Component, Equatable {
  let links: [WebLink]
}

extension Converter {
  /// Returns a converter for a field that contains an address.
  ///
  /// A blank string counts as a missing field.
  static func link<C: Component & Equatable>(
    titled title: String, _ make: @escaping @Sendable ([WebLink]) -> C
  ) -> Converter {
    label(accepting: "an address") { text in
      var links: [WebLink] = []
      links.add(title: title, text: text)
      return make(links)
    }
  }

  static let photo = label { Photo(link: $0) }

  /// Returns a converter for a list of addresses.
  ///
  /// An empty list counts as a missing field.
  static func links<C: Component & Equatable>(
    _ make: @escaping @Sendable ([WebLink]) -> C
  ) -> Converter {
    Converter(to: C.self, accepting: "a list of addresses or objects with an address") { value in
      // An empty list in XML is a blank string.
      if value.string?.utf8.allSatisfy({ $0 <= 0x20 }) == true { return .nothing }
      guard value.kind == .array || value.kind == .object else { return .unreadable(value) }
      var links: [WebLink] = []
      var unreadable = value.mixedText
      value.forEachThing { thing in
        if thing.kind == .null { return }
        if let address = thing.linkAddress {
          links.add(title: thing.linkTitle, text: address)
        } else if unreadable == nil {
          unreadable = thing
        }
      }
      if let unreadable {
        return links.isEmpty
          ? .unreadable(unreadable) : .partly(make(links), unreadable: unreadable)
      }
      return links.isEmpty ? .nothing : .component(make(links))
    }.withParts(["url", "href", "title", "name", "type", "linkType", "service", "id", "logo"])
  }
}

extension [WebLink] {
  /// Adds a link for a string, or a link for each address if the string is a list of addresses.
  fileprivate mutating func add(title: String, text: String) {
    func isSeparator(_ byte: UInt8) -> Bool {
      byte <= ASCII.space || byte == ASCII.comma || byte == ASCII.semicolon
    }
    let hasSeveralColons = text.withUTF8Span { bytes in
      let first = bytes.firstOffset(of: ASCII.colon, from: 0)
      return first < bytes.count
        && bytes.firstOffset(of: ASCII.colon, from: first + 1) < bytes.count
    }
    // Each address in a list has a colon. Nearly all strings have at most one colon, so they are
    // not lists.
    if hasSeveralColons, text.hasByte(where: isSeparator) {
      let links = text.utf8.split(whereSeparator: isSeparator).compactMap {
        WebLink(title: title, text: String(Substring($0)))
      }
      if links.count > 1, links.allSatisfy({ $0.address != nil }) {
        self += links
        return
      }
    }
    if let link = WebLink(title: title, text: text) { append(link) }
  }
}

extension SourceValue {
  fileprivate var linkAddress: String? {
    guard kind == .object else { return text?.trimmed }
    return (self["url"] ?? self["href"])?.text?.trimmed ?? content.string?.trimmed
  }

  /// The title of a link, or an empty string if the link has no title.
  fileprivate var linkTitle: String {
    guard kind == .object else { return "" }
    let title =
      self["title"]?.label ?? content.string?.onOneLine ?? self["name"]?.label ?? ""
    guard title.isEmpty, let type = self["type"]?.label?.lowercased() else { return title }
    return Self.linkTypes.contains(type) ? type : title
  }

  /// The link types of schedule.json that replace missing titles of links.
  ///
  /// Other types are ignored.
  private static let linkTypes: Set = [
    "slides", "paper", "blog", "article", "book", "media", "feedback", "origin",
  ]
}

/// The links of a whole record, with unique addresses.
struct LinkList {
  private(set) var links: [WebLink] = []
  /// The addresses of the links, if there are at least `setThreshold` links.
  ///
  /// For fewer links, the set is empty, because a linear search is faster.
  private var addresses: Set<String> = []

  private static let setThreshold = 8

  mutating func add(_ found: [WebLink]) {
    if links.isEmpty, found.count == 1 {
      links = found
    } else {
      links.reserveCapacity(links.count + found.count)
      for link in found { add(link) }
    }
  }

  mutating func add(_ link: WebLink) {
    if !link.text.isEmpty, has(link.text) { return }
    links.append(link)
    if links.count == Self.setThreshold {
      addresses = Set(links.map(\.text))
    } else if links.count > Self.setThreshold {
      addresses.insert(link.text)
    }
  }

  private func has(_ address: String) -> Bool {
    links.count < Self.setThreshold
      ? links.contains { $0.text == address } : addresses.contains(address)
  }
}

extension Draft {
  /// Moves the links of a field to the list of the whole record.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of links in the field.
  mutating func moveLinks<Field>(of field: Field.Type, to list: inout LinkList) {
    if let found = take(FieldLinks<Field>.self)?.links { list.add(found) }
  }

  /// Completes the relative addresses of the photo and the links.
  ///
  /// An address that starts with `//` lacks only the scheme. If `scheme` is nil, the photo gets the
  /// scheme `https:`, but links of this form remain unchanged, because `WebLink` assumes `https:`.
  /// If `base` is nil, other relative addresses remain unchanged.
  mutating func completeLinks(with scheme: String?, _ base: LinkBase?) {
    func isPart(_ text: String) -> Bool {
      let first = text.utf8.first
      return first == ASCII.slash || first == ASCII.point
    }
    func whole(_ text: String, _ scheme: String?) -> String {
      if text.utf8.starts(with: "//".utf8) { return (scheme ?? "") + text }
      return base?.resolve(text) ?? text
    }
    if let photo = self[Photo.self]?.link, isPart(photo) {
      self[Photo.self] = Photo(link: whole(photo, scheme ?? "https:"))
    }
    if scheme == nil, base == nil { return }
    guard let links = self[WebLinks.self]?.links, links.contains(where: { isPart($0.text) }) else {
      return
    }
    self[WebLinks.self] = WebLinks(
      links: links.compactMap { WebLink(title: $0.title, text: whole($0.text, scheme)) })
  }

  mutating func set(_ list: LinkList) {
    if !list.links.isEmpty { self[WebLinks.self] = WebLinks(links: list.links) }
  }
}
