/// One change, as an observer receives it.
///
/// An event is a view: you can read its old and new values while the observer runs; afterwards they
/// are nil. They are the values of *this* change, even if the entity has changed since.
///
///     let position = group.observe(.updated) { event in
///       print(event.old(Position.self), "->", event.new(Position.self))
///     }
public struct Event {
  /// What happened.
  @frozen
  public enum Kind: Sendable, Hashable {
    /// An entity was created. Emitted to observers of a context.
    case created
    /// A component was added to an entity, or an entity became a member of a group.
    case added
    /// A component got another value. Observers of a group receive this event if the matcher of the
    /// group names the component.
    case updated
    /// A component was removed, or an entity left a group.
    case removed
    /// An entity was destroyed. Emitted to observers of a context and of the entity.
    case destroyed
  }

  /// What happened.
  public let kind: Kind
  /// The entity that changed.
  ///
  /// Its handle is invalid if the entity was destroyed, now or since.
  public let entity: Entity
  @usableFromInline let record: Int32
  @usableFromInline let delivery: UInt32
  let edit: Int32

  /// The type of the component that changed.
  ///
  /// Nil if a whole entity changed: one that was created with several components, or destroyed.
  public var component: (any Component.Type)? {
    guard isValid, edit >= 0 || kind != .created && change.kind != .destroyed else { return nil }
    let components = components
    return components.count == 1 ? components[0] : nil
  }

  /// The types of all components that the change touched, in the order in which the context first
  /// saw them.
  ///
  /// Empty after the observer has returned.
  ///
  /// - Complexity: O(*c*), where *c* is the number of those components.
  public var components: [any Component.Type] {
    guard isValid else { return [] }
    let edits = edit >= 0 ? Int(edit)..<Int(edit) + 1 : change.edits
    return edits.map { core.columns[Int(core.journal[edit: $0].column)].type }
  }

  /// The creation number of the entity, which is available even if the entity is destroyed.
  ///
  /// Nil after the observer has returned.
  ///
  /// - Complexity: O(1).
  public var creationNumber: UInt64? { isValid ? change.creation : nil }

  /// The record of the change, valid while the observer runs.
  private var change: Record {
    core.journal.writeSoleUpdate()
    return core.journal[record: Int(record)]
  }

  /// Returns the value that a component had before the change.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The value; nil if the change did not touch the component, if there was none before,
  ///   or if the observer has returned.
  /// - Complexity: O(*c*), where *c* is the number of components in the change; 1 for most.
  @inlinable
  public func old<C: Component>(_ type: C.Type) -> C? {
    value(type) { $0.old }
  }

  /// Returns the value that a component has after the change.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The value; nil if the change did not touch the component, if it removed it, or if
  ///   the observer has returned.
  /// - Complexity: O(*c*), where *c* is the number of components in the change; 1 for most.
  @inlinable
  public func new<C: Component>(_ type: C.Type) -> C? {
    value(type) { $0.new }
  }

  /// True if the change is part of an applied change set, such as an undo step.
  ///
  /// Observers must not react again, because the set already contains their reactions.
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
  /// The types are those that the change touched.
  @_documentation(visibility: internal)
  public var description: String {
    guard let creationNumber else { return "\(kind) \(entity)" }
    let names = components.map { String(describing: $0) }
    return "\(kind) entity \(creationNumber) (\(names.joined(separator: ", ")))"
  }
}
