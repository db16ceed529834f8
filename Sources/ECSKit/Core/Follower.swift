/// Something that follows the values of a column, and who comes into a group and leaves it, while
/// changes are settled: a hash index, an order, the marks of writes.
///
/// What it does with them are functions that it is given. They may call foreign code, which must not
/// change the context.
@usableFromInline
class AnyFollower {
  /// What has been gathered from the values.
  @usableFromInline final let contents: any FollowerContents
  fileprivate final let callsForeignCode: Bool
  @usableFromInline final let reference: CoreReference
  @usableFromInline final let epoch: UInt32
  /// The group whose members it is restricted to.
  unowned final let group: Group?
  /// Whether it is to be dropped from the column.
  final var isDetached = false
  /// Whether a key may be taken, so that a value is refused.
  @usableFromInline final var isUnique = false

  init(_ contents: any FollowerContents, group: Group?, core: Core) {
    self.contents = contents
    callsForeignCode = contents.callsForeignCode
    self.group = group
    reference = CoreReference(core)
    epoch = core.entities.epoch
  }

  var name: String { "" }

  /// Follows its column and its group.
  func attach(to core: Core) {}

  /// Sees that an entity comes into the group or leaves it.
  final func touch(_ index: UInt32, in core: Core) {
    if callsForeignCode {
      core.withoutChanges { file(index, in: core) }
    } else {
      file(index, in: core)
    }
  }

  fileprivate func file(_ index: UInt32, in core: Core) {}
}

/// What a follower has gathered.
@usableFromInline
protocol FollowerContents: AnyObject {
  /// Drops everything; the context has ended.
  func clear()
  /// Gives back what is not needed, and returns what is to end when everything is whole.
  func shrink() -> Any?
  /// How many entities there are.
  var count: Int { get }
  /// Whether filing a value makes, hashes or compares its key.
  var callsForeignCode: Bool { get }
  /// About how many bytes it takes.
  var bytes: Int { get }
}

@usableFromInline
final class Follower<C>: AnyFollower {
  private unowned let column: Column<C>
  /// Files the value that an entity has now, or that it has none.
  ///
  /// Made where the types are known, and specialized there.
  private let file: (UInt32, C?) -> Void
  /// Returns the key of a value if another entity has it; nil if keys may be shared.
  var takenKey: ((UInt32, C) -> TakenKey?)? {
    didSet { isUnique = takenKey != nil }
  }

  init(
    _ contents: any FollowerContents, of column: Column<C>, group: Group?, core: Core,
    file: @escaping (UInt32, C?) -> Void
  ) {
    self.column = column
    self.file = file
    super.init(contents, group: group, core: core)
    for index in core.entities.living where core.entities.has(column.bit, index) {
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
    // Who comes or goes is filed by foreign code, so the short ways of making a change are closed.
    for column in core.columns(of: group.matcher) {
      column.indexedGroups += 1
      core.watch(column)
    }
  }

  /// Sees that an entity has another value, or none.
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

  /// Returns the key that keeps an entity from having a value; nil if nothing does.
  @usableFromInline
  func refusal(of value: C, for index: UInt32) -> TakenKey? {
    takenKey?(index, value)
  }
}

/// A key of a unique index that another entity has.
@usableFromInline
struct TakenKey {
  @usableFromInline let text: String
  /// The index of the entity that has it.
  @usableFromInline let holder: UInt32
}

/// What an index is known by within its context.
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

  // A property of a base class can be one of several components, and a name one of several keys.
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
  /// Returns the follower that is kept under a key, made and filled if there is none.
  ///
  /// While it is filled foreign code makes its keys, which must not change what is being filed.
  @usableFromInline
  func follower<C: Component>(
    _ identity: FollowerKey,
    _ make: () -> (contents: any FollowerContents, file: (UInt32, C?) -> Void)
  ) -> Follower<C> {
    if let kept = followers[identity] as? Follower<C> { return kept }
    return withoutChanges {
      let made = make()
      // The types of the rule come before the component in the order of first use.
      let group = identity.matcher.map(group)
      let follower = Follower<C>(
        made.contents, of: column(C.self), group: group, core: self, file: made.file)
      // Its key function may have asked for the same index.
      if let kept = followers[identity] as? Follower<C> { return kept }
      follower.attach(to: self)
      followers[identity] = follower
      return follower
    }
  }

  /// Has the followers of a column see a change that is in the column already.
  @inlinable @inline(never)
  func settleFollowers<C>(of column: Column<C>, _ index: UInt32, old: C?, new: C?) {
    withoutChanges {
      for follower in column.followers { follower.changed(index, new: new) }
    }
  }

  /// Returns whether every unique index lets an entity have a value, and reports it if one does not.
  ///
  /// A unique component moves away from its holder, so its keys are not asked about.
  @inlinable @inline(__always)
  func admits<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32) -> Bool {
    column.followers.isEmpty || column.isUnique || isAdmitted(value, column, index)
  }

  @inlinable @inline(never)
  func isAdmitted<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32) -> Bool {
    guard let taken = takenKey(of: value, column, index) else { return true }
    report(taken, in: column)
    return false
  }

  /// Returns the key that keeps an entity from having a value; nil if nothing does.
  ///
  /// Keys are made, hashed, compared and described by foreign code.
  @inlinable
  func takenKey<C>(of value: C, _ column: Column<C>, _ index: UInt32) -> TakenKey? {
    guard column.followers.contains(where: { $0.isUnique }) else { return nil }
    return withoutChanges {
      for follower in column.followers where follower.isUnique {
        if let taken = follower.refusal(of: value, for: index) { return taken }
      }
      return nil
    }
  }

  /// Reports that a value is in a column though a unique index would not let it in.
  ///
  /// It was let in before the index was made unique, or it would not be there.
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
