/// What an index is cached under.
@usableFromInline
struct IndexKey: Hashable {
  @usableFromInline
  enum Source: Hashable {
    case property(AnyKeyPath)
    case each(AnyKeyPath)
    case order(AnyKeyPath)
    case name(String)
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

/// The entities of an index by their keys.
@usableFromInline
protocol IndexStorage {
  init()
  /// How many entities are found; one with several keys counts once.
  var count: Int { get }
  /// Gives back spare room.
  ///
  /// - Returns: What ends when all is whole again.
  mutating func shrink() -> Any?
  /// How much room is taken, without what keys hold outside of themselves.
  var bytes: Int { get }
}

/// An object that holds the entities of an index.
@usableFromInline
protocol IndexContents: AnyObject {
  func clear()
  /// - Returns: What ends when all is whole again.
  func shrink() -> Any?
  var count: Int { get }
  var bytes: Int { get }
}

extension Box: IndexContents where Value: IndexStorage {
  @usableFromInline
  func clear() {
    var cleared = Value()
    // The end of a key is foreign code, so it comes after the access.
    swap(&cleared, &value)
  }

  @usableFromInline func shrink() -> Any? { value.shrink() }
  @usableFromInline var count: Int { value.count }
  @usableFromInline var bytes: Int { value.bytes }
}

/// Something that a context keeps for an index and that ends with it.
protocol FollowerOfColumn: AnyObject {
  var contents: any IndexContents { get }
  /// Whether the context needs it even if nobody holds the index.
  var isUnique: Bool { get }
  /// The component, and the rule if there is one.
  var name: String { get }
  func clear()
  func attach(to core: Core)
  /// Ends following anything, once its column and its group drop it.
  func detach()
}

/// What keeps an index right, following the component's column and the members of a group.
///
/// An entity stands in the index while it holds the component and is a member. Of a change that does
/// both, one is told first; either finds the entity where it has to be, and the other changes nothing.
@usableFromInline
final class IndexFollower<C: Component>: Follower<C>, FollowerOfColumn, FollowerOfMembers {
  @usableFromInline let contents: any IndexContents
  @usableFromInline let reference: CoreReference
  @usableFromInline let epoch: UInt32
  /// Not kept alive: the column owns its followers.
  private unowned let column: Column<C>
  private let group: Group?
  /// Made where the types are known, and specialised there.
  private let file: (UInt32, C?) -> Void
  /// Returns the key of a value if another entity has it; nil if keys may be shared.
  var takenKey: ((UInt32, C) -> TakenKey?)? {
    didSet { mayRefuse = takenKey != nil }
  }

  init(
    _ contents: any IndexContents, core: Core, matcher: Matcher?,
    file: @escaping (UInt32, C?) -> Void
  ) {
    self.contents = contents
    reference = CoreReference(core)
    epoch = core.slots.epoch
    group = matcher.map(core.group)
    column = core.column(C.self)
    self.file = file
    super.init()
    for place in 0..<UInt32(core.slots.placeCount)
    where core.slots.generations[Int(place)] != 0 && core.slots.has(column, place) {
      if group?.members.contains(place) ?? true { file(place, column.value(of: place)) }
    }
  }

  var isUnique: Bool { mayRefuse }

  var name: String { column.name + (group.map { " in \($0.matcher)" } ?? "") }

  func clear() {
    contents.clear()
  }

  func attach(to core: Core) {
    isDetached = false
    column.followers.append(self)
    core.watch(column)
    guard let group else { return }
    group.add(self)
    // Who comes or goes is filed by foreign code, so the short ways of making a change are closed.
    for column in core.columns(of: group.matcher) {
      column.indexedGroups += 1
      core.watch(column)
    }
  }

  @usableFromInline
  override func changed(_ index: UInt32, old: C?, new: C?) {
    if let group, !group.members.contains(index) { return }
    file(index, new)
  }

  @usableFromInline
  override func refusal(of value: C, for index: UInt32) -> TakenKey? {
    takenKey?(index, value)
  }

  func touch(_ index: UInt32, in core: Core) {
    let isMember = group?.members.contains(index) ?? true
    file(index, isMember && core.slots.has(column, index) ? column.value(of: index) : nil)
  }
}

extension Core {
  /// Returns what keeps an index right; it is made if there is none.
  @usableFromInline
  func follower<C: Component>(
    _ identity: IndexKey, _ make: () -> (contents: any IndexContents, file: (UInt32, C?) -> Void)
  ) -> IndexFollower<C> {
    if let kept = indices[identity] as? IndexFollower<C> { return kept }
    return withoutChanges {
      let made = make()
      let follower = IndexFollower<C>(
        made.contents, core: self, matcher: identity.matcher, file: made.file)
      // Its key function may have asked for the same index.
      if let kept = indices[identity] as? IndexFollower<C> { return kept }
      follower.attach(to: self)
      indices[identity] = follower
      return follower
    }
  }

  /// Returns whether every unique index lets an entity have a value; a refusal is reported.
  @inlinable
  @inline(__always)
  func admits<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32) -> Bool {
    column.followers.isEmpty || column.isUnique || isAdmitted(value, column, index)
  }

  @inlinable
  @inline(never)
  func isAdmitted<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32) -> Bool {
    guard let taken = takenKey(of: value, column, index) else { return true }
    reportDuplicate(column, taken.text)
    return false
  }

  /// Returns the first key of a value that another entity has in a unique index.
  ///
  /// Keys are made, hashed, compared and described by foreign code.
  @inlinable
  func takenKey<C: Component>(
    of value: C, _ column: Column<C>, _ index: UInt32
  ) -> TakenKey? {
    guard column.followers.contains(where: { $0.mayRefuse }) else { return nil }
    return withoutChanges {
      for follower in column.followers where follower.mayRefuse {
        if let taken = follower.refusal(of: value, for: index) { return taken }
      }
      return nil
    }
  }

  @usableFromInline
  func reportDuplicate(_ column: AnyColumn, _ key: String) {
    report(.duplicateKey(component: column.name, key: key))
  }
}
