import ECSKit
import Schedule
import SourceText
import TextBasics

/// The links in one field of a record, before the links of all its fields are combined.
struct FieldLinks<Field>: Component, Equatable {
  let links: [WebLink]
}

extension Converter {
  /// Returns a converter for a field with one address; a blank string counts as a missing field.
  static func link<C: Component & Equatable>(
    titled title: String, _ make: @escaping @Sendable ([WebLink]) -> C
  ) -> Converter {
    label(accepting: "an address") { text in
      WebLink(title: title, text: text).map { make([$0]) }
    }
  }

  static let photo = label { Photo(link: $0) }

  /// Returns a converter for a list of addresses; an empty list counts as a missing field.
  static func links<C: Component & Equatable>(
    _ make: @escaping @Sendable ([WebLink]) -> C
  ) -> Converter {
    Converter(to: C.self, accepting: "a list of addresses or objects with an address") { value in
      // An empty list in XML is a blank string.
      if value.string?.utf8.allSatisfy({ $0 <= 0x20 }) == true { return .nothing }
      guard value.kind == .array || value.kind == .object else { return .unreadable(value) }
      var links: [WebLink] = []
      var unreadable = value.mixedText
      for thing in value.things where thing.kind != .null {
        if let address = thing.linkAddress {
          if let link = WebLink(title: thing.linkTitle, text: address) { links.append(link) }
        } else if unreadable == nil {
          unreadable = thing
        }
      }
      if let unreadable {
        return links.isEmpty
          ? .unreadable(unreadable) : .partly(make(links), unreadable: unreadable)
      }
      return links.isEmpty ? .nothing : .component(make(links))
    }
  }
}

extension SourceValue {
  fileprivate var linkAddress: String? {
    guard kind == .object else { return text?.trimmed }
    return (self["url"] ?? self["href"])?.text?.trimmed ?? content.string?.trimmed
  }

  /// The title of a link, or an empty string if it has none.
  fileprivate var linkTitle: String {
    guard kind == .object else { return "" }
    let title =
      self["title"]?.label ?? content.string?.onOneLine ?? self["name"]?.label ?? ""
    guard title.isEmpty, let type = self["type"]?.label?.lowercased() else { return title }
    return Self.linkTypes.contains(type) ? type : title
  }

  /// The link types of schedule.json that serve as titles; other types are ignored.
  private static let linkTypes: Set = [
    "slides", "paper", "blog", "article", "book", "media", "feedback", "origin",
  ]
}

/// The links of a whole record, with unique addresses.
struct LinkList {
  private(set) var links: [WebLink] = []
  /// The addresses, filled once the list has `few` links; below that a linear search is faster.
  private var addresses: Set<String> = []

  private static let few = 8

  mutating func add(_ link: WebLink) {
    if !link.text.isEmpty, has(link.text) { return }
    links.append(link)
    if links.count == Self.few {
      addresses = Set(links.map(\.text))
    } else if links.count > Self.few {
      addresses.insert(link.text)
    }
  }

  private func has(_ address: String) -> Bool {
    links.count < Self.few
      ? links.contains { $0.text == address } : addresses.contains(address)
  }
}

extension Draft {
  /// Moves the links of a field to the list of the whole record.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of links in the field.
  mutating func moveLinks<Field>(of field: Field.Type, to list: inout LinkList) {
    guard let found = self[FieldLinks<Field>.self]?.links else { return }
    self[FieldLinks<Field>.self] = nil
    for link in found { list.add(link) }
  }

  /// Adds a scheme to the addresses that start with `//`.
  ///
  /// - Parameter scheme: The scheme of the file's own address. If it is nil, only the address of
  ///   the photo gets a scheme, `https:`. `WebLink` assumes that scheme for all other addresses.
  mutating func completeLinks(with scheme: String?) {
    func lacksScheme(_ link: WebLink) -> Bool { link.text.utf8.starts(with: "//".utf8) }
    if let photo = self[Photo.self]?.link, photo.utf8.starts(with: "//".utf8) {
      self[Photo.self] = Photo(link: (scheme ?? "https:") + photo)
    }
    guard let scheme else { return }
    guard let links = self[WebLinks.self]?.links, links.contains(where: lacksScheme) else { return }
    self[WebLinks.self] = WebLinks(
      links: links.compactMap { link in
        lacksScheme(link) ? WebLink(title: link.title, text: scheme + link.text) : link
      })
  }

  mutating func set(_ list: LinkList) {
    if !list.links.isEmpty { self[WebLinks.self] = WebLinks(links: list.links) }
  }
}
