import ECSKit

/// Storage for at most one component of a draft.
///
/// The operations are closures, because the compiler specializes closures for a known type, but not
/// the methods of a generic class.
class DraftPart {
  /// The operations of a part, as closures that capture its storage.
  fileprivate struct Operations {
    let emptyCopy: () -> DraftPart
    let copy: (_ other: DraftPart) -> Void
    let put: (borrowing NewEntity) -> Void
    let move: (borrowing NewEntity) -> Void
    let set: (Entity) -> Void
    let complete: (Entity) -> Void
    let isHeld: (Entity) -> Bool
  }

  fileprivate final class Cell<C> {
    // Every access to the storage ends before user code runs, so accesses never overlap.
    @exclusivity(unchecked) private(set) var value: C?

    /// Swaps the value with a variable, to avoid retaining a copy.
    ///
    /// The deinitializer of the old value may run user code, so it runs after the access ends.
    func swap(_ value: inout C?) { Swift.swap(&self.value, &value) }
  }

  private let operations: Operations

  fileprivate init(_ operations: Operations) {
    self.operations = operations
  }

  func emptyCopy() -> DraftPart { operations.emptyCopy() }

  func copy(_ other: DraftPart) { operations.copy(other) }

  func put(into entity: borrowing NewEntity) { operations.put(entity) }

  /// Moves the component to a new entity and leaves the part empty.
  func move(into entity: borrowing NewEntity) { operations.move(entity) }

  func set(on entity: Entity) { operations.set(entity) }

  /// Sets the component unless the entity has one.
  func complete(_ entity: Entity) { operations.complete(entity) }

  func isHeld(by entity: Entity) -> Bool { operations.isHeld(entity) }

  /// A part for one component type.
  ///
  /// `C` has no `Component` constraint. With the constraint, the runtime would search all
  /// conformances of the program for each type of part. In a short run, this search took a third of
  /// the instructions.
  final class Of<C>: DraftPart {
    private let cell: Cell<C>

    fileprivate init(_ cell: Cell<C>, _ operations: Operations) {
      self.cell = cell
      super.init(operations)
    }

    static func value(_ part: DraftPart) -> C? { (part as? Of)?.cell.value }

    static func swap(_ value: inout C?, with part: DraftPart) { (part as? Of)?.cell.swap(&value) }
  }
}

extension DraftPart.Of where C: Component & Equatable {
  convenience init() {
    let cell = DraftPart.Cell<C>()
    self.init(
      cell,
      DraftPart.Operations(
        emptyCopy: { DraftPart.Of<C>() },
        copy: { other in
          var value = DraftPart.Of<C>.value(other)
          cell.swap(&value)
        },
        put: { entity in
          if let value = cell.value { Self.add(value, to: entity) }
        },
        move: { entity in
          var value: C?
          cell.swap(&value)
          if let value { Self.add(value, to: entity) }
        },
        set: { entity in
          if let value = cell.value { Self.set(value, on: entity) }
        },
        complete: { entity in
          if let value = cell.value, !entity.has(C.self) { Self.set(value, on: entity) }
        },
        isHeld: { entity in entity[C.self] == cell.value }))
  }

  // The compiler specializes these functions for each component type, so they are not inlined.

  @inline(never)
  private static func add(_ value: C, to entity: borrowing NewEntity) { entity.set(value) }

  @inline(never)
  private static func set(_ value: C, on entity: Entity) { entity.set(value) }
}
