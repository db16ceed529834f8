// The interface for the other modules of this package, in addition to the public interface.
// ECSDetached, ECSModel, ECSReactive and ECSStore call it. The file is long, because the whole
// interface between the modules is in one place.

/// A component that a clone does not get, because no two entities may have the same value.
package protocol IdentifyingComponent: Component {
  /// True if no two entities may have the same value of the type.
  static var isIdentifying: Bool { get }
}

extension IdentifyingComponent {
  package static var isIdentifying: Bool { true }
}

extension Entity {
  package var identity: EntityIdentity { EntityIdentity(reference, index, generation) }

  /// The index of the entity's slot, starting at 0.
  ///
  /// The slot is reused after the entity is destroyed. A context adds a slot only if no slot is
  /// free, so the indices are small.
  @inlinable package var slot: UInt32 { index }

  /// The types of the entity's components, in the order in which the context first saw them.
  ///
  /// - Complexity: O(*c*), where *c* is the number of component types of the context.
  package var componentTypes: [any Component.Type] {
    var types: [any Component.Type] = []
    living?.fillAllDeferred()
    living?.forEachColumn(of: index) { types.append($0.type) }
    return types
  }

  /// Runs a body whose changes belong to one change set and one undo step.
  ///
  /// Observers are notified after the body has returned. The entity must be alive. Otherwise the
  /// body is not called.
  package func together(_ body: () -> Void) {
    guard let core = living else { return }
    core.beginCompound()
    body()
    core.endCompound()
  }

  /// Compares two values of a component.
  ///
  /// - Parameters:
  ///   - first: A value, or nil for a missing component.
  ///   - second: Another value, or nil for a missing component.
  /// - Returns: True if the values are equal, or nil if values of the type cannot be compared.
  package func areEqual<C: Component>(_ first: C?, _ second: C?) -> Bool? {
    guard let core else { return nil }
    return core.areEqual(first, second, core.found(C.self))
  }

  /// Returns the first of a value's keys that another entity already has in a unique index.
  ///
  /// - Returns: The key and the creation number of the other entity, or nil if no key is taken.
  /// - Complexity: O(*i*) expected, where *i* is the number of unique indices of the component.
  package func takenKey<C: Component>(for value: C) -> (text: String, holder: UInt64)? {
    guard let core = living, let column = core.found(C.self), !column.isUnique,
      let taken = core.takenKey(of: value, column, index)
    else { return nil }
    return (taken.text, core.entities.creation(of: taken.holder))
  }
}

extension Context {
  /// The number of changes that are allowed in every cascade.
  ///
  /// Each change made outside of observers allows a hundred more. A cascade ends earlier if one of
  /// its chains exceeds ``cascadeLimit``. The default is a million. Tests lower this number,
  /// because reaching a million takes seconds.
  package var cascadeWidth: Int {
    get { core.journal.cascadeWidth }
    set { core.journal.cascadeWidth = newValue }
  }

  /// True while no call delays or delivers events.
  package var isIdle: Bool { core.isIdle }

  /// True while changes are refused, for example in a reader of change sets.
  package var isFrozen: Bool { core.isFrozen }

  /// The number of changes that wait for delivery or may still be rolled back.
  package var changeCount: Int {
    core.journal.writeSoleUpdate()
    return core.journal.records.count
  }

  /// The name of the system to which changes are attributed, or nil if no system is running.
  ///
  /// Change sets contain the name, even if they are created after the system has ended.
  package var system: String? {
    get {
      core.changeSets.system == 0 ? nil : core.changeSets.systems[Int(core.changeSets.system) - 1]
    }
    set {
      guard let newValue else {
        core.changeSets.system = 0
        return
      }
      let known = core.changeSets.systems.firstIndex(of: newValue)
      if known == nil { core.changeSets.systems.append(newValue) }
      core.changeSets.system = UInt16(clamping: (known ?? core.changeSets.systems.count - 1) + 1)
    }
  }

  /// Returns true if any entity has a component.
  ///
  /// For a flag, the result is true if any entity has ever had the flag. The call creates no group.
  ///
  /// - Complexity: O(1).
  package func hasValues<C: Component>(of type: C.Type) -> Bool {
    core.found(type).map { $0.store.count > 0 } ?? false
  }

  /// Creates the column of a component if needed, with operations specialized for its type.
  ///
  /// If a component's type is known only at run time, the preparation saves a thousand instructions
  /// each time its value is set.
  @inlinable
  package func prepareColumn<C: Component>(of type: C.Type) {
    core.withColumn(type) { column in
      if !column.isSpecialized { column.specialize() }
    }
  }

  /// Creates an entity with a given creation number.
  ///
  /// - Parameters:
  ///   - number: The creation number. If the number is nil or taken, the entity gets the next
  ///     number instead. A number is also taken if a change set may revive the entity that had the
  ///     number.
  ///   - former: The old handle of a destroyed entity with this number. If the slot of the handle
  ///     is empty, the handle becomes valid again.
  ///   - fill: Sets the components.
  /// - Returns: The handle to the entity.
  /// - Complexity: As for `createEntity(with:)`. If the given number is not above all previous
  ///   numbers, the call takes additional O(*n*) time, where *n* is the number of slots.
  @discardableResult
  package func createEntity(
    number: UInt64?, reviving former: Entity? = nil, with fill: (borrowing NewEntity) -> Void
  ) -> Entity {
    core.create(number, reviving: former) { core, index in
      core.hide(index)
      fill(NewEntity(core, index))
    }
  }

  /// Makes all later creation numbers greater than a given number.
  ///
  /// - Parameter number: The number to exceed. A number above the largest assignable number is
  ///   ignored.
  package func skipCreationNumbers(through number: UInt64) {
    core.entities.skip(through: number)
  }

  /// Registers a closure that decides whether the changes of each outermost call are kept.
  ///
  /// The closure is called after all observers and before the readers of change sets. The closure
  /// must not change the context. If the closure returns false, all changes are rolled back,
  /// observers receive the inverse events, and no change set is created. The closure is called only
  /// for recorded changes, such as observed changes and changes made in a transaction.
  ///
  /// - Parameters:
  ///   - prepare: A closure that is called before `commit` and may change the context.
  ///   - commit: The closure that decides.
  /// - Returns: False if the context already has such closures. They are not replaced.
  package func decideCommits(
    preparing prepare: (() -> Void)? = nil, by commit: @escaping () -> Bool
  ) -> Bool {
    guard core.changeSets.commit == nil else { return false }
    core.changeSets.commit = commit
    core.changeSets.prepare = prepare
    core.updateReading()
    return true
  }

  /// Runs a closure that repeats recorded changes, including the reactions of observers.
  ///
  /// Observers see these changes as part of an applied change set.
  package func replaying(_ body: () -> Void) { core.applying(body) }

  /// The label of the outermost call in progress, or nil if it has no label.
  package var label: String? { core.label }

  /// Removes the closures of `decideCommits(preparing:by:)`.
  ///
  /// All later changes are kept.
  package func endDecidingCommits() {
    core.changeSets.commit = nil
    core.changeSets.prepare = nil
    core.updateReading()
  }

  /// A function that returns the name by which encoded values refer to an entity.
  ///
  /// The function returns nil if the entity has no name. The entity may have been destroyed.
  package var entityNaming: ((Entity) -> String?)? {
    get { core.changeSets.entityNaming }
    set { core.changeSets.entityNaming = newValue }
  }

  /// Returns a handle that no entity has or will have.
  ///
  /// Each call returns a different handle.
  package func unusedHandle() -> Entity {
    let index = core.entities.allocate()
    let handle = core.handle(index)
    core.entities.kill(index)
    core.entities.free(index)
    return handle
  }

  /// Returns the handle to the living entity with a given identity.
  ///
  /// The result is nil if the entity is dead or belongs to another context.
  ///
  /// - Complexity: O(1).
  package func entity(_ identity: EntityIdentity) -> Entity? {
    let reference = CoreReference(core)
    let entity = Entity(reference, identity.index, identity.generation)
    return entity.identity == identity && entity.isAlive ? entity : nil
  }

  /// Returns true if changes are currently refused, and reports the refused operation.
  ///
  /// `operation` is the name of the operation, such as "sync an entity".
  package func refuses(_ operation: String) -> Bool {
    guard core.isFrozen else { return false }
    core.refuse(operation)
    return true
  }

  /// Returns the companion of a type.
  ///
  /// A companion is an object that lives as long as the context.
  ///
  /// When the context is deallocated, all handles become invalid before the companion is released.
  ///
  /// - Parameter make: Creates the companion in the first call for its type.
  /// - Returns: The same object in all calls.
  /// - Complexity: O(*t*), where *t* is the number of companion types.
  package func companion<Companion: AnyObject>(_ make: () -> Companion) -> Companion {
    for case let kept as Companion in companions { return kept }
    let made = make()
    companions.append(made)
    return made
  }
}

extension NewEntity {
  /// Sets a component whose type is known only at run time.
  package borrowing func set(_ component: any Component, of type: any Component.Type) {
    core.withCore { core in
      let column = core.column(of: type)
      column.with { $0.put(column, index, component, core) }
    }
  }
}

/// Data that is derived from the values of a component and updated with each change to them.
package struct Derived<Contents: FollowerContents> {
  /// A strong reference that prevents `shrink()` from dropping the data.
  private let follower: AnyFollower
  package let contents: Contents

  fileprivate init(_ follower: AnyFollower, _ contents: Contents) {
    self.follower = follower
    self.contents = contents
  }
}

extension Entity {
  /// Returns true if this handle and another handle belong to the same context.
  ///
  /// Both handles may be invalid.
  package func isOfContext(of other: Entity) -> Bool {
    reference == other.reference
      && generation >> EntityTable.countBits == other.generation >> EntityTable.countBits
  }

  /// The name of the entity in encoded values, or nil if the entity has no name.
  ///
  /// A destroyed entity may also have a name.
  package var writtenName: String? { core?.changeSets.entityNaming?(self) }

  /// Returns data that is derived from the values of a component in the entity's context.
  ///
  /// The first call for a component and a data type creates and fills the data. Afterwards, the
  /// data is updated with each change to the component, as an index is.
  ///
  /// - Parameters:
  ///   - type: The component from which the data is derived.
  ///   - make: Creates the data. The argument is a function that returns the handle for the index
  ///     of an entity.
  ///   - file: Stores the current value of an entity, or nil, in the data. The two numbers are the
  ///     entity's index and creation number. The closure must not call user code.
  /// - Returns: The data, or nil if the handle is invalid.
  /// - Complexity: O(*n*) for the first call, where *n* is the number of entities; then O(1)
  ///   expected.
  package func derived<C: Component, Contents: FollowerContents>(
    from type: C.Type, _ make: (@escaping (UInt32) -> Entity) -> Contents,
    file: @escaping (Contents, UInt32, UInt64, C?) -> Void
  ) -> Derived<Contents>? { living?.derived(from: type, make, file: file) }
}

extension Context {
  /// Returns data that is derived from the values of a component.
  ///
  /// The result is the data that `Entity.derived(from:_:file:)` returns for an entity of this
  /// context.
  package func derived<C: Component, Contents: FollowerContents>(
    from type: C.Type, _ make: (@escaping (UInt32) -> Entity) -> Contents,
    file: @escaping (Contents, UInt32, UInt64, C?) -> Void
  ) -> Derived<Contents> { core.derived(from: type, make, file: file) }
}

extension Core {
  fileprivate func create(
    _ number: UInt64?, reviving former: Entity?, _ fill: (Core, UInt32) -> Void
  ) -> Entity {
    guard let former, former.core === self, !isFrozen, let number,
      entities.generation(of: former.index) == 0, entities.creation(of: former.index) == number
    else {
      return create { core, index in
        if let number { core.entities.renumber(index, number) }
        fill(core, index)
      }
    }
    entities.revive(former.index, generation: former.generation, creation: number)
    fill(self, former.index)
    return arrive(former.index)
  }

  func derived<C: Component, Contents: FollowerContents>(
    from type: C.Type, _ make: (@escaping (UInt32) -> Entity) -> Contents,
    file: @escaping (Contents, UInt32, UInt64, C?) -> Void
  ) -> Derived<Contents> {
    let reference = CoreReference(self)
    let follower: Follower<C> = follower(FollowerKey(type, Contents.self, .whole, nil)) {
      let contents = make { index in reference.withCore { $0.handle(index) } }
      return (
        contents,
        { index, value in
          reference.withCore { file(contents, index, $0.entities.creation(of: index), value) }
        }
      )
    }
    guard let contents = follower.contents as? Contents else {
      preconditionFailure("the derived data stored for this type has another type")
    }
    return Derived(follower, contents)
  }
}

extension Core {
  /// Returns true if two values are equal, or nil if they cannot be compared.
  func areEqual<C: Component>(_ first: C?, _ second: C?, _ column: Column<C>?) -> Bool? {
    guard let first, let second else { return first == nil && second == nil }
    return Column<C>.isFlag ? true : column?.isEqual?(first, second)
  }
}
