/// A handle of an entity: a small value that identifies an entity and holds no components itself.
///
/// A context creates handles, and you can copy, store and compare them freely. A handle becomes
/// invalid when its entity is destroyed or its context ends. It stays invalid in every build, and
/// never refers to another entity. An invalid handle has no components. A change through it changes
/// nothing and is reported to the context's misuse handler.
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

  /// The core, if the context of the handle still exists.
  @inlinable var core: Core? { reference.core(in: generation >> EntityTable.countBits) }

  /// The core, if the entity is alive.
  @inlinable var living: Core? {
    guard let core, core.entities.isAlive(index, generation) else { return nil }
    return core
  }

  /// Returns whether the entity exists in the core that the handle points at.
  @inlinable @inline(__always)
  func isAlive(in core: Core) -> Bool {
    core.isIn(generation >> EntityTable.countBits) && core.entities.isAlive(index, generation)
  }

  /// Whether the entity exists.
  ///
  /// - Complexity: O(1).
  public var isAlive: Bool { living != nil }

  /// The number of the entity in the order of creation within its context, from 1.
  ///
  /// Numbers rise and are never used twice. Nil if the handle is invalid.
  ///
  /// - Complexity: O(1).
  public var creationNumber: UInt64? { living?.entities.creation(of: index) }

  /// Returns the handle itself if it is valid.
  ///
  ///     try entity.require().set(Title(text: "Renamed"))
  ///
  /// - Returns: This handle.
  /// - Throws: ``EntityError/dead`` if the entity was destroyed or its context ended.
  /// - Complexity: O(1).
  @discardableResult
  public func require() throws(EntityError) -> Entity {
    guard isAlive else { throw .dead }
    return self
  }

  /// Destroys the entity: removes its components, takes it out of all groups and makes its handles
  /// invalid.
  ///
  /// Observers are notified after all of that is settled. If the handle is invalid, nothing changes
  /// and a misuse is reported.
  ///
  /// - Complexity: O(*c* + *g*), where *c* is the number of its components and *g* the number of
  ///   groups that name one of them, plus the observers.
  public func destroy() {
    change("destroy an entity") { core, index in core.destroy(index) }
  }

  /// Returns the core if the entity is alive; otherwise reports a misuse.
  @usableFromInline
  func livingOrReported(_ operation: @autoclosure () -> String) -> Core? {
    if let core = living { return core }
    report(operation())
    return nil
  }

  /// Calls the body with the core and the index of the entity if it is alive; otherwise reports a
  /// misuse.
  @inlinable @inline(__always)
  func change(_ operation: @autoclosure () -> String, _ body: (Core, UInt32) -> Void) {
    reference.withCore { core in
      guard isAlive(in: core) else { return report(operation()) }
      body(core, index)
    }
  }

  /// Reports a change through an invalid handle to the misuse handler, if the context still exists.
  @usableFromInline @inline(never)
  func report(_ operation: String) {
    core?.reportDead(operation)
  }

  /// Returns whether two handles refer to the same entity.
  ///
  /// - Parameters:
  ///   - first: A handle.
  ///   - second: Another handle.
  /// - Returns: Whether both are handles of one entity.
  @inlinable
  public static func == (first: Entity, second: Entity) -> Bool {
    first.index == second.index && first.generation == second.generation
      && first.reference == second.reference
  }

  /// Feeds the identity of the entity to a hasher.
  ///
  /// - Parameter hasher: The hasher.
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
    var names: [String] = []
    core.forEachColumn(of: index) { names.append($0.name) }
    return "entity \(core.entities.creation(of: index)) (\(names.joined(separator: ", ")))"
  }
}

/// The reason why an entity cannot provide something.
public enum EntityError: Error, Equatable, CustomStringConvertible {
  /// The entity was destroyed, or its context ended.
  case dead
  /// The entity is alive and has no component of this name.
  case missing(component: String)

  /// A sentence that says what is wrong.
  public var description: String {
    switch self {
    case .dead: "the entity is dead; expected one that exists"
    case .missing(let component): "the entity has no \(component)"
    }
  }
}
