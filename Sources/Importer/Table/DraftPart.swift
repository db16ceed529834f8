import ECSKit

/// One component of a draft, or the memory for it.
///
/// Its operations are functions that are created where the type is known, and specialised there;
/// the methods of a generic class never are.
class DraftPart {
  /// The functions for a type of component; they share the memory for it with the part.
  fileprivate struct Operations {
    let emptyCopy: () -> DraftPart
    let copy: (_ other: DraftPart) -> Void
    let put: (borrowing NewEntity) -> Void
    let move: (borrowing NewEntity) -> Void
    let set: (Entity) -> Void
    let isHeld: (Entity) -> Bool
  }

  /// The memory for a component.
  fileprivate final class Cell<C> {
    // No access spans a call of foreign code, so no two accesses overlap.
    @exclusivity(unchecked) private(set) var value: C?

    /// Exchanges the value; a copy would be retained.
    ///
    /// The deinit of a value, which may be foreign code, runs after the access.
    func swap(_ value: inout C?) { Swift.swap(&self.value, &value) }
  }

  private let operations: Operations

  fileprivate init(_ operations: Operations) {
    self.operations = operations
  }

  /// Returns an empty part for the same type of component.
  func emptyCopy() -> DraftPart { operations.emptyCopy() }

  /// Takes a copy of the component of another part for the same type.
  func copy(_ other: DraftPart) { operations.copy(other) }

  /// Hands the component to an entity under way.
  func put(into entity: borrowing NewEntity) { operations.put(entity) }

  /// Moves the component into an entity under way; the part is empty then.
  func move(into entity: borrowing NewEntity) { operations.move(entity) }

  /// Sets the component on an entity.
  func set(on entity: Entity) { operations.set(entity) }

  /// Returns whether an entity has the component with this value.
  func isHeld(by entity: Entity) -> Bool { operations.isHeld(entity) }

  /// The part of one type of component.
  ///
  /// `C` is a component, but the declaration does not require it: the runtime would search all
  /// conformances of the program for each type of part, a third of the instructions of a short run.
  final class Of<C>: DraftPart {
    private let cell: Cell<C>

    fileprivate init(_ cell: Cell<C>, _ operations: Operations) {
      self.cell = cell
      super.init(operations)
    }

    /// Returns the value in a part that is one of this type.
    static func value(_ part: DraftPart) -> C? { (part as? Of)?.cell.value }

    /// Exchanges the value in a part that is one of this type.
    static func swap(_ value: inout C?, with part: DraftPart) { (part as? Of)?.cell.swap(&value) }
  }
}

extension DraftPart.Of where C: Component & Equatable {
  /// Creates an empty part.
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
          if let value = cell.value { entity.set(value) }
        },
        move: { entity in
          var value: C?
          cell.swap(&value)
          if let value { entity.set(value) }
        },
        set: { entity in
          if let value = cell.value { entity.set(value) }
        },
        isHeld: { entity in entity[C.self] == cell.value }))
  }
}
