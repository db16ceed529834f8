// The handle to an entity: the public interface for reading and changing components. Changes are
// passed to Core+Changes.swift. Every call first checks that the handle is valid.

/// A handle to an entity: a small value that identifies the entity.
///
/// The components are stored in the context, not in the handle. A context creates handles, and you
/// can copy, store and compare them freely. A handle becomes invalid when its entity is destroyed
/// or its context is deallocated. An invalid handle never refers to another entity, and it has no
/// components. A change through an invalid handle has no effect and is reported to the context's
/// misuse handler.
///
///     let talk = context.createEntity(Title(text: "Swift Thinking"))
///     talk.set(Rating(stars: 5)).set(Room(name: "A"))
///     talk[Rating.self]?.stars  // 5
///     talk.destroy()
///     talk[Rating.self]  // nil
public struct Entity: Hashable {
  @usableFromInline let reference: CoreReference
  @usableFromInline let index: UInt32
  @usableFromInline let generation: UInt32

  @inlinable
  init(_ reference: CoreReference, _ index: UInt32, _ generation: UInt32) {
    self.reference = reference
    self.index = index
    self.generation = generation
  }

  /// The core, or nil if the context was deallocated.
  @inlinable var core: Core? { reference.core(in: generation >> EntityTable.countBits) }

  @inlinable var living: Core? {
    guard let core, core.entities.isAlive(inEpoch: index, generation) else { return nil }
    return core
  }

  /// Returns true if the entity exists in a core.
  ///
  /// The core must be the one to which this handle refers.
  @inlinable @inline(__always)
  func isAlive(in core: Core) -> Bool {
    core.isIn(generation >> EntityTable.countBits)
      && core.entities.isAlive(inEpoch: index, generation)
  }

  /// True if the entity exists.
  ///
  /// - Complexity: O(1).
  public var isAlive: Bool { reference.withCore { isAlive(in: $0) } }

  /// The position of the entity in the creation order of its context, starting at 1.
  ///
  /// Numbers increase and are never used twice. The number is nil if the handle is invalid.
  ///
  /// - Complexity: O(1).
  public var creationNumber: UInt64? { living?.entities.creation(of: index) }

  /// Destroys the entity.
  ///
  /// The entity loses its components, leaves all groups, and its handles become invalid. Then
  /// observers are notified. If the handle is invalid, nothing changes and a misuse is reported.
  ///
  /// - Complexity: O(*c* + *g*), where *c* is the number of components of the entity and *g* the
  ///   number of groups whose rule names one of them, plus the work of the observers.
  public func destroy() {
    change("destroy an entity") { core, index in core.destroy(index) }
  }

  @usableFromInline
  func livingOrReported(_ operation: @autoclosure () -> String) -> Core? {
    if let core = living { return core }
    report(operation())
    return nil
  }

  /// Calls the body with the core and the entity's index if the entity is alive.
  ///
  /// Otherwise a misuse is reported.
  @inlinable @inline(__always)
  func change(_ operation: @autoclosure () -> String, _ body: (Core, UInt32) -> Void) {
    reference.withCore { core in
      guard isAlive(in: core) else { return report(operation()) }
      body(core, index)
    }
  }

  /// Reports that an operation used an invalid handle.
  ///
  /// If the context was deallocated, nothing is reported.
  @usableFromInline @inline(never)
  func report(_ operation: String) {
    core?.reportDead(operation)
  }

  /// Returns true if two handles refer to the same entity.
  ///
  /// - Parameters:
  ///   - first: A handle.
  ///   - second: Another handle.
  /// - Returns: True if both handles refer to one entity.
  @inlinable
  public static func == (first: Entity, second: Entity) -> Bool {
    first.index == second.index && first.generation == second.generation
      && first.reference == second.reference
  }

  /// Hashes the identity of the entity.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(generation)
  }
}

extension Entity: CustomStringConvertible {
  /// The creation number and the component types, such as `entity 7 (Title, SpeakerName)`.
  public var description: String {
    guard let core = living else { return "dead entity" }
    core.fillAllDeferred()
    var names: [String] = []
    core.forEachColumn(of: index) { if $0.isListed { names.append($0.name) } }
    return "entity \(core.entities.creation(of: index)) (\(names.joined(separator: ", ")))"
  }
}

/// The reason why an entity cannot provide a component.
public enum EntityError: Error, Equatable, CustomStringConvertible {
  /// The entity was destroyed, or its context was deallocated.
  case dead
  /// The entity is alive but lacks the component with this name.
  case missing(component: String)

  /// A sentence that describes the error.
  public var description: String {
    switch self {
    case .dead: "the entity is dead; expected an existing entity"
    case .missing(let component): "the entity has no \(component)"
    }
  }
}

extension Entity {
  /// Returns the value of a component, or nil if the entity lacks the component.
  ///
  /// - Parameter type: The type of the component.
  /// - Complexity: O(1).
  @inlinable
  public subscript<C: Component>(_ type: C.Type) -> C? {
    reference.withCore { core in
      guard isAlive(in: core) else { return nil }
      let key = UInt(bitPattern: ObjectIdentifier(type))
      let place = core.columns.near(key)
      guard place.key == key else { return core.farValue(type, of: index) }
      return unsafe place.column.unsafelyUnwrapped.with { core.value(Column<C>.of($0), of: index) }
    }
  }

  /// Returns the value of a component, or throws an error if the entity lacks the component.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The value.
  /// - Throws: ``EntityError/dead`` if the handle is invalid, ``EntityError/missing(component:)``
  ///   if the entity has no such component.
  /// - Complexity: O(1).
  public func require<C: Component>(_ type: C.Type) throws(EntityError) -> C {
    guard isAlive else { throw .dead }
    guard let value = self[type] else { throw .missing(component: String(describing: type)) }
    return value
  }

  /// Returns true if the entity holds a component.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: True if the entity holds the component. False if the handle is invalid.
  /// - Complexity: O(1).
  @inlinable
  public func has<C: Component>(_ type: C.Type) -> Bool {
    reference.withCore { core in
      guard isAlive(in: core), let column = core.find(type) else { return false }
      return unsafe column.with { core.has($0, index) }
    }
  }

  /// Sets a component, replacing any existing value.
  ///
  /// When the call returns, all groups and indices are up to date, and observers have been
  /// notified. Inside a transaction or an observer, observers are notified later. A unique
  /// component moves from its holder to this entity. If the handle is invalid, nothing changes and
  /// a misuse is reported.
  ///
  ///     talk.set(Title(text: "Async View Controllers")).set(TalkIndex(number: 3))
  ///
  /// - Parameter value: The new value of the component.
  /// - Returns: This handle, for the next call.
  /// - Complexity: O(1) if the entity had the component, regardless of the number of groups.
  ///   Otherwise O(*g*), where *g* is the number of groups whose rule names the component.
  ///   Followers (indices, sorted orders) and observers take additional time.
  @inlinable
  @discardableResult
  public func set<C: Component>(_ value: C) -> Entity {
    change("set \(C.self)") { core, index in core.set(value, index) }
    return self
  }

  /// Sets a component unless the entity has an equal value.
  ///
  /// If the values are equal, no group, index or observer is involved. Otherwise this method works
  /// like the overload for components that are not `Equatable`.
  ///
  /// - Parameter value: The new value of the component.
  /// - Returns: This handle, for the next call.
  /// - Complexity: O(1) if the entity had the component, regardless of the number of groups.
  ///   Otherwise O(*g*), where *g* is the number of groups whose rule names the component.
  ///   Followers (indices, sorted orders) and observers take additional time.
  @inlinable
  @discardableResult
  public func set<C: Component & Equatable>(_ value: C) -> Entity {
    change("set \(C.self)") { core, index in core.set(value, index) }
    return self
  }

  /// Sets a component unless the entity already has a value of its type.
  ///
  ///     entity.setIfAbsent(Name(text: "betahaus"))  // true
  ///     entity.setIfAbsent(Name(text: "infarm"))  // false, and the name is still betahaus
  ///
  /// - Parameter value: The value to set.
  /// - Returns: True if the component was set, regardless of what observers changed in response.
  ///   False if the entity already had a value, or if the change was refused. A refusal is reported
  ///   as a misuse.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names the component.
  public func setIfAbsent<C: Component>(_ value: C) -> Bool {
    guard let core = livingOrReported("set \(C.self)"), !has(C.self) else { return false }
    return core.insert(value, core.column(C.self), index)
  }

  /// Removes a component.
  ///
  /// If the entity lacks the component, nothing happens. If the handle is invalid, a misuse is
  /// reported.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: This handle, for the next call.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names the component.
  ///   Followers and observers take additional time.
  @inlinable
  @discardableResult
  public func remove<C: Component>(_ type: C.Type) -> Entity {
    change("remove \(C.self)") { core, index in core.remove(type, index) }
    return self
  }
}

extension Entity {
  /// Changes a component in a closure.
  ///
  /// The body changes a copy of the value. The copy is then stored with the same effects as
  /// `set(_:)`. If the entity lacks the component, nothing happens. If the body itself removes the
  /// component or destroys the entity, the copy is not stored.
  ///
  ///     talk.modify(Rating.self) { $0.stars += 1 }  // true
  ///     talk[Rating.self]?.stars  // 5
  ///
  /// - Parameters:
  ///   - type: The type of the component.
  ///   - body: Changes the value. The body may change the context.
  /// - Returns: True if the entity had the component, so that the body was called. False if the
  ///   entity lacked the component or the handle is invalid. An invalid handle is also reported as
  ///   a misuse.
  /// - Throws: The error that the body throws. The component then keeps its value.
  /// - Complexity: As for `set(_:)`.
  @inlinable
  @discardableResult
  public func modify<C: Component, Failure: Error>(
    _ type: C.Type, _ body: (inout C) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let core = livingOrReported("modify \(C.self)"), var value = self[type] else {
      return false
    }
    let column: Column<C> = core.column(type)
    try body(&value)
    core.update(value, column, index, generation)
    return true
  }

  /// Changes a component in place if no other code needs its previous value.
  ///
  /// The body has the only copy of the value, so copy-on-write storage is not copied.
  ///
  /// - Parameters:
  ///   - type: The type of the component.
  ///   - other: A placeholder that occupies the value's position during the call.
  ///   - body: Changes the value to a different value. Neither the body nor the deinit of a value
  ///     that it drops may call user code.
  /// - Returns: True if the body was called. False if the handle is invalid, if the entity lacks
  ///   the component, if the component is a flag, or if changes to the component are observed,
  ///   followed or recorded.
  /// - Complexity: The complexity of the body.
  @inlinable @inline(__always)
  package func changeUnseen<C: Component>(
    _ type: C.Type, leaving other: C, _ body: (inout C) -> Void
  ) -> Bool {
    reference.withCore { core in
      guard isAlive(in: core), let column = core.find(type), !Column<C>.isFlag else {
        return false
      }
      return unsafe column.with { column in
        let position = column.store.position(of: index)
        guard position >= 0, !column.isWatched, !core.isRecording(index) else { return false }
        var value = column.store.exchange(at: position, for: other)
        body(&value)
        core.overwrite(value, column, at: position)
        return true
      }
    }
  }
}

extension Core {
  /// Replaces a value with a value that user code derived from it.
  ///
  /// The user code may have released the context, destroyed the entity, removed the component or
  /// begun to observe the column. So all conditions are checked again. A removed component remains
  /// removed.
  @inlinable @inline(__always)
  func update<C: Component>(
    _ value: C, _ column: Column<C>, _ index: UInt32, _ generation: UInt32
  ) {
    guard isIn(generation >> EntityTable.countBits), entities.isAlive(index, generation) else {
      return
    }
    let position = column.store.position(of: index)
    guard position >= 0 else { return }
    if column.isWatched || isRecording(index) {
      set(value, index)
    } else {
      overwrite(value, column, at: position)
    }
  }
}

extension Entity: Identifiable {
  /// The handle itself.
  ///
  /// The id is unique, even if the entity is not alive. Lists of views, such as
  /// `ForEach(group.entities) { Row($0) }` in SwiftUI, identify an entity by its `id`.
  ///
  /// - Complexity: O(1).
  public var id: Entity { self }
}
