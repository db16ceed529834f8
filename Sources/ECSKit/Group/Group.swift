/// The entities that match a rule, kept up to date with every change.
///
/// A group is made by ``Context/group(_:)`` and is one object for each rule. Its members are right
/// at every moment: a change has settled all groups before the call that made it returns and before
/// any observer hears of it. It is read in creation order:
///
///     let talks = context.group(.all(Title.self))
///     context.createEntity(Title(text: "World Modeling"))
///     talks.count  // 1
///     for talk in talks { print(talk[Title.self]?.text ?? "") }  // World Modeling
///
/// A loop sees the members there were when it began, whatever its body changes: one that left is
/// still visited, one that was destroyed is visited as a dead handle, and one that came is not
/// visited.
///
/// When its context goes away a group is empty and stays so.
public final class Group: Sequence {
  /// The rule that the members match.
  public let matcher: Matcher
  @usableFromInline let reference: CoreReference
  @usableFromInline let epoch: UInt32
  @usableFromInline let members: MemberSet
  /// The position in the order of first asking.
  let number: Int
  var observerCount = 0
  private var creationOrder = MemberOrder<Void>(by: { _, _ in false })
  /// What is restricted to the members.
  private var followers: [AnyFollower] = []
  /// The orders of members by a whole component.
  private var orders: [ObjectIdentifier: AnyObject] = [:]

  init(_ matcher: Matcher, mask: MatchMask, core: Core) {
    self.matcher = matcher
    core.groupCount += 1
    number = core.groupCount
    members = MemberSet(mask: mask)
    reference = CoreReference(core)
    epoch = core.entities.epoch
    members.group = self
  }

  /// The core, if the context is still there.
  ///
  /// Every read asks, for the question also keeps a context alive that is a local variable: it can
  /// not end before the last use of what it gave out.
  var core: Core? { reference.core(in: epoch) }

  /// The number of members.
  ///
  /// - Complexity: O(1).
  public var count: Int {
    // The epoch is looked at last: an optimised build may let go of a context after its last use,
    // and looking at the epoch is a use, while reading the members is none.
    let count = members.dense.count
    return core == nil ? 0 : count
  }

  /// Whether there is no member.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { count == 0 }

  /// Returns whether an entity is a member.
  ///
  /// - Parameter entity: Any handle; a dead one, or one of another context, is no member.
  /// - Returns: Whether the entity matches the rule of the group.
  /// - Complexity: O(1).
  public func contains(_ entity: Entity) -> Bool {
    guard let core, entity.living === core else { return false }
    return members.contains(entity.index)
  }

  /// The members in creation order.
  ///
  /// - Complexity: O(1) if no member came or left since the last ordered read; else the repair of
  ///   the order: O(*k* (log *n* + *m*)) for *k* ≤ 8 comers and leavers among *n* members, *m* being
  ///   a move in memory, and O(*n* + *k* log *k*) for more. The first read is O(*n* log *n*).
  public var entities: [Entity] {
    guard let core else { return [] }
    members.isFollowed = true
    creationOrder.repair(
      members: members.snapshot, count: { members.dense.count },
      position: { index in
        guard members.contains(index) else { return nil }
        return MemberOrder<Void>.Position(
          key: (), creation: core.entities.creation(of: index), handle: core.handle(index))
      })
    return creationOrder.handles
  }

  /// Returns an iterator over the members in creation order.
  ///
  /// - Returns: An iterator over the members of this moment.
  /// - Complexity: As for ``entities``.
  public func makeIterator() -> IndexingIterator<[Entity]> {
    entities.makeIterator()
  }

  /// The number of members, which is exact.
  public var underestimatedCount: Int { count }

  /// Returns the members in the order of a component.
  ///
  /// Members with equal components come in creation order. Members whose component equals nothing, not
  /// even itself (a not-a-number), come after the others, and members without the component come
  /// last, both in creation order. The order is kept: it follows every change of the component and of the
  /// membership, so asking again costs what changed since.
  ///
  ///     let slots = context.group(.all(SlotID.self))
  ///     for slot in entities.sorted(by: Start.self) { print(slot) }
  ///
  /// - Parameter type: The component to order by.
  /// - Returns: All members. A comparison that asks for the order which it is making gets them in creation
  ///   order.
  /// - Complexity: O(1) if nothing changed; O(*k* (log *n* + *m*)) for *k* ≤ 8 members touched of
  ///   *n*, *m* being a move in memory; O(*n* + *k* log *k*) for more. The first read is
  ///   O(*n* log *n*), and so is one after half of the members were touched. Add O(*n*) if some
  ///   members lack the component.
  public func sorted<C: Component & Comparable>(by type: C.Type) -> [Entity] {
    guard let core else { return [] }
    if let kept = orders[ObjectIdentifier(type)] as? KeyOrder<C> {
      return all(of: kept, type, core)
    }
    let key = FollowerKey(type, type, .whole, matcher)
    let order: KeyOrder<C> = core.order(key, by: <) { (value: C) in value }.order
    orders[ObjectIdentifier(type)] = order
    return all(of: order, type, core)
  }

  /// Returns the members in the order of a property of a component.
  ///
  /// As ``sorted(by:)-(C.Type)`` in all else. Members with equal keys come in creation order,
  /// whatever the direction.
  ///
  ///     let ratings = context.group(.all(Rating.self))
  ///     let best = ratings.sorted(by: \Rating.stars, descending: true).first
  ///
  /// - Parameters:
  ///   - key: The property to order by.
  ///   - descending: Whether the largest key comes first.
  /// - Returns: All members.
  /// - Complexity: As for ``sorted(by:)-(C.Type)``.
  public func sorted<C: Component, Key: Comparable>(
    by key: KeyPath<C, Key>, descending: Bool = false
  ) -> [Entity] {
    guard let core else { return [] }
    let identity = FollowerKey(
      C.self, Key.self, descending ? .descending(key) : .ascending(key), matcher)
    return all(
      of: core.order(identity, by: descending ? { $0 > $1 } : { $0 < $1 }) { (value: C) in
        value[keyPath: key]
      }.order, C.self, core)
  }

  /// The members of an order, then those that have no place in it.
  private func all<C: Component, Key>(
    of kept: KeyOrder<Key>, _ type: C.Type, _ core: Core
  ) -> [Entity] {
    guard let order = kept.current(in: core) else { return entities }
    guard self.core != nil else { return [] }
    guard order.handles.count < members.dense.count else { return order.handles }
    // Who has the component without being there has a key that equals nothing.
    let ordered = Set(order.handles)
    let rest = entities.filter { !ordered.contains($0) }
    return order.handles + rest.filter { $0.has(type) } + rest.filter { !$0.has(type) }
  }

  /// Notes that an entity comes or goes; its components are there.
  func touch(_ index: UInt32) {
    guard let core else { return }
    creationOrder.touch(index, creation: core.entities.creation(of: index), old: ())
    for follower in followers { follower.touch(index, in: core) }
  }

  func add(_ follower: AnyFollower) {
    followers.append(follower)
    members.isFollowed = true
  }

  /// Whether something is restricted to the members.
  var hasFollowers: Bool { !followers.isEmpty }

  func dropFollowers() {
    followers = []
    orders = [:]
  }

  /// About how many bytes the kept order takes.
  var bytesOfOrder: Int {
    creationOrder.handles.capacity * (MemoryLayout<Entity>.stride + MemoryLayout<UInt64>.stride)
  }

  /// Ends the orders of a group that nobody follows.
  func detachFromColumns() {
    members.isFollowed = false
    members.group = nil
  }

  func detachFromContext() {
    members.clear()
    creationOrder.drop()
    dropFollowers()
  }
}
