// Creates indices. Clients call these functions, and `Core.follower` caches the indices under a
// FollowerKey. Key functions are user code and must not change the context.

extension Context {
  /// Returns the index of a component by one of its properties.
  ///
  /// The first call for a key path and a rule fills the index. Later calls return the same index.
  ///
  ///     let talks = context.index(\SlotID.text, in: .all(Title.self))
  ///     talks["session1Day1"].count  // the number of talks in the slot
  ///
  /// - Parameters:
  ///   - key: The property to find entities by. It must depend only on the component's value,
  ///     because an index is updated only when a component is set. A change inside an object that
  ///     the component refers to does not update the index.
  ///   - matcher: The rule that entities must also match, or nil for no rule.
  /// - Returns: An index. It is up to date as long as the context exists.
  /// - Complexity: O(*n*) expected for the first call, where *n* is the largest number of entities
  ///   that ever existed at once. Later calls are O(1) expected. Each change to the component or to
  ///   the group membership takes additional O(1) expected time. If *k* entities share the key, the
  ///   change takes O(log *k*) and a move in memory.
  @inlinable
  public func index<C: Component, Key: Hashable>(
    _ key: KeyPath<C, Key>, in matcher: Matcher? = nil
  ) -> Index<C, Key> {
    core.index(FollowerKey(C.self, Key.self, .property(key), matcher), key.reader)
  }

  /// Returns the index of a component by a function of its value.
  ///
  /// The index is cached under a name.
  ///
  ///     let talks = context.index("by day", of: Start.self) { $0.clock.day }
  ///     talks[14].count
  ///
  /// - Parameters:
  ///   - name: The name of the index. A later call with the same name, component, key type and rule
  ///     returns the first index and ignores its function.
  ///   - type: The component to index.
  ///   - matcher: The rule that entities must also match, or nil for no rule.
  ///   - key: Returns the key of a value. It must always return the same key for the same value.
  /// - Returns: An index. It is up to date as long as the context exists.
  /// - Complexity: As for ``index(_:in:)``.
  @inlinable
  public func index<C: Component, Key: Hashable>(
    _ name: String, of type: C.Type, in matcher: Matcher? = nil, key: @escaping (C) -> Key
  ) -> Index<C, Key> {
    core.index(FollowerKey(C.self, Key.self, .name(name), matcher), key)
  }

  /// Returns the index of a component by each element of one of its properties.
  ///
  /// The index lists an entity under each distinct element. It does not list entities without
  /// elements. In all other respects, this method works like ``index(_:in:)``.
  ///
  ///     let talks = context.index(forEach: \SpeakerNames.names)
  ///     talks["Mike Lee"].count  // 1
  ///
  /// - Parameters:
  ///   - keys: The property with the elements to find entities by.
  ///   - matcher: The rule that entities must also match, or nil for no rule.
  /// - Returns: An index. It is up to date as long as the context exists.
  /// - Complexity: As for ``index(_:in:)``, for each element.
  @inlinable
  public func index<C: Component, Keys: Collection>(
    forEach keys: KeyPath<C, Keys>, in matcher: Matcher? = nil
  ) -> Index<C, Keys.Element> where Keys.Element: Hashable {
    core.index(FollowerKey(C.self, Keys.Element.self, .each(keys), matcher), forEach: keys.reader)
  }

  /// Returns the index of a component by all keys that a function returns for its value.
  ///
  /// The index is cached under a name. Unlike ``index(forEach:in:)``, this method takes a function.
  /// Unlike ``index(_:of:in:key:)``, it allows several keys for each entity.
  ///
  ///     let talks = context.index(forEach: "words", of: Title.self) {
  ///       $0.text.split(separator: " ")
  ///     }
  ///     talks["Swift"].count
  ///
  /// - Parameters:
  ///   - name: The name of the index.
  ///   - type: The component to index.
  ///   - matcher: The rule that entities must also match, or nil for no rule.
  ///   - keys: Returns the keys of a value. It must always return the same keys for the same value.
  /// - Returns: An index. It is up to date as long as the context exists.
  /// - Complexity: As for ``index(_:in:)``, for each key.
  @inlinable
  public func index<C: Component, Keys: Sequence>(
    forEach name: String, of type: C.Type, in matcher: Matcher? = nil,
    keys: @escaping (C) -> Keys
  ) -> Index<C, Keys.Element> where Keys.Element: Hashable {
    core.index(FollowerKey(C.self, Keys.Element.self, .name(name), matcher), forEach: keys)
  }

  /// Returns the index of a component by a property whose values must be unique.
  ///
  /// After this call, a component is refused if another entity has its key. The old value then
  /// remains, and ``Misuse/duplicateKey(component:key:)`` is reported. A new entity is created
  /// without the refused component. Keys must be unique at every moment, even inside transactions.
  /// To swap two keys, remove one of them first.
  ///
  ///     let records = context.index(unique: \RecordKey.text)
  ///     first.set(RecordKey(text: "a"))
  ///     second.set(RecordKey(text: "a"))
  ///     second.has(RecordKey.self)  // false
  ///
  /// With the same key path, ``index(_:in:)`` returns the same index. Entities that already share a
  /// key keep it, and the index lists all of them. Each shared key is reported once.
  ///
  /// - Parameter key: The property to find entities by.
  /// - Returns: An index. It is up to date as long as the context exists.
  /// - Complexity: As for ``index(_:in:)``.
  @inlinable
  public func index<C: Component, Key: Hashable>(unique key: KeyPath<C, Key>) -> Index<C, Key> {
    let index = index(key)
    core.makeUnique(index, key.reader)
    return index
  }

  /// Returns an index that sorts entities by a property of a component.
  ///
  /// Use it to look up ranges of keys. In all other respects, this method works like
  /// ``index(_:in:)``.
  ///
  ///     let starts = context.index(ordered: \Start.minute)
  ///     starts[540..<720]  // the entities that start in the morning, sorted by time
  ///
  /// - Parameters:
  ///   - key: The property to find entities by.
  ///   - matcher: The rule that entities must also match, or nil for no rule.
  /// - Returns: An index. It is up to date as long as the context exists.
  /// - Complexity: O(*n*) for the first call, where *n* is the largest number of entities that ever
  ///   existed at once. Later calls are O(1) expected. Each change takes additional O(1) time. The
  ///   order is computed and repaired when it is read.
  @inlinable
  public func index<C: Component, Key: Comparable>(
    ordered key: KeyPath<C, Key>, in matcher: Matcher? = nil
  ) -> OrderedIndex<C, Key> {
    OrderedIndex(core, FollowerKey(C.self, Key.self, .ascending(key), matcher)) {
      let key = key.reader
      return SortKeys({ $0[C.self].map(key) }, by: <)
    }
  }
}

extension Core {
  @inlinable
  func index<C: Component, Key: Hashable>(
    _ identity: FollowerKey, _ key: @autoclosure () -> (C) -> Key
  ) -> Index<C, Key> {
    index(identity) {
      let key = key()
      return { table, index, value, core in table.move(index, to: value.map(key), in: core) }
    }
  }

  @inlinable
  func index<C: Component, Keys: Sequence>(
    _ identity: FollowerKey, forEach keys: @autoclosure () -> (C) -> Keys
  ) -> Index<C, Keys.Element> where Keys.Element: Hashable {
    index(identity) {
      let keys = keys()
      return { table, index, value, core in
        if let value {
          table.move(index, toEach: keys(value), in: core)
        } else {
          table.move(index, to: nil, in: core)
        }
      }
    }
  }

  /// Returns the index with a given identity, and creates and fills it if needed.
  @inlinable
  func index<C: Component, Key: Hashable>(
    _ identity: FollowerKey, _ filing: () -> (HashIndex<Key>, UInt32, C?, Core) -> Void
  ) -> Index<C, Key> {
    let reference = CoreReference(self)
    let follower: Follower<C> = follower(identity) {
      let table = HashIndex<Key>()
      let file = filing()
      return (
        table, { index, value in reference.withCore { file(table, index, value, $0) } }
      )
    }
    guard let table = follower.contents as? HashIndex<Key> else {
      preconditionFailure("the index stored for this key path has another key type")
    }
    return Index(follower, table)
  }

  @usableFromInline
  func makeUnique<C: Component, Key: Hashable>(
    _ index: Index<C, Key>, _ key: @escaping (C) -> Key
  ) {
    guard !index.follower.isUnique else { return }
    let table = index.table
    index.follower.takenKey = { index, value in
      let key = key(value)
      guard let holder = table.holder(of: key, besides: index) else { return nil }
      return TakenKey(text: String(describing: key), holder: holder)
    }
    index.follower.uniqueKey = { value in
      let key = key(value)
      return (AnyHashable(key), table.first(key))
    }
    let shared = table.shared.sorted {
      entities.creation(of: $0.first) < entities.creation(of: $1.first)
    }
    for (key, _) in shared {
      report(.duplicateKey(component: String(describing: C.self), key: String(describing: key)))
    }
  }
}

// MARK: Old names

extension Context {
  /// The old name of ``index(ordered:in:)``.
  @available(*, deprecated, renamed: "index(ordered:in:)")
  public func orderedIndex<C: Component, Key: Comparable>(
    _ key: KeyPath<C, Key>, in matcher: Matcher? = nil
  ) -> OrderedIndex<C, Key> { index(ordered: key, in: matcher) }
}
