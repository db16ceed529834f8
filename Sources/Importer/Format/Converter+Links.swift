import ECSKit
import Schedule

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
      WebLink(title: title, address: text).map { make([$0]) }
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
      if value.string?.trimmed.isEmpty == true { return .nothing }
      guard value.kind == .array || value.kind == .object else { return .unreadable(value) }
      var links: [WebLink] = []
      for thing in value.things where thing.kind != .null {
        guard let address = thing.linkAddress else { return .unreadable(thing) }
        if let link = WebLink(title: thing.linkTitle, address: address) { links.append(link) }
      }
      return links.isEmpty ? .nothing : .component(make(links))
    }
  }
}

extension SourceValue {
  /// Where a link leads; nil if nothing says it.
  fileprivate var linkAddress: String? {
    guard kind == .object else { return label }
    return (self["url"] ?? self["href"])?.label ?? content.string?.trimmed
  }

  /// What a link leads to.
  fileprivate var linkTitle: String {
    guard kind == .object else { return "" }
    return self["title"]?.label ?? content.string?.trimmed ?? ""
  }
}

extension Draft {
  /// Puts the links of several fields together, each address once.
  mutating func gatherLinks<each Field>(of fields: repeat (each Field).Type) {
    var links: [WebLink] = []
    repeat move((each fields), to: &links)
    if !links.isEmpty { self[WebLinks.self] = WebLinks(links: links) }
  }

  private mutating func move<Field>(_ field: Field.Type, to links: inout [WebLink]) {
    for link in self[FieldLinks<Field>.self]?.links ?? [] {
      let isNew = !links.contains { $0 == link || $0.address != nil && $0.address == link.address }
      if isNew { links.append(link) }
    }
    self[FieldLinks<Field>.self] = nil
  }
}
