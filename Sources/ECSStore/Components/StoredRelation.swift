import ECSKit
public import ECSModel

/// A relation with stored links.
///
///     enum Cards: StoredRelation { static let storedName = "cards" }
///     StoredComponents(Card.self, Links<Cards>.self)
///
/// If entities have several values of a component `Stat`, also store `Links<HasMany<Stat>>`. To
/// store an ``ECSModel/Alias``, store the component `Alias.Target`.
public protocol StoredRelation: Relation where Data: Codable {
  /// The unique name under which links are stored.
  static var storedName: String { get }
}

private struct LinkForm<Data: Codable>: Codable {
  let to: Entity
  let data: Data
}

extension Links: StoredComponent where R: StoredRelation {
  /// The name of the relation.
  public static var storedName: String { R.storedName }
  /// True, so that a change to one link does not write the whole list.
  public static var isWrittenInParts: Bool { true }

  /// The ids of the targets in order, with the data of the links.
  public var stored: StoredValue {
    get throws {
      let links = written.map(\.link)
      return R.Data.self == NoData.self
        ? try StoredValue(encoding: links.map(\.target))
        : try StoredValue(encoding: links.map { LinkForm(to: $0.target, data: $0.data) })
    }
  }

  /// Decodes the links.
  ///
  /// - Parameter stored: The value.
  /// - Throws: `DecodingError`.
  public init(stored: StoredValue) throws {
    let links: [Link<R>]
    if let nothing = NoData() as? R.Data {
      links = try stored.decoded(as: [Entity].self).map { Link(to: $0, nothing) }
    } else {
      links = try stored.decoded(as: [LinkForm<R.Data>].self).map { Link(to: $0.to, $0.data) }
    }
    let labels = stored.parts?.elements.map(\.label) ?? []
    self = labels.isEmpty ? Links(links) : Links(labelled: Array(zip(labels, links)))
  }
}

extension Links: StoredInParts where R: StoredRelation {
  var parts: StoredParts {
    get throws {
      var parts = StoredParts()
      for (label, link) in written { parts.set(try text(link), at: label) }
      return parts
    }
  }

  var hasLabelsOfWhole: Bool {
    written.enumerated().allSatisfy { $1.label == $0 * LinkLabels.step }
  }

  func hasLabels(of other: any StoredComponent) -> Bool {
    changes(since: other as? Links ?? self, comparing: false).isEmpty
  }

  func parts(
    changedSince other: any StoredComponent
  ) throws -> [(label: Int, text: String?)]? {
    let changes = changed(since: other)
    // A line about one link is about as long as a list of four links.
    if changes.count * 4 > count { return nil }
    return try changes.map { label, link in
      (label, try link.flatMap { $0.isWritten ? try text($0) : nil })
    }
  }

  func targets(changedSince other: (any StoredComponent)?) -> [Entity] {
    changed(since: other).compactMap { $0.link?.target }
  }

  func removing(_ targets: Set<Entity>) -> any StoredComponent {
    Links(links.filter { !targets.contains($0.target) })
  }

  private func changed(since other: (any StoredComponent)?) -> [(label: Int, link: Link<R>?)] {
    changes(since: other as? Links ?? Links([]))
  }

  /// The links to write.
  ///
  /// Links whose target has no name are omitted.
  fileprivate var written: [(label: Int, link: Link<R>)] { labelled.filter(\.link.isWritten) }

  private func text(_ link: Link<R>) throws -> String {
    R.Data.self == NoData.self
      ? try StoredEncoder.text(of: link.target)
      : try StoredEncoder.text(of: LinkForm(to: link.target, data: link.data))
  }
}

extension Link {
  /// True if the target has a name.
  fileprivate var isWritten: Bool { target.isAlive || target.writtenName?.isEmpty == false }
}

extension HasMany: StoredRelation where Value: StoredComponent {
  /// The word `several`, followed by the name of the component.
  public static var storedName: String { "several \(Value.storedName)" }
}

extension Alias.Target: StoredComponent {
  /// The name `alias`.
  public static var storedName: String { "alias" }

  private struct Form: Codable {
    let name: String
    let to: Entity
  }

  /// The name of the alias, and the id of its target.
  public var stored: StoredValue {
    get throws { try StoredValue(encoding: Form(name: name, to: entity)) }
  }

  /// Decodes the alias.
  ///
  /// - Parameter stored: The value.
  /// - Throws: `DecodingError`.
  public init(stored: StoredValue) throws {
    let form = try stored.decoded(as: Form.self)
    self.init(name: form.name, entity: form.to)
  }
}
