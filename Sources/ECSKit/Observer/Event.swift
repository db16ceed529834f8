/// One change, as an observer receives it.
///
/// An event does not store values. You can read the old and new values while the observer runs.
/// Afterwards, both are nil. The values belong to *this* change, even if the entity has changed
/// again since.
///
///     let position = group.observe(.updated) { event in
///       print(event.old(Position.self), "->", event.new(Position.self))
///     }
public struct Event {
  /// The kind of an event.
  @frozen
  public enum Kind: Sendable, Hashable {
    /// An entity was created.
    ///
    /// Observers of a context receive this event.
    case created
    /// A component was added to an entity, or an entity became a member of a group.
    case added
    /// The value of a component was replaced.
    ///
    /// Observers of a group receive this event if the rule of the group requires or offers the
    /// component. They also receive it if such a component was added or removed and the entity
    /// remains a member.
    case updated
    /// A component was removed, or an entity left a group.
    case removed
    /// An entity was destroyed.
    ///
    /// Observers of the context and of the entity receive this event.
    case destroyed
  }

  /// The kind of the event.
  public let kind: Kind
  /// The entity that changed.
  ///
  /// The handle is invalid if this change or a later change destroyed the entity.
  public let entity: Entity
  @usableFromInline let record: Int32
  @usableFromInline let delivery: UInt32
  let edit: Int32

  /// The type of the changed component.
  ///
  /// The type is nil for the kinds `created` and `destroyed`. For an observer of a group, it is
  /// also nil if the entity was created with several components or was destroyed. After the
  /// observer has returned, the type is nil.
  public var component: (any Component.Type)? {
    guard isValid, edit >= 0 || kind != .created && change.kind != .destroyed else { return nil }
    let components = components
    return components.count == 1 ? components[0] : nil
  }

  /// The types of all components that the change touched.
  ///
  /// The types are in the order in which the context first saw them. After the observer has
  /// returned, the array is empty.
  ///
  /// - Complexity: O(*c*), where *c* is the number of touched components.
  public var components: [any Component.Type] {
    guard isValid else { return [] }
    let edits = edit >= 0 ? Int(edit)..<Int(edit) + 1 : change.edits
    return edits.map { core.columns[Int(core.journal[edit: $0].column)].type }
  }

  /// The creation number of the entity.
  ///
  /// The number is available even if the entity is destroyed. After the observer has returned, the
  /// number is nil.
  ///
  /// - Complexity: O(1).
  public var creationNumber: UInt64? { isValid ? change.creation : nil }

  /// The record of the change.
  ///
  /// The record is valid while the observer runs.
  private var change: Record {
    core.journal.writeSoleUpdate()
    return core.journal[record: Int(record)]
  }

  /// Returns the value that a component had before the change.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The value, or nil if the change did not touch the component, if the component was
  ///   added, or if the observer has returned.
  /// - Complexity: O(*c*), where *c* is the number of components in the change, usually 1.
  @inlinable
  public func old<C: Component>(_ type: C.Type) -> C? {
    value(type) { $0.old }
  }

  /// Returns the value that a component has after the change.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The value, or nil if the change did not touch the component, if the component was
  ///   removed, or if the observer has returned.
  /// - Complexity: O(*c*), where *c* is the number of components in the change, usually 1.
  @inlinable
  public func new<C: Component>(_ type: C.Type) -> C? {
    value(type) { $0.new }
  }

  /// True if the change is part of an applied change set, such as an undo step.
  ///
  /// Observers must not react to such a change, because the set already contains their reactions.
  package var isApplied: Bool {
    entity.reference.withCore { core in
      isCurrent(in: core) && core.journal.isApplied(Int(record))
    }
  }

  private var core: Core { entity.reference.unchecked }

  private var isValid: Bool { isCurrent(in: core) }

  /// Returns true while the observer is handling the event.
  @inlinable @inline(__always)
  func isCurrent(in core: Core) -> Bool {
    core.isIn(entity.generation >> EntityTable.countBits) && core.journal.delivery == delivery
      && core.journal.current == Int(record)
  }

  @inlinable @inline(__always)
  func value<C: Component>(_ type: C.Type, _ side: (Edit) -> Int32) -> C? {
    entity.reference.withCore { core in
      guard isCurrent(in: core), let column = core.find(type) else { return nil }
      return unsafe column.with { column in
        guard let edit = core.journal.edit(of: column.number, in: Int(record)) else { return nil }
        let position = side(edit)
        return position >= 0 ? column.logged(position) : nil
      }
    }
  }
}

extension Event: CustomStringConvertible {
  /// The kind of change and the entity, such as `destroyed entity 7 (Title, Rating)`.
  ///
  /// The listed types are the types of the components that the change touched.
  public var description: String {
    guard let creationNumber else { return "\(kind) \(entity)" }
    let names = components.filter { !($0 is any UnlistedComponent.Type) }
      .map { String(describing: $0) }
    return "\(kind) entity \(creationNumber) (\(names.joined(separator: ", ")))"
  }
}
