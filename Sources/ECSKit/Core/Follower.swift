// Keeps indices, orders and counts of writes up to date with a column and a group. A change calls
// the followers while it is settled. User code that a follower calls must not change the context.

/// A data structure that is updated with each change to a column or a group.
///
/// Examples are a hash index and a sorted order.
///
/// The functions of a follower may call user code. This code must not change the context.
@usableFromInline
class AnyFollower {
  @usableFromInline final let contents: any FollowerContents
  fileprivate final let callsForeignCode: Bool
  @usableFromInline final let reference: CoreReference
  @usableFromInline final let epoch: UInt32
  /// The group to whose members the follower is restricted, or nil for no restriction.
  unowned final let group: Group?
  /// True if the follower is about to be removed from the column.
  final var isDetached = false
  /// True if keys are unique.
  ///
  /// The follower may then refuse a value.
  @usableFromInline final var isUnique = false

  init(_ contents: any FollowerContents, group: Group?, core: Core) {
    self.contents = contents
    callsForeignCode = contents.callsForeignCode
    self.group = group
    reference = CoreReference(core)
    epoch = core.entities.epoch
  }

  var name: String { "" }

  func attach(to core: Core) {}

  final func touch(_ index: UInt32, in core: Core) {
    if callsForeignCode {
      core.withoutChanges { file(index, in: core) }
    } else {
      file(index, in: core)
    }
  }

  fileprivate func file(_ index: UInt32, in core: Core) {}
}

@usableFromInline
package protocol FollowerContents: AnyObject {
  /// Removes all data. The context calls this method when it is deallocated.
  func clear()
  /// Frees spare memory, and returns the values that are no longer used, or nil if there are none.
  ///
  /// The caller must not drop the returned values before all data is consistent.
  func shrink() -> Any?
  var count: Int { get }
  /// True if entering a value calls user code.
  ///
  /// This code creates, hashes or compares the value's key.
  var callsForeignCode: Bool { get }
  var bytes: Int { get }
}

@usableFromInline
final class Follower<C>: AnyFollower {
  private unowned let column: Column<C>
  /// A function that enters the current value of an entity into the data structure.
  ///
  /// The value is nil if the entity lacks the component. The function is created where the types
  /// are known, so that the compiler specializes it.
  private let file: (UInt32, C?) -> Void
  /// A function that returns the key of a value if another entity has the key.
  ///
  /// The function is nil if entities may share keys.
  var takenKey: ((UInt32, C) -> TakenKey?)? {
    didSet {
      isUnique = true
      column.refusesKeys = true
    }
  }
  /// A function that returns a value's key, and the first entity with this key, if any.
  ///
  /// The function is nil if entities may share keys.
  var uniqueKey: ((C) -> (AnyHashable, holder: UInt32?))?

  init(
    _ contents: any FollowerContents, of column: Column<C>, group: Group?, core: Core,
    file: @escaping (UInt32, C?) -> Void
  ) {
    self.column = column
    self.file = file
    super.init(contents, group: group, core: core)
    // The loop visits all slots instead of a list of the entities, because nothing changes during
    // the loop and most slots are in use.
    for index in 0..<UInt32(truncatingIfNeeded: core.entities.slotCount)
    where core.entities.generation(of: index) != 0 && core.entities.has(column.bit, index) {
      if group?.members.contains(index) ?? true { file(index, column.store.value(of: index)) }
    }
  }

  override var name: String { column.name + (group.map { " in \($0.matcher)" } ?? "") }

  override func attach(to core: Core) {
    isDetached = false
    column.followers.append(self)
    core.watch(column)
    guard let group else { return }
    group.add(self)
    guard callsForeignCode else { return }
    // When entities join or leave, user code runs. So the fast paths of a change must not be used.
    for column in core.columns(of: group.matcher) {
      column.indexedGroups += 1
      core.watch(column)
    }
  }

  /// Enters the new value of an entity, or nil if the value was removed.
  @usableFromInline
  func changed(_ index: UInt32, new: C?) {
    if let group, !group.members.contains(index) { return }
    file(index, new)
  }

  fileprivate override func file(_ index: UInt32, in core: Core) {
    let isMember = group?.members.contains(index) ?? true
    let isThere = isMember && core.entities.has(column.bit, index)
    file(index, isThere ? column.store.value(of: index) : nil)
  }

  /// Returns the taken key if a value must be refused, or nil if the value is allowed.
  @usableFromInline
  func refusal(of value: C, for index: UInt32) -> TakenKey? {
    takenKey?(index, value)
  }
}

@usableFromInline
struct TakenKey {
  @usableFromInline let text: String
  /// The index of the entity that has the key.
  @usableFromInline let holder: UInt32
}

@usableFromInline
struct FollowerKey: Hashable {
  @usableFromInline
  enum Source: Hashable {
    case property(AnyKeyPath)
    case each(AnyKeyPath)
    case ascending(AnyKeyPath)
    case descending(AnyKeyPath)
    case whole
    case name(String)
    case writes
  }

  // The component and the key type are stored, because a key path of a base class may apply to
  // several components, and a name may be used with several key types.
  let component: ObjectIdentifier
  let key: ObjectIdentifier
  @usableFromInline let source: Source
  let matcher: Matcher?

  @usableFromInline
  init<C: Component, Key>(
    _ component: C.Type, _ key: Key.Type, _ source: Source, _ matcher: Matcher?
  ) {
    self.component = ObjectIdentifier(component)
    self.key = ObjectIdentifier(key)
    self.source = source
    self.matcher = matcher
  }
}

extension Core {
  /// Returns the follower with a given identity, and creates and fills it if needed.
  ///
  /// Filling the follower calls user code for the keys. This code must not change the context.
  @usableFromInline
  func follower<C: Component>(
    _ identity: FollowerKey,
    _ make: () -> (contents: any FollowerContents, file: (UInt32, C?) -> Void)
  ) -> Follower<C> {
    if let kept = followers[identity] as? Follower<C> { return kept }
    return withoutChanges {
      let made = make()
      // The group is created first, so that the types of the rule precede the component in the
      // order of first use.
      let group = identity.matcher.map(group)
      let follower = Follower<C>(
        made.contents, of: column(C.self), group: group, core: self, file: made.file)
      // The key function may have created the same index.
      if let kept = followers[identity] as? Follower<C> { return kept }
      follower.attach(to: self)
      followers[identity] = follower
      return follower
    }
  }

  @inlinable @inline(never)
  func settleFollowers<C>(of column: Column<C>, _ index: UInt32, new: C?) {
    withoutChanges {
      for follower in column.followers { follower.changed(index, new: new) }
    }
  }

  /// Returns true if every unique index admits a value for an entity.
  ///
  /// Otherwise a misuse is reported. The keys of a unique component are not checked, because
  /// setting the component removes it from its holder.
  @inlinable @inline(__always)
  func admits<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32) -> Bool {
    !column.refusesKeys || column.isUnique || isAdmitted(value, column, index)
  }

  @inlinable @inline(never)
  func isAdmitted<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32) -> Bool {
    guard let taken = takenKey(of: value, column, index) else { return true }
    report(taken, in: column)
    return false
  }

  /// Returns the taken key if a value must be refused, or nil if the value is allowed.
  ///
  /// User code creates, hashes, compares and describes the keys.
  @inlinable
  func takenKey<C>(of value: C, _ column: Column<C>, _ index: UInt32) -> TakenKey? {
    guard column.refusesKeys else { return nil }
    return withoutChanges {
      for follower in column.followers where follower.isUnique {
        if let taken = follower.refusal(of: value, for: index) { return taken }
      }
      return nil
    }
  }

  /// Reports a misuse if another entity has the value's key in a unique index.
  ///
  /// This is possible only if the index was made unique after the value was set.
  @usableFromInline
  func reportDuplicates<C>(of value: C, _ column: Column<C>, _ index: UInt32) {
    guard !column.isUnique, let taken = takenKey(of: value, column, index) else { return }
    report(taken, in: column)
  }

  @usableFromInline
  func report(_ taken: TakenKey, in column: AnyColumn) {
    report(.duplicateKey(component: column.name, key: taken.text))
  }
}
