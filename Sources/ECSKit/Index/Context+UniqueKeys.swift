extension Context {
  /// The key of a value in one unique index.
  package struct UniqueKey: Hashable {
    private let index: ObjectIdentifier
    private let key: AnyHashable
    /// The entity that has the key in the context, or nil if no entity has it.
    package let holder: Entity?

    fileprivate init<C>(_ follower: Follower<C>, _ key: AnyHashable, _ holder: Entity?) {
      index = ObjectIdentifier(follower)
      self.key = key
      self.holder = holder
    }
  }

  /// Returns true if a component has unique indices and is not a ``UniqueComponent``.
  package func hasUniqueKeys<C: Component>(_ type: C.Type) -> Bool {
    guard let column = core.found(type), !column.isUnique else { return false }
    return column.refusesKeys
  }

  /// Returns the keys of a value in all unique indices of its component.
  ///
  /// - Returns: The keys. The result is empty for a ``UniqueComponent``, because setting such a
  ///   component removes it from its holder.
  /// - Complexity: O(*i*) expected, where *i* is the number of indices of the component.
  package func uniqueKeys<C: Component>(of value: C) -> [UniqueKey] {
    guard hasUniqueKeys(C.self), let column = core.found(C.self) else { return [] }
    return core.withoutChanges {
      column.followers.compactMap { follower in
        follower.uniqueKey.map { key in
          let (key, holder) = key(value)
          return UniqueKey(follower, key, holder.map(core.handle))
        }
      }
    }
  }
}
