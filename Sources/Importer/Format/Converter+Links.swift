import ECSKit
import Schedule
import SourceText
import TextBasics

/// The links in one field of a record, until those of all its fields are put together.
struct FieldLinks<Field>: Component, Equatable {
  let links: [WebLink]
}

extension Converter {
  /// Returns a converter for a field that holds one address.
  ///
  /// - Parameters:
  ///   - title: What is found there.
  ///   - make: Makes the component of the link.
  /// - Returns: The converter; a blank text says nothing.
  static func link<C: Component & Equatable>(
    titled title: String, _ make: @escaping @Sendable ([WebLink]) -> C
  ) -> Converter {
    label(accepting: "an address") { text in
      WebLink(title: title, text: text).map { make([$0]) }
    }
  }

  /// Returns a converter for a list of addresses, alone or with what is found there.
  ///
  /// - Parameter make: Makes the component of the links.
  /// - Returns: The converter; an empty list says that there is nothing.
  static func links<C: Component & Equatable>(
    _ make: @escaping @Sendable ([WebLink]) -> C
  ) -> Converter {
    Converter(to: C.self, accepting: "a list of addresses or objects with an address") { value in
      // In XML a list without anything in it is a blank text.
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
  /// Where a link leads; nil if nothing says it.
  fileprivate var linkAddress: String? {
    guard kind == .object else { return text?.trimmed }
    return (self["url"] ?? self["href"])?.text?.trimmed ?? content.string?.trimmed
  }

  /// What a link leads to.
  fileprivate var linkTitle: String {
    guard kind == .object else { return "" }
    let title = self["title"]?.label ?? content.string?.onOneLine ?? ""
    guard title.isEmpty, let type = self["type"]?.label?.lowercased() else { return title }
    return Self.linkTypes.contains(type) ? type : title
  }

  /// What schedule.json calls links that have no title; other words of it say nothing.
  private static let linkTypes: Set = [
    "slides", "paper", "blog", "article", "book", "media", "feedback", "origin",
  ]
}

/// The links of a whole record, each address once.
struct LinkList {
  private(set) var links: [WebLink] = []
  private var addresses: Set<String> = []

  /// Adds a link unless its address is there already.
  mutating func add(_ link: WebLink) {
    if link.text.isEmpty || addresses.insert(link.text).inserted { links.append(link) }
  }
}

extension Draft {
  /// Moves the links of a field to those of the whole record.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of links in the field.
  mutating func moveLinks<Field>(of field: Field.Type, to list: inout LinkList) {
    guard let found = self[FieldLinks<Field>.self]?.links else { return }
    self[FieldLinks<Field>.self] = nil
    for link in found { list.add(link) }
  }

  /// Gives a record the links of all its fields.
  mutating func set(_ list: LinkList) {
    if !list.links.isEmpty { self[WebLinks.self] = WebLinks(links: list.links) }
  }
}
