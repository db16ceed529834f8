import ECSKit
public import ECSModel

/// A list whose links are written and merged one by one.
///
/// Callers must pass only lists of the conforming type to these requirements.
protocol StoredLinkList: StoredComponent {
  /// True if each target has at most one source.
  static var isFromOne: Bool { get }

  /// Applies the delete rule if the sources own their targets.
  static func applyDeleteRule(in context: Context)

  static func sources(of target: Entity, in context: Context) -> [Entity]

  /// Returns true if an entity equals another entity or is one of its direct or indirect targets.
  static func isBelow(_ entity: Entity, _ other: Entity, in context: Context) -> Bool

  static func position(of target: Entity, in source: Entity) -> Int?

  /// Moves a link to another source, or removes the link if `other` is nil.
  static func move(
    _ target: Entity, from source: Entity, to other: (source: Entity, position: Int?)?)

  var count: Int { get }

  /// Returns the label and target of the link at a position.
  func link(at position: Int) -> (label: Int, target: Entity)

  /// Returns the position of the first link whose label is at least the given label.
  func position(of label: Int) -> Int

  /// Returns the JSON text of the target and data of the link at a position.
  func text(at position: Int) throws -> String

  /// Returns the labels whose links differ between this list and another list.
  ///
  /// Each label is returned with its targets in the other list and in this list.
  func changedLabels(
    since other: (any StoredComponent)?
  ) -> [(label: Int, old: Entity?, new: Entity?)]

  /// Returns the list without its links to some entities.
  ///
  /// The other links keep their labels.
  func removing(_ targets: Set<Entity>) -> Self
}

extension StoredLinkList {
  /// Returns the targets of the links that differ from the links of another list.
  func targets(changedSince other: (any StoredComponent)?) -> [Entity] {
    changedLabels(since: other).compactMap(\.new)
  }
}

private struct LinkForm<Data: Codable>: Codable {
  let to: Entity
  let data: Data
}

extension Links: StoredComponent where R: StoredRelation {
  /// The stored name of the relation.
  public static var storedName: String { R.storedName }
  /// True unless the relation is to-one.
  ///
  /// Each link is then written and merged separately.
  public static var isWrittenInParts: Bool { !R.isToOne }

  /// The ids of the targets in order, with the data of the links.
  public var stored: StoredValue {
    get throws {
      let links = links.filter { $0.target.isWritten }
      return R.Data.self == NoData.self
        ? try StoredValue(encoding: links.map(\.target))
        : try StoredValue(encoding: links.map { LinkForm(to: $0.target, data: $0.data) })
    }
  }

  /// Creates the links by decoding a stored value.
  ///
  /// - Parameter stored: The stored value.
  /// - Throws: `DecodingError`.
  public init(stored: StoredValue) throws {
    if let nothing = NoData() as? R.Data {
      self = Links(try stored.decoded(as: [Entity].self).map { Link(to: $0, nothing) })
    } else {
      self = Links(
        try stored.decoded(as: [LinkForm<R.Data>].self).map { Link(to: $0.to, $0.data) })
    }
  }
}

extension Links: StoredLinkList where R: StoredRelation {
  static var isFromOne: Bool { R.isFromOne }

  static func applyDeleteRule(in context: Context) {
    if let owning = R.self as? any OwningRelation.Type { context.applyDeleteRule(of: owning) }
  }

  static func sources(of target: Entity, in context: Context) -> [Entity] {
    context.sources(of: R.self, to: target)
  }

  static func isBelow(_ entity: Entity, _ other: Entity, in context: Context) -> Bool {
    context.isBelow(entity, other, as: R.self)
  }

  static func position(of target: Entity, in source: Entity) -> Int? {
    source.targets(of: R.self).firstIndex(of: target)
  }

  static func move(
    _ target: Entity, from source: Entity, to other: (source: Entity, position: Int?)?
  ) {
    let link = source.links(of: R.self).first { $0.target == target }
    source.unlink(from: target, as: R.self)
    if let other, let link {
      other.source.link(to: target, as: R.self, link.data, at: other.position)
    }
  }

  func link(at position: Int) -> (label: Int, target: Entity) {
    let (label, link) = self[position]
    return (label, link.target)
  }

  func text(at position: Int) throws -> String {
    let link = self[position].link
    return R.Data.self == NoData.self
      ? try StoredEncoder.text(of: link.target)
      : try StoredEncoder.text(of: LinkForm(to: link.target, data: link.data))
  }

  func changedLabels(
    since other: (any StoredComponent)?
  ) -> [(label: Int, old: Entity?, new: Entity?)] {
    changes(since: other as? Links ?? Links([])).map { ($0.label, $0.old?.target, $0.new?.target) }
  }
}

extension Entity {
  /// True if a link to the entity can be written, because the entity has a name or will get one.
  var isWritten: Bool { isAlive || writtenName?.isEmpty == false }
}
