// Unique entity keys, and writes that create or change the entity with a key. Apps use them through
// `Context.identity(_:)`, mostly to import records. Each write is one transaction. A unique index
// prevents two entities from having equal keys.

public import ECSKit

/// The result of a write to a record.
public enum Upsert<Stamp> {
  /// The entity is new.
  case created(Entity)
  /// The entity existed, and the write changed it.
  case changed(Entity)
  /// The entity already had all values of the record; only its stamp may have changed.
  case unchanged(Entity)
  /// The write was refused, because the stamp of the record is not newer than the entity's stamp.
  case stale(Entity, current: Stamp)

  /// The entity that the write created or found.
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

/// The entities of a context, identified by a key component.
///
/// No two entities have equal keys, so a record that is imported repeatedly always reaches the same
/// entity:
///
///     let books = context.identity(ISBN.self)
///     books.upsert(ISBN(text: "978-1")) { $0.set(Title(text: "Emma")) }  // .created
///     books.upsert(ISBN(text: "978-1")) { $0.set(Title(text: "Emma")) }  // .unchanged
///     books[ISBN(text: "978-1")]?[Title.self]?.text  // Emma
///
/// An identity keeps its context alive. An observer that captures an identity therefore keeps the
/// context alive, too. So in an observer, capture the context weakly and call `identity(_:)` there.
public struct Identity<ID: Component & Hashable> {
  /// The entity that a write creates or changes.
  ///
  /// The record tracks whether the write has changed the entity.
  public struct Record: ~Copyable {
    /// The entity with the key.
    ///
    /// Changes made directly on this entity are not counted in the result of the write.
    public let entity: Entity
    @usableFromInline var isChanged = false

    @inlinable
    init(_ entity: Entity) { self.entity = entity }

    /// Returns the value of a component, or nil if the entity lacks the component.
    ///
    /// - Parameter type: The type of the component.
    /// - Complexity: O(1).
    @inlinable
    public subscript<C: Component>(_ type: C.Type) -> C? { entity[type] }

    /// Sets a component, unless the entity has an equal value.
    ///
    /// - Complexity: The same as for setting the component on the entity.
    @inlinable
    public mutating func set<C: Component & Equatable>(_ value: C) {
      guard entity[C.self] != value else { return }
      entity.set(value)
      isChanged = true
    }

    /// Sets a component that is not `Equatable`.
    ///
    /// The call always counts as a change.
    ///
    /// - Complexity: The same as for setting the component on the entity.
    @inlinable
    public mutating func set<C: Component>(_ value: C) {
      entity.set(value)
      isChanged = true
    }

    /// Removes a component if the entity has it.
    ///
    /// - Parameter type: The type of the component.
    /// - Complexity: The same as for removing the component from the entity.
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

  /// Returns the entity with a key, or nil if no entity has the key.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  public subscript(_ key: ID) -> Entity? { index.first(key) }

  /// Creates or changes the entity with a key.
  ///
  /// The write is one transaction. This method neither compares stamps nor changes the entity's
  /// stamp.
  ///
  /// - Parameters:
  ///   - key: The key of the entity. A new entity has the key before the body runs.
  ///   - body: Sets the components of the record.
  /// - Returns: The entity, and whether the write created it, changed it or left it unchanged.
  /// - Throws: Any error that the body throws; the context is then unchanged.
  /// - Complexity: O(1) expected, plus the cost of the body.
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

  /// Creates or changes the entity with a key, if the record is newer than the entity.
  ///
  /// The stamp is a component of the entity, such as a version or a date. A write is applied only
  /// if its stamp is greater than the entity's stamp. So the newer of two versions wins, regardless
  /// of the order of the writes.
  ///
  ///     books.upsert(id, stamp: Version(2)) { $0.set(Title(text: "Emma")) }   // .created
  ///     books.upsert(id, stamp: Version(1)) { $0.set(Title(text: "Emmma")) }  // .stale, 2
  ///
  /// - Parameters:
  ///   - key: The key of the entity. A new entity has the key before the body runs.
  ///   - stamp: The stamp of the record.
  ///   - body: Sets the components of the record.
  /// - Returns: The entity, and whether the write created it, changed it, left it unchanged or was
  ///   refused.
  /// - Throws: Any error that the body throws; the context is then unchanged.
  /// - Complexity: O(1) expected, plus the cost of the body.
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

  /// Changes the entity with a key if it exists.
  ///
  ///     books.modify(id) { $0.modify(Copies.self) { $0.count -= 1 } }
  ///
  /// - Parameters:
  ///   - key: The key of the entity.
  ///   - body: Changes the entity, in a transaction.
  /// - Returns: True if the entity exists.
  /// - Throws: Any error that the body throws; the context is then unchanged.
  /// - Complexity: O(1) expected, plus the cost of the body.
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
  /// Returns the identity that uses a component as its key.
  ///
  /// After this call, the context refuses a second entity with an equal key; see
  /// `Context.index(unique:)`.
  ///
  /// - Parameter type: The key component.
  /// - Returns: The identity. Store it, because each call looks up the index.
  /// - Complexity: O(*n*) expected for the first call, where *n* is the number of entities, and
  ///   O(1) for later calls.
  public func identity<ID: Component & Hashable>(_ type: ID.Type) -> Identity<ID> {
    Identity(self)
  }
}
