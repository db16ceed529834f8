public import ECSKit

/// A replay of the changes of one context in another context.
///
///     let replay = Replay(into: copy)
///     for (_, changes) in history.events.changeSets { try replay.apply(changes) }
///     replay.entity(7)  // the entity of the copy that corresponds to entity 7
///
/// Entities are identified by their creation numbers. A context that has never had entities gets
/// the same entities with the same components, in the same order. If the changes come from a
/// history, the history must not have dropped events.
public final class Replay {
  private let context: Context
  /// The replayed entities and their creation numbers, by the original creation number.
  private var entities: [UInt64: (entity: Entity, number: UInt64?)] = [:]

  /// An error that prevents a replay.
  ///
  /// The context is then unchanged.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// A change refers to an entity that was never replayed or is destroyed.
    case unknown(entity: UInt64)
    /// A change creates an entity that already exists in the replay.
    case known(entity: UInt64)

    /// A sentence that describes the error.
    public var description: String {
      switch self {
      case .unknown(let entity):
        "entity \(entity) is not in the replay; expected all changes since its creation"
      case .known(let entity):
        "entity \(entity) is already in the replay; expected a new entity"
      }
    }
  }

  /// Creates a replay without entities.
  ///
  /// - Parameter context: The context to change.
  public init(into context: Context) {
    self.context = context
  }

  /// Returns the replayed entity that corresponds to an entity of the original context.
  ///
  /// - Parameter number: The creation number of the original entity.
  /// - Returns: The entity, or nil if it was not replayed or is destroyed.
  /// - Complexity: O(1) expected.
  public func entity(_ number: UInt64) -> Entity? {
    entities[number].flatMap { $0.entity.isAlive ? $0.entity : nil }
  }

  /// Applies a change set as one transaction with the same label.
  ///
  /// Each change sets its new value, even if the context does not contain the expected old value.
  ///
  /// - Parameter changes: The changes to apply. They include the changes that observers of the
  ///   original context made. Observers of this context should not repeat these changes.
  /// - Throws: `Failure` if a changed entity is missing or a created entity already exists; the
  ///   context is then unchanged.
  /// - Complexity: The cost of making the changes one by one.
  public func apply(_ changes: ChangeSet) throws(Failure) {
    try apply(
      changes.changes.map {
        Step(
          kind: $0.kind, entity: $0.creationNumber, component: $0.component, new: $0.new)
      }, label: changes.label)
  }

  struct Step {
    let kind: Event.Kind
    let entity: UInt64
    let component: (any Component.Type)?
    let new: (any Component)?
  }

  func apply(_ steps: [Step], label: String?) throws(Failure) {
    let before = entities
    do {
      try context.transaction(label: label) { () throws(Failure) in try make(steps) }
    } catch {
      entities = before
      throw error
    }
  }

  private func make(_ steps: [Step]) throws(Failure) {
    var created: (number: UInt64, values: [any Component])?
    func create() {
      guard let (number, values) = created else { return }
      created = nil
      // An entity that is revived keeps its creation number and its handle.
      let former = entities[number]
      let entity = context.createEntity(number: former?.number, reviving: former?.entity) { new in
        for value in values { new.set(value) }
      }
      entities[number] = (entity, entity.creationNumber)
    }
    for step in steps {
      if step.kind == .added, created?.number == step.entity, let value = step.new {
        created?.values.append(value)
        continue
      }
      create()
      if step.kind == .created {
        if self.entity(step.entity) != nil { throw .known(entity: step.entity) }
        created = (step.entity, [])
        continue
      }
      guard let entity = entity(step.entity) else { throw .unknown(entity: step.entity) }
      make(step, on: entity)
    }
    create()
  }

  private func make(_ step: Step, on entity: Entity) {
    if step.kind == .destroyed {
      entity.destroy()
    } else if let value = step.new {
      entity.set(value)
    } else if let type = step.component {
      entity.remove(type)
    }
  }
}
