import ECSKit

/// A copy of an entity that can be read and edited on any thread and synced back to its context.
///
/// The copy contains the values of the entity's ``DetachableComponent``s and your edits. Edits are
/// local until you pass the copy to ``ECSKit/Context/sync(_:policy:)`` or post it to
/// ``ECSKit/Context/inbox``. The copy is a value, so an entity can have several independent copies.
///
///     var photo = person.detach()
///     photo.set(Photo(bytes: await load(photo[PhotoLink.self])))  // on any task
///     person.has(Photo.self)  // false
///     context.sync(photo, policy: .fail).outcome  // .synced
///
/// - SeeAlso: <doc:WorkingElsewhere>
public struct DetachedEntity: Sendable {
  let identity: EntityIdentity
  /// The components of the original entity, followed by the components added to the copy.
  ///
  /// Removed components are included.
  var parts: [DetachedPart] = []
  /// The names of the components that are not detachable and were not copied.
  public internal(set) var leftBehind: [String] = []

  /// Returns the value of a component in this copy, or nil if the copy lacks the component.
  ///
  /// - Parameter type: The type of the component.
  /// - Complexity: O(*c*), where *c* is the number of components.
  public subscript<C: DetachableComponent>(_ type: C.Type) -> C? {
    position(of: type).flatMap { parts[$0].mine as? C }
  }

  /// Returns a Boolean value that indicates whether this copy has a component.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: True if the copy has the component. The result is false for components that were
  ///   not copied.
  /// - Complexity: O(*c*), where *c* is the number of components.
  public func has<C: DetachableComponent>(_ type: C.Type) -> Bool {
    position(of: type).map { parts[$0].mine != nil } ?? false
  }

  /// Sets a component in this copy, replacing any existing value.
  ///
  /// - Complexity: O(*c*), where *c* is the number of components.
  public mutating func set<C: DetachableComponent>(_ value: C) {
    if let position = position(of: C.self) {
      parts[position].mine = value
      parts[position].isEdited = true
    } else {
      parts.append(DetachedPart(type: C.self, base: nil, version: nil, mine: value, isEdited: true))
    }
  }

  /// Removes a component from this copy.
  ///
  /// If the copy lacks the component, nothing happens.
  ///
  /// - Parameter type: The type of the component.
  /// - Complexity: O(*c*), where *c* is the number of components.
  public mutating func remove<C: DetachableComponent>(_ type: C.Type) {
    guard let position = position(of: type), parts[position].mine != nil else { return }
    parts[position].mine = nil
    parts[position].isEdited = true
  }

  private func position<C: DetachableComponent>(of type: C.Type) -> Int? {
    parts.firstIndex { $0.type == type }
  }
}

/// One component of a detached entity.
struct DetachedPart: Sendable {
  let type: any DetachableComponent.Type
  /// The value when the entity was detached, or nil if the entity did not have the component.
  let base: (any DetachableComponent)?
  /// The version of the component at the time of the detachment.
  ///
  /// The version is nil if values of the type can be compared.
  let version: UInt64?
  /// The current value, or nil if the component was removed.
  var mine: (any DetachableComponent)?
  var isEdited: Bool
}
