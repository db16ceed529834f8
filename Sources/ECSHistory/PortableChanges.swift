// Change sets in an encodable form, and their replay in another context. Apps create and decode
// portable changes, and a `Replay` applies them. Decoding checks that a change has exactly the
// values of its kind.

public import ECSKit

/// Changes in a form that can be saved, sent to another thread or read by another program.
///
/// Portable changes are a change set without handles. Entities are identified by their creation
/// numbers, and components by their names in ``ComponentNames``. A ``Replay`` applies the changes
/// to another context.
///
///     let changes = context.recordChanges(label: "Rate") { talk.set(Rating(stars: 5)) }
///     let letter = try PortableChanges(changes, names)
///     // there, after decoding it:
///     try replay.apply(letter)
///
/// Any encoder and decoder can be used. A decoder needs ``ComponentNames/userInfo``.
public struct PortableChanges: Sendable {
  /// One change to one entity.
  public struct Change: Sendable {
    /// The kind of change.
    public let kind: Event.Kind
    /// The creation number of the entity.
    public let entity: UInt64
    /// The name of the component, or nil if an entity was created or destroyed.
    public let component: String?
    /// The previous value, or nil if the change has no previous value.
    public let old: (any PortableComponent)?
    /// The new value, or nil if the change has no new value.
    public let new: (any PortableComponent)?
    /// The type of the component, or nil if `component` is nil.
    let type: (any PortableComponent.Type)?
  }

  /// The label of the transaction.
  public let label: String?
  /// The changes in order.
  public let changes: [Change]

  /// An error that prevents the conversion of a change set to a portable form.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// A component type has no name.
    case unnamed(component: String)

    /// A sentence that describes the error.
    public var description: String {
      switch self {
      case .unnamed(let component):
        "the component \(component) has no name; expected a name in ComponentNames"
      }
    }
  }

  /// Creates portable changes from a change set.
  ///
  /// - Parameters:
  ///   - set: The change set to convert.
  ///   - names: The names of the components.
  /// - Throws: `Failure` if a component has no name.
  /// - Complexity: O(*n*), where *n* is the number of changes.
  public init(_ set: ChangeSet, _ names: ComponentNames) throws(Failure) {
    label = set.label
    var changes: [Change] = []
    changes.reserveCapacity(set.changes.count)
    for change in set.changes {
      var name: String?
      if let component = change.component {
        name = names.name(of: component)
        guard name != nil else { throw .unnamed(component: "\(component)") }
      }
      changes.append(
        Change(
          kind: change.kind, entity: change.creationNumber, component: name,
          old: change.old as? any PortableComponent, new: change.new as? any PortableComponent,
          type: name.flatMap(names.type)))
    }
    self.changes = changes
  }
}

extension PortableChanges: Codable {
  private enum Key: String, CodingKey {
    case label, changes
  }

  /// Encodes the changes.
  ///
  /// - Parameter encoder: The encoder to write to. Its `userInfo` need not contain the names.
  /// - Throws: Any error that the encoder or a component throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(label, forKey: .label)
    try container.encode(changes, forKey: .changes)
  }

  /// Creates portable changes by decoding them.
  ///
  /// - Parameter decoder: The decoder to read from. Its `userInfo` must contain
  ///   ``ComponentNames/userInfo``.
  /// - Throws: `DecodingError` if the component names are missing, if a name is unknown, or if the
  ///   values of a change do not match its kind.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    label = try container.decodeIfPresent(String.self, forKey: .label)
    changes = try container.decode([Change].self, forKey: .changes)
  }
}

extension PortableChanges.Change: Codable {
  private enum Key: String, CodingKey {
    case kind, entity, component, old, new
  }

  /// Encodes the change.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: Any error that the encoder or a component throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(EventWord.of(.change(kind)), forKey: .kind)
    try container.encode(entity, forKey: .entity)
    try container.encodeIfPresent(component, forKey: .component)
    if let old { try old.encode(to: container.superEncoder(forKey: .old)) }
    if let new { try new.encode(to: container.superEncoder(forKey: .new)) }
  }

  /// Creates a change by decoding it.
  ///
  /// - Parameter decoder: The decoder to read from. Its `userInfo` must contain
  ///   ``ComponentNames/userInfo``.
  /// - Throws: `DecodingError` if the component names are missing, if a name is unknown, or if the
  ///   values do not match the kind of change.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard let names = ComponentNames(in: decoder) else {
      throw Self.error(
        "found no component names; expected the userInfo of ComponentNames in the decoder", decoder)
    }
    let word = try container.decode(String.self, forKey: .kind)
    guard let kind = EventWord.changeKind(exactly: word) else {
      let expected = EventWord.ofChanges.joined(separator: ", ")
      throw Self.error("found \(word.debugDescription); expected \(expected)", decoder)
    }
    self.kind = kind
    entity = try container.decode(UInt64.self, forKey: .entity)
    let name = try container.decodeIfPresent(String.self, forKey: .component)
    let type = name.flatMap(names.type)
    if let name, type == nil {
      let expected = names.all.joined(separator: ", ")
      throw Self.error("found \(name.debugDescription); expected \(expected)", decoder)
    }
    func value(_ key: Key) throws -> (any PortableComponent)? {
      guard let type, container.contains(key) else { return nil }
      return try type.init(from: container.superDecoder(forKey: key))
    }
    let (old, new) = (try value(.old), try value(.new))
    let needsOld = kind == .updated || kind == .removed
    let needsNew = kind == .updated || kind == .added
    guard (old != nil) == needsOld, (new != nil) == needsNew,
      (name != nil) == (needsOld || needsNew)
    else {
      throw Self.error("found the wrong values for the change \(word)", decoder)
    }
    (component, self.type, self.old, self.new) = (name, type, old, new)
  }

  private static func error(_ text: String, _ decoder: any Decoder) -> DecodingError {
    DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: text))
  }
}

extension Replay {
  /// Applies portable changes as one transaction with their label.
  ///
  /// - Parameter changes: The changes to apply.
  /// - Throws: `Failure` if a changed entity is missing or a created entity already exists; the
  ///   context is then unchanged.
  /// - Complexity: The cost of making the changes one by one.
  public func apply(_ changes: PortableChanges) throws(Failure) {
    try apply(
      changes.changes.map {
        Step(kind: $0.kind, entity: $0.entity, component: $0.type, new: $0.new)
      }, label: changes.label)
  }
}
