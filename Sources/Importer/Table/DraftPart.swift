import ECSKit

/// One component of a draft, or the memory for it.
///
/// Its operations are functions that are created where the type is known, and specialised there;
/// the methods of a generic class never are.
class DraftPart {
  /// The functions for a type of component; none of them captures anything.
  fileprivate struct Operations {
    let emptyCopy: () -> DraftPart
    let copy: (DraftPart, _ other: DraftPart) -> Void
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
  func copy(_ other: DraftPart) { operations.copy(self, other) }

  /// Hands the component to an entity under way.
  func put(into entity: borrowing NewEntity) { operations.put(self, entity) }

  /// Moves the component into an entity under way; the part is empty then.
  func move(into entity: borrowing NewEntity) { operations.move(self, entity) }

  /// Sets the component on an entity.
  func set(on entity: Entity) { operations.set(self, entity) }

  /// Returns whether an entity has the component with this value.
  func isHeld(by entity: Entity) -> Bool { operations.isHeld(self, entity) }

  /// The part of one type of component.
  ///
  /// `C` is a component, but the declaration does not require it: the runtime would search all
  /// conformances of the program for each type of part, a third of the instructions of a short run.
  final class Of<C>: DraftPart {
    // No access spans a call of foreign code, so no two accesses overlap.
    @exclusivity(unchecked) private var value: C?

    /// Returns the value in a part that is one of this type.
    static func value(_ part: DraftPart) -> C? { (part as? Of)?.value }

    /// Exchanges the value in a part that is one of this type; a copy would be retained.
    ///
    /// The deinit of a value, which may be foreign code, runs after the access.
    static func swap(_ value: inout C?, with part: DraftPart) {
      guard let part = part as? Of else { return }
      Swift.swap(&part.value, &value)
    }
  }
}

extension DraftPart.Of where C: Component & Equatable {
  /// Creates an empty part.
  convenience init() {
    self.init(
      DraftPart.Operations(
        emptyCopy: { DraftPart.Of<C>() },
        copy: { part, other in
          var value = DraftPart.Of<C>.value(other)
          DraftPart.Of<C>.swap(&value, with: part)
        },
        put: { part, entity in
          if let value = DraftPart.Of<C>.value(part) { entity.set(value) }
        },
        move: { part, entity in
          var value: C?
          DraftPart.Of<C>.swap(&value, with: part)
          if let value { entity.set(value) }
        },
        set: { part, entity in
          if let value = DraftPart.Of<C>.value(part) { entity.set(value) }
        },
        isHeld: { part, entity in entity[C.self] == DraftPart.Of<C>.value(part) }))
  }
}
