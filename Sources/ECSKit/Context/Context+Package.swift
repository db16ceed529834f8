// The functions that other modules of this package use in addition to the public interface.

/// A component that identifies its entity, so that a clone does not get it.
package protocol IdentifyingComponent: Component {}

extension Entity {
  /// The identity of the entity, even if the handle is invalid.
  package var identity: EntityIdentity { EntityIdentity(reference, index, generation) }

  /// The number of the position that the entity has in its context, which another one gets after it.
  ///
  /// Such numbers are small: there are no more positions than entities at some time.
  @inlinable package var slot: UInt32 { index }

  /// The types of the components, in the order in which the context first saw them.
  ///
  /// - Complexity: O(*c*), where *c* is the number of component types of the context.
  package var componentTypes: [any Component.Type] {
    var types: [any Component.Type] = []
    living?.forEachColumn(of: index) { types.append($0.type) }
    return types
  }

  /// Returns whether two values of a component are equal.
  ///
  /// - Parameters:
  ///   - first: A value, or nil for none.
  ///   - second: Another value.
  /// - Returns: Whether they are equal; nil if values of the type cannot be compared.
  package func areEqual<C: Component>(_ first: C?, _ second: C?) -> Bool? {
    guard let core else { return nil }
    return core.areEqual(first, second, core.found(C.self))
  }

  /// Returns the mark of the last write to a component whose values cannot be compared.
  ///
  /// Equal marks prove that nothing was written. Writes to values of a type are marked from the
  /// first call for the type on, which costs as much as an index. A write changes the mark even if
  /// a transaction rolls it back.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The mark; 0 if the entity does not hold the component or its values can be compared.
  /// - Complexity: O(1) expected.
  package func writeMark<C: Component>(of type: C.Type) -> UInt64 {
    guard let core = living, has(type), !Column<C>.isFlag else { return 0 }
    let column = core.column(type)
    return column.isEqual == nil ? core.writeMark(of: index, type) : 0
  }

  /// Returns the key of a value that another entity has in a unique index.
  ///
  /// - Parameter value: The value to set on the entity.
  /// - Returns: The first such key and the creation number of the entity that has it; nil if there is
  ///   none.
  /// - Complexity: O(*i*) expected, where *i* is the number of unique indices of the component.
  package func takenKey<C: Component>(for value: C) -> (text: String, holder: UInt64)? {
    guard let core = living, let column = core.found(C.self), !column.isUnique,
      let taken = core.takenKey(of: value, column, index)
    else { return nil }
    return (taken.text, core.entities.creation(of: taken.holder))
  }
}

extension Context {
  /// The most changes that a wide but shallow cascade may have, besides a hundred for each change
  /// that came from outside.
  ///
  /// The default is a million. Tests lower it, because reaching a million takes seconds.
  package var cascadeWidth: Int {
    get { core.journal.cascadeWidth }
    set { core.journal.cascadeWidth = newValue }
  }

  /// Whether no call is under way that holds events back or delivers them.
  package var isIdle: Bool { core.isIdle }

  /// Whether changes are refused now, as in a reader of change sets.
  package var isFrozen: Bool { core.isFrozen }

  /// How many changes are waiting to be delivered, or may still be rolled back.
  package var changeCount: Int {
    core.journal.writeSoleUpdate()
    return core.journal.records.count
  }

  /// The name of the system that makes the changes from now on; nil for none.
  ///
  /// Change sets have it, also those that are made when the system has ended.
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

  /// Returns whether any entity has a component that is no flag; no group is made for it.
  ///
  /// - Parameter type: The component.
  /// - Returns: Whether there is one.
  /// - Complexity: O(1).
  package func hasValues<C: Component>(of type: C.Type) -> Bool {
    core.found(type).map { $0.store.count > 0 } ?? false
  }

  /// Makes the column of a component if there is none, with operations that are made where the caller is
  /// compiled.
  ///
  /// What sets values without knowing their type is then faster by a thousand instructions for each.
  ///
  /// - Parameter type: The component.
  @inlinable
  package func prepareColumn<C: Component>(of type: C.Type) {
    core.withColumn(type) { column in
      if !column.isSpecialized { column.specialize() }
    }
  }

  /// Creates an entity at a position in the order of creation.
  ///
  /// - Parameters:
  ///   - number: Its creation number; if an entity has it, or will have it again by a change set that is
  ///     held, or if it is nil, the next one.
  ///   - former: The handle of the same entity before it was destroyed, which is valid again if its slot
  ///     is empty.
  ///   - fill: Sets the components.
  /// - Returns: The handle of the entity.
  /// - Complexity: As for any entity, and O(*n*) in the number of all if the number was given before.
  @discardableResult
  package func createEntity(
    number: UInt64?, reviving former: Entity? = nil, with fill: (borrowing NewEntity) -> Void
  ) -> Entity {
    core.create(number, reviving: former) { core, index in
      core.hide(index)
      fill(NewEntity(core, index))
    }
  }

  /// Gives entities that are created from now on greater numbers than one.
  ///
  /// - Parameter number: The number; above all that can be given it is passed over.
  package func skipCreationNumbers(through number: UInt64) {
    core.entities.skip(through: number)
  }

  /// Has a closure decide whether what an outermost call changed is kept.
  ///
  /// The closure is called after all observers and before the readers of change sets. It finds the
  /// context as the call left it and must not change it. If it returns false, everything is rolled back
  /// with the opposite events, and no change set is made. It is called only for observed changes,
  /// since others are not recorded.
  ///
  /// - Parameters:
  ///   - prepare: A closure that is called before, and may change the context.
  ///   - commit: The closure.
  /// - Returns: False if the context has such a closure already, which stays.
  package func decideCommits(
    preparing prepare: (() -> Void)? = nil, by commit: @escaping () -> Bool
  ) -> Bool {
    guard core.changeSets.commit == nil else { return false }
    core.changeSets.commit = commit
    core.changeSets.prepare = prepare
    core.updateReading()
    return true
  }

  /// Makes changes that are taken over from elsewhere, like those of a change set, which already
  /// contain the reactions to destroyed entities.
  ///
  /// - Parameter body: The changes to make.
  package func replaying(_ body: () -> Void) { core.applying(body) }

  /// What the outermost call that is under way is called; nil if it has no label.
  package var label: String? { core.label }

  /// Keeps everything from now on.
  package func endDecidingCommits() {
    core.changeSets.commit = nil
    core.changeSets.prepare = nil
    core.updateReading()
  }

  /// Returns what an entity, alive or dead, is called in a value that is written down; nil if it has no
  /// name.
  package var entityNaming: ((Entity) -> String?)? {
    get { core.changeSets.entityNaming }
    set { core.changeSets.entityNaming = newValue }
  }

  /// Returns a handle that no entity has or will have.
  ///
  /// - Returns: The handle, which is another one at each call.
  package func unusedHandle() -> Entity {
    let index = core.entities.allocate()
    let handle = core.handle(index)
    core.entities.kill(index)
    core.entities.free(index)
    return handle
  }

  /// Returns the handle of a living entity of this context.
  ///
  /// - Parameter identity: The identity that a handle of the entity had.
  /// - Returns: The handle; nil if the entity is gone or of another context.
  /// - Complexity: O(1).
  package func entity(_ identity: EntityIdentity) -> Entity? {
    let reference = CoreReference(core)
    let entity = Entity(reference, identity.index, identity.generation)
    return entity.identity == identity && entity.isAlive ? entity : nil
  }

  /// Returns whether changes are refused now, and reports the operation if they are.
  ///
  /// - Parameter operation: The name of the operation, such as "sync an entity".
  /// - Returns: Whether the operation is refused.
  package func refuses(_ operation: String) -> Bool {
    guard core.isFrozen else { return false }
    core.refuse(operation)
    return true
  }

  /// Returns the object of a type that the context keeps alive until it ends.
  ///
  /// When the context ends, its handles become invalid before the object is released.
  ///
  /// - Parameter make: Creates the object at the first call for its type.
  /// - Returns: The same object in all calls.
  /// - Complexity: O(*t*), where *t* is the number of types of such objects.
  package func companion<Companion: AnyObject>(_ make: () -> Companion) -> Companion {
    for case let kept as Companion in companions { return kept }
    let made = make()
    companions.append(made)
    return made
  }
}

extension NewEntity {
  /// Sets a component whose type is known at run time only.
  ///
  /// - Parameters:
  ///   - component: The component.
  ///   - type: Its type.
  package borrowing func set(_ component: any Component, of type: any Component.Type) {
    core.withCore { core in
      let column = core.column(of: type)
      column.with { $0.put(column, index, component, core) }
    }
  }
}

/// Data that is derived from the values of a component and settled with each of their changes.
package struct Derived<Contents: FollowerContents> {
  /// Keeps the data from being dropped when the context shrinks.
  private let follower: AnyFollower
  /// The data.
  package let contents: Contents

  fileprivate init(_ follower: AnyFollower, _ contents: Contents) {
    self.follower = follower
    self.contents = contents
  }
}

extension Entity {
  /// Returns whether another handle is of the same context; both may be invalid.
  ///
  /// - Parameter other: The other handle.
  /// - Returns: Whether it is.
  package func isOfContext(of other: Entity) -> Bool {
    reference == other.reference
      && generation >> EntityTable.countBits == other.generation >> EntityTable.countBits
  }

  /// What the entity, alive or dead, is called in a value that is written down; nil if it has no name.
  package var writtenName: String? { core?.changeSets.entityNaming?(self) }

  /// Returns the data that a type derives from the values of a component in the entity's context.
  ///
  /// The first call for the two types fills it. From then on it is settled with each change of the
  /// component, like an index.
  ///
  /// - Parameters:
  ///   - type: The component.
  ///   - make: Creates the data, with a function that returns the handle of an index.
  ///   - file: Files the value that an entity has now, or nil, with the index and the creation number of
  ///     the entity. It must not call foreign code.
  /// - Returns: The data; nil if the handle is invalid.
  /// - Complexity: O(*n*) for the first call, where *n* is the number of entities; then O(1) expected.
  package func derived<C: Component, Contents: FollowerContents>(
    from type: C.Type, _ make: (@escaping (UInt32) -> Entity) -> Contents,
    file: @escaping (Contents, UInt32, UInt64, C?) -> Void
  ) -> Derived<Contents>? { living?.derived(from: type, make, file: file) }
}

extension Context {
  /// Returns the data that a type derives from the values of a component, see
  /// `Entity.derived(from:_:file:)`.
  ///
  /// - Parameters:
  ///   - type: The component.
  ///   - make: Creates the data.
  ///   - file: Files a value.
  /// - Returns: The data.
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

  fileprivate func derived<C: Component, Contents: FollowerContents>(
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
      preconditionFailure("derived data is kept under its type")
    }
    return Derived(follower, contents)
  }
}

/// The marks of the last writes to the values of a type.
///
/// A value gets a mark when it is first requested. A mark is never used twice, so different marks
/// prove that something was written. An entity that loses the component loses its mark, so there
/// are never more marks than values.
private final class WriteMarks: FollowerContents {
  private var marks: [UInt32: UInt64] = [:]
  private var last: UInt64 = 0

  /// Returns the mark of an entity's value, and makes one if there is none.
  func mark(of index: UInt32) -> UInt64 {
    if let mark = marks[index] { return mark }
    last += 1
    marks[index] = last
    return last
  }

  func note(_ index: UInt32, isThere: Bool) {
    guard marks[index] != nil else { return }
    last += 1
    marks[index] = isThere ? last : nil
  }

  func clear() { marks = [:] }
  func shrink() -> Any? { nil }
  var count: Int { marks.count }
  var bytes: Int { marks.capacity * (MemoryLayout<UInt32>.stride + MemoryLayout<UInt64>.stride) }
  var callsForeignCode: Bool { false }
}

extension Core {
  /// Returns whether two values are equal; nil if they cannot be compared.
  func areEqual<C: Component>(_ first: C?, _ second: C?, _ column: Column<C>?) -> Bool? {
    guard let first, let second else { return first == nil && second == nil }
    return Column<C>.isFlag ? true : column?.isEqual?(first, second)
  }

  /// Returns the mark of an entity's value; marks follow the column from the first call on.
  fileprivate func writeMark<C: Component>(of index: UInt32, _ type: C.Type) -> UInt64 {
    let follower: Follower<C> = follower(FollowerKey(type, Never.self, .writes, nil)) {
      let marks = WriteMarks()
      return (marks, { index, value in marks.note(index, isThere: value != nil) })
    }
    return (follower.contents as? WriteMarks)?.mark(of: index) ?? 0
  }
}
