import ECSKit

/// One component of a draft, or the room for it.
///
/// What can be done with it without knowing its type are functions that are made where the type is
/// known, and specialised there; the methods of a generic class never are.
class DraftPart {
  /// The functions for a type of component, none of which captures anything.
  fileprivate struct Operations {
    let emptyCopy: () -> DraftPart
    let take: (DraftPart, _ other: DraftPart) -> Void
    let put: (DraftPart, borrowing NewEntity) -> Void
    let move: (DraftPart, borrowing NewEntity) -> Void
    let set: (DraftPart, Entity) -> Void
    let isHeld: (DraftPart, Entity) -> Bool
  }

  private let operations: Operations

  fileprivate init(_ operations: Operations) {
    self.operations = operations
  }

  /// Returns an empty part for the same type of component.
  func emptyCopy() -> DraftPart { operations.emptyCopy() }

  /// Takes a copy of the component of another part for the same type.
  func take(_ other: DraftPart) { operations.take(self, other) }

  /// Hands the component to an entity under way.
  func put(into entity: borrowing NewEntity) { operations.put(self, entity) }

  /// Moves the component into an entity under way; the part is empty then.
  func move(into entity: borrowing NewEntity) { operations.move(self, entity) }

  /// Sets the component on an entity.
  func set(on entity: Entity) { operations.set(self, entity) }

  /// Returns whether an entity has the component with this value.
  func isHeld(by entity: Entity) -> Bool { operations.isHeld(self, entity) }

  /// The part of one type of component.
  final class Of<C: Component & Equatable>: DraftPart {
    private let box = UncheckedBox<C?>(nil)

    init() {
      super.init(
        Operations(
          emptyCopy: { Of() },
          take: { part, other in
            var value = Of.value(other)
            Of.swap(&value, with: part)
          },
          put: { part, entity in
            if let value = Of.value(part) { entity.set(value) }
          },
          move: { part, entity in
            var value: C?
            Of.swap(&value, with: part)
            if let value { entity.set(value) }
          },
          set: { part, entity in
            if let value = Of.value(part) { entity.set(value) }
          },
          isHeld: { part, entity in entity[C.self] == Of.value(part) }))
    }

    /// Returns the value in a part that is one of this type.
    static func value(_ part: DraftPart) -> C? { (part as? Of)?.box.copy }

    /// Exchanges the value in a part that is one of this type; a copy would be counted.
    static func swap(_ value: inout C?, with part: DraftPart) {
      (part as? Of)?.box.swap(with: &value)
    }
  }
}
