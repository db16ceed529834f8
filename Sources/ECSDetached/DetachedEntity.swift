import ECSKit

/// A copy of an entity that may leave its context: to be read and edited anywhere, and synced back.
///
/// It holds the values of the entity's ``DetachableComponent``s and what was edited since. Edits are
/// local until they are handed to ``ECSKit/Context/sync(_:policy:)`` or posted to ``ECSKit/Context/inbox``. It is a
/// value like any other: several may be out for one entity, and a copy goes its own way.
///
///     var photo = person.detach()
///     photo.set(Photo(bytes: await load(photo[PhotoLink.self])))  // on any task
///     person.has(Photo.self)  // false
///     context.sync(photo, policy: .fail).outcome  // .synced
///
/// - SeeAlso: <doc:WorkingElsewhere>
public struct DetachedEntity: Sendable {
  /// Which entity it was detached from.
  let identity: EntityIdentity
  /// What is or was held here, in the order of the context; what is new here follows.
  var parts: [DetachedPart] = []
  /// The names of the components that stayed behind, because their values may not leave.
  public internal(set) var leftBehind: [String] = []

  /// Returns the value of a component as it is here.
  ///
  /// - Parameter type: The type of the component.
  /// - Complexity: O(*c*), where *c* is the number of components.
  public subscript<C: DetachableComponent>(_ type: C.Type) -> C? {
    place(of: type).flatMap { parts[$0].mine as? C }
  }

  /// Returns whether a component is held here.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: False for what stayed behind, too.
  /// - Complexity: O(*c*), where *c* is the number of components.
  public func has<C: DetachableComponent>(_ type: C.Type) -> Bool {
    place(of: type).map { parts[$0].mine != nil } ?? false
  }

  /// Sets a component here, replacing the value that is there.
  ///
  /// - Parameter value: The component.
  /// - Complexity: O(*c*), where *c* is the number of components.
  public mutating func set<C: DetachableComponent>(_ value: C) {
    if let place = place(of: C.self) {
      parts[place].mine = value
      parts[place].isEdited = true
    } else {
      parts.append(DetachedPart(type: C.self, base: nil, mark: 0, mine: value, isEdited: true))
    }
  }

  /// Takes a component away here; nothing happens if there is none.
  ///
  /// - Parameter type: The type of the component.
  /// - Complexity: O(*c*), where *c* is the number of components.
  public mutating func remove<C: DetachableComponent>(_ type: C.Type) {
    guard let place = place(of: type), parts[place].mine != nil else { return }
    parts[place].mine = nil
    parts[place].isEdited = true
  }

  private func place<C: DetachableComponent>(of type: C.Type) -> Int? {
    parts.firstIndex { $0.type == type }
  }
}

/// One component of a detached entity.
struct DetachedPart: Sendable {
  let type: any DetachableComponent.Type
  /// The value when the entity was detached; nil if it had none.
  let base: (any DetachableComponent)?
  /// The mark of the last write before that, if values of the type can not be compared.
  let mark: UInt64
  /// The value here and now.
  var mine: (any DetachableComponent)?
  var isEdited: Bool
}
