public import ECSKit

/// What a write to a record did.
public enum Upsert<Stamp> {
  /// There was no entity with the key; this is the new one.
  case created(Entity)
  /// There was one, and the write set something that was different.
  case changed(Entity)
  /// There was one, and everything was like that already, except perhaps the stamp.
  case unchanged(Entity)
  /// The stamp is not newer than that of the entity, and nothing was changed.
  case stale(Entity, current: Stamp)

  /// The entity with the key.
  ///
  /// - Complexity: O(1).
  @inlinable public var entity: Entity {
    switch self {
    case .created(let entity), .changed(let entity), .unchanged(let entity), .stale(let entity, _):
      entity
    }
  }
}

extension Upsert {
  @inlinable
  static func made(of entity: Entity, isNew: Bool, isChanged: Bool) -> Upsert {
    isNew ? .created(entity) : isChanged ? .changed(entity) : .unchanged(entity)
  }
}

extension Upsert: Equatable where Stamp: Equatable {}

/// The entities of a context by a component that says which thing each of them stands for.
///
/// The component is the key: no two entities have an equal one. Records that come from elsewhere,
/// again and again, always end up in the same entity:
///
///     let books = context.identity(ISBN.self)
///     books.upsert(ISBN(text: "978-1")) { $0.set(Title(text: "Emma")) }  // .created
///     books.upsert(ISBN(text: "978-1")) { $0.set(Title(text: "Emma")) }  // .unchanged
///     books[ISBN(text: "978-1")]?[Title.self]?.text  // Emma
///
/// An identity keeps its context alive. An observer that captures one prevents the context from
/// ending, so make it there from a context that is captured weakly.
public struct Identity<ID: Component & Hashable> {
  /// A record that is being written: the stored entity, and whether it differs from what is written.
  public struct Record: ~Copyable {
    /// The entity with the key.
    ///
    /// Direct changes through it do not count for the result of the write.
    public let entity: Entity
    @usableFromInline var isChanged = false

    @inlinable
    init(_ entity: Entity) { self.entity = entity }

    /// Returns the value of a component that is there.
    ///
    /// - Parameter type: The type of the component.
    /// - Complexity: O(1).
    @inlinable
    public subscript<C: Component>(_ type: C.Type) -> C? { entity[type] }

    /// Sets a component; an equal value changes nothing.
    ///
    /// - Parameter value: The component.
    /// - Complexity: As for that of the entity.
    @inlinable
    public mutating func set<C: Component & Equatable>(_ value: C) {
      guard entity[C.self] != value else { return }
      entity.set(value)
      isChanged = true
    }

    /// Sets a component that cannot be compared, which always is a change.
    ///
    /// - Parameter value: The component.
    /// - Complexity: As for that of the entity.
    @inlinable
    public mutating func set<C: Component>(_ value: C) {
      entity.set(value)
      isChanged = true
    }

    /// Removes a component if there is one.
    ///
    /// - Parameter type: The type of the component.
    /// - Complexity: As for that of the entity.
    @inlinable
    public mutating func remove<C: Component>(_ type: C.Type) {
      guard entity.has(type) else { return }
      entity.remove(type)
      isChanged = true
    }
  }

  @usableFromInline let context: Context
  @usableFromInline let index: Index<ID, ID>

  init(_ context: Context) {
    self.context = context
    index = context.index(unique: \ID.self)
  }

  /// Returns the entity with a key.
  ///
  /// - Parameter key: The key.
  /// - Complexity: O(1) expected.
  @inlinable
  public subscript(_ key: ID) -> Entity? { index.first(key) }

  /// Creates or changes the entity with a key.
  ///
  /// Everything happens in one transaction. The write always counts, and the entity keeps its stamp
  /// if it has one.
  ///
  /// - Parameters:
  ///   - key: The key, which a new entity has already when the body runs.
  ///   - body: Sets what the record says.
  /// - Returns: Whether the entity is new, and whether the body set anything that was different.
  /// - Throws: What the body throws; everything is then as it was.
  /// - Complexity: O(1) expected, and that of the body.
  @inlinable
  @discardableResult
  public func upsert<Failure: Error>(
    _ key: ID, _ body: (inout Record) throws(Failure) -> Void
  ) throws(Failure) -> Upsert<Never> {
    let found = index.first(key)
    return try context.transaction { () throws(Failure) in
      var record = Record(found ?? context.createEntity(key))
      try body(&record)
      return .made(of: record.entity, isNew: found == nil, isChanged: record.isChanged)
    }
  }

  /// Creates or changes the entity with a key, unless what it has is as new or newer.
  ///
  /// The stamp is a component of yours, such as a version or a date, and is kept with the entity. A
  /// write counts only if its stamp is greater than the one that is there. So of two versions in one
  /// batch the newer one wins, in whichever order they come.
  ///
  ///     books.upsert(id, stamp: Version(2)) { $0.set(Title(text: "Emma")) }   // .created
  ///     books.upsert(id, stamp: Version(1)) { $0.set(Title(text: "Emmma")) }  // .stale, 2
  ///
  /// - Parameters:
  ///   - key: The key, which a new entity has already when the body runs.
  ///   - stamp: How new the record is.
  ///   - body: Sets what the record says.
  /// - Returns: Whether the entity is new and whether the body set anything that was different, or
  ///   that the write is stale.
  /// - Throws: What the body throws; everything is then as it was.
  /// - Complexity: O(1) expected, and that of the body.
  @inlinable
  @discardableResult
  public func upsert<Stamp: Component & Comparable, Failure: Error>(
    _ key: ID, stamp: Stamp, _ body: (inout Record) throws(Failure) -> Void
  ) throws(Failure) -> Upsert<Stamp> {
    let found = index.first(key)
    if let found, let current = found[Stamp.self], !(current < stamp) {
      return .stale(found, current: current)
    }
    return try context.transaction { () throws(Failure) in
      var record = Record(found ?? context.createEntity(key))
      try body(&record)
      if record.entity.isAlive { record.entity.set(stamp) }
      return .made(of: record.entity, isNew: found == nil, isChanged: record.isChanged)
    }
  }

  /// Changes the entity with a key if there is one.
  ///
  ///     books.modify(id) { $0.modify(Copies.self) { $0.count -= 1 } }
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - body: Changes the entity, in a transaction.
  /// - Returns: Whether there is such an entity.
  /// - Throws: What the body throws; everything is then as it was.
  /// - Complexity: O(1) expected, and that of the body.
  @inlinable
  @discardableResult
  public func modify<Failure: Error>(
    _ key: ID, _ body: (Entity) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let entity = index.first(key) else { return false }
    try context.transaction { () throws(Failure) in try body(entity) }
    return true
  }
}

extension Context {
  /// Returns the identity of the things that a component is the key of.
  ///
  /// From now on no two entities have an equal one, see `Context.index(unique:)`.
  ///
  /// - Parameter type: The component.
  /// - Returns: The identity; keep it, since making it looks for the index.
  /// - Complexity: O(*n*) expected for the first call, where *n* is the number of entities; then
  ///   O(1).
  public func identity<ID: Component & Hashable>(_ type: ID.Type) -> Identity<ID> {
    Identity(self)
  }
}
