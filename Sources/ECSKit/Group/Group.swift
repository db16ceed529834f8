// The public interface of a group: its members, in creation order or sorted by a key. The context
// creates groups. A MemberSet stores the members of a group, and a MemberOrder sorts them.

/// The set of entities that match a rule.
///
/// The set is always up to date.
///
/// ``Context/group(_:)`` returns one group object for each rule. A change takes effect in all
/// groups before any observer is notified. A group is read in creation order:
///
///     let talks = context.group(.all(Title.self))
///     context.createEntity(Title(text: "World Modeling"))
///     talks.count  // 1
///     for talk in talks { print(talk[Title.self]?.text ?? "") }  // World Modeling
///
/// A loop visits the members that the group had when the loop began, even if the body changes the
/// group. A member that leaves is still visited. A destroyed member is visited as an invalid
/// handle. An entity that joins is not visited.
///
/// A group does not keep its context alive. When its context is deallocated, a group becomes
/// permanently empty, and the next read is reported as ``Misuse/contextEnded(operation:)``.
public final class Group: Sequence {
  /// The rule that the members match.
  public let matcher: Matcher
  @usableFromInline let reference: CoreReference
  @usableFromInline let epoch: UInt32
  @usableFromInline let members: MemberSet
  /// The number of the group in creation order, starting at 1.
  let number: Int
  var observerCount = 0
  private var creationOrder = MemberOrder(by: nil)
  private var followers: [AnyFollower] = []
  private var orders: [ObjectIdentifier: KeyOrder] = [:]
  /// The handler to which the first read after the deallocation of the context is reported.
  ///
  /// The handler is nil before the deallocation and after the report.
  private var endHandler: ((Misuse) -> Void)?

  init(_ matcher: Matcher, mask: MatchMask, core: Core) {
    self.matcher = matcher
    core.groupCount += 1
    number = core.groupCount
    members = MemberSet(mask: mask)
    reference = CoreReference(core)
    epoch = core.entities.epoch
    members.group = self
  }

  /// The core, or nil if the context was deallocated.
  ///
  /// The first access after the deallocation is reported as a misuse. Every read of the group
  /// accesses this property. The compiler treats the access as a use of the context. So a context
  /// in a local variable is not released before the last use of its group.
  var core: Core? {
    if let core = reference.core(in: epoch) { return core }
    reportEnd()
    return nil
  }

  /// Reports the first read after the context was deallocated.
  @usableFromInline @inline(never)
  func reportEnd() {
    guard let report = endHandler else { return }
    endHandler = nil
    report(.contextEnded(operation: "read the group \(matcher)"))
  }

  /// The number of members.
  ///
  /// - Complexity: O(1).
  public var count: Int {
    // The epoch is checked last, because an optimized build may release a context after its last
    // use. The check of the epoch counts as a use, but reading the members does not.
    let count = members.dense.count
    return core == nil ? 0 : count
  }

  /// True if the group has no members.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { count == 0 }

  /// Returns true if an entity is a member.
  ///
  /// - Parameter entity: Any handle. An invalid handle, or a handle from another context, is not a
  ///   member.
  /// - Returns: True if the entity matches the rule of the group.
  /// - Complexity: O(1).
  public func contains(_ entity: Entity) -> Bool {
    guard let core else { return false }
    return contains(entity, in: core)
  }

  /// Returns true if an entity is a member, without reporting that the context was deallocated.
  func isMember(_ entity: Entity) -> Bool {
    reference.core(in: epoch).map { contains(entity, in: $0) } ?? false
  }

  private func contains(_ entity: Entity, in core: Core) -> Bool {
    entity.living === core && members.contains(entity.index)
  }

  /// The members in creation order.
  ///
  /// - Complexity: O(1) if no member joined or left since the last ordered read. Otherwise the
  ///   order is repaired: O(*k* log *n* + *m*), where *k* of *n* members joined or left, and *m* is
  ///   the cost of copying the order in memory. The first read is O(*n* log *n*).
  public var entities: [Entity] {
    guard let core else { return [] }
    if creationOrder.isCurrent { return creationOrder.handles }
    members.isFollowed = true
    creationOrder.repair(
      members: members.snapshot, count: { members.dense.count },
      member: { index in
        guard members.contains(index) else { return nil }
        return MemberOrder.Member(core.handle(index), creation: core.entities.creation(of: index))
      })
    return creationOrder.handles
  }

  /// Returns an iterator over the members in creation order.
  ///
  /// - Returns: An iterator over the current members.
  /// - Complexity: The same as for ``entities``.
  public func makeIterator() -> IndexingIterator<[Entity]> {
    entities.makeIterator()
  }

  /// The exact number of members.
  public var underestimatedCount: Int { count }

  /// Returns the members sorted by a component.
  ///
  /// Equivalent to ``sorted(by:descending:)`` with the component itself as the key.
  ///
  /// - Parameter type: The component to order by.
  /// - Returns: All members.
  /// - Complexity: As for ``sorted(by:descending:)``.
  @inlinable
  public func sorted<C: Component & Comparable>(by type: C.Type) -> [Entity] {
    sorted(type) { SortKeys({ $0[C.self] }, by: <) }
  }

  @usableFromInline
  func sorted<C: Component>(_ type: C.Type, _ keys: () -> SortKeys) -> [Entity] {
    guard let core else { return [] }
    if let kept = orders[ObjectIdentifier(type)] { return all(of: kept, type, core) }
    let key = FollowerKey(type, type, .whole, matcher)
    let (_, order): (Follower<C>, KeyOrder) = core.order(key, keys)
    orders[ObjectIdentifier(type)] = order
    return all(of: order, type, core)
  }

  /// Returns the members sorted by a property of a component, or by the component itself.
  ///
  /// Members with equal keys are in creation order, in both directions. Members whose key is not
  /// equal to itself, such as NaN, follow in creation order. Members without the component are
  /// last, also in creation order. The order is stored and updated, so a later call only processes
  /// the changes since the previous call.
  ///
  ///     let ratings = context.group(.all(Rating.self))
  ///     let best = ratings.sorted(by: \Rating.stars, descending: true).first
  ///     // a component that is Comparable
  ///     for slot in slots.sorted(by: Start.self) { print(slot) }
  ///
  /// - Parameters:
  ///   - key: The property to order by, or the type of the component.
  ///   - descending: True to put the largest key first.
  /// - Returns: All members. If a comparison reads the order while the order is being computed, it
  ///   gets the members in creation order.
  /// - Complexity: O(1) if nothing changed. O(*k* log *n* + *m*) if *k* of *n* members changed,
  ///   where *m* is the cost of copying the order in memory. The first read is O(*n* log *n*), and
  ///   so is a read after half of the members changed. If some members lack the component, add
  ///   O(*n*).
  @inlinable
  public func sorted<C: Component, Key: Comparable>(
    by key: KeyPath<C, Key>, descending: Bool = false
  ) -> [Entity] {
    let source: FollowerKey.Source = descending ? .descending(key) : .ascending(key)
    return sorted(C.self, FollowerKey(C.self, Key.self, source, matcher)) {
      let key = key.reader
      return SortKeys({ $0[C.self].map(key) }, by: descending ? { $0 > $1 } : { $0 < $1 })
    }
  }

  @usableFromInline
  func sorted<C: Component>(
    _ type: C.Type, _ identity: FollowerKey, _ keys: () -> SortKeys
  ) -> [Entity] {
    guard let core else { return [] }
    let (_, order): (Follower<C>, KeyOrder) = core.order(identity, keys)
    return all(of: order, type, core)
  }

  /// Returns the members in a sorted order, followed by the members that the order lacks.
  private func all<C: Component>(of order: KeyOrder, _ type: C.Type, _ core: Core) -> [Entity] {
    guard let sorted = order.current(in: core) else { return entities }
    guard self.core != nil else { return [] }
    guard sorted.count < members.dense.count else { return sorted }
    // Members that have the component but are not in the order have a key that is not equal to
    // itself, such as NaN.
    let ordered = Set(sorted)
    let rest = entities.filter { !ordered.contains($0) }
    return sorted + rest.filter { $0.has(type) } + rest.filter { !$0.has(type) }
  }

  /// Notifies orders and followers that an entity has joined or is leaving.
  ///
  /// Call this method while the entity still has its components.
  func touch(_ index: UInt32) {
    guard let core else { return }
    creationOrder.touch(index, creation: core.entities.creation(of: index))
    for follower in followers { follower.touch(index, in: core) }
  }

  func add(_ follower: AnyFollower) {
    followers.append(follower)
    members.isFollowed = true
  }

  var hasFollowers: Bool { !followers.isEmpty }

  func dropFollowers() {
    followers = []
    orders = [:]
  }

  /// The approximate number of bytes of the cached creation order.
  var bytesOfOrder: Int {
    creationOrder.handles.capacity * (MemoryLayout<Entity>.stride + MemoryLayout<UInt64>.stride)
  }

  func detachFromColumns() {
    members.isFollowed = false
    members.group = nil
  }

  /// Empties the group because its context was deallocated.
  func detachFromContext(reportingTo handler: @escaping (Misuse) -> Void) {
    endHandler = handler
    members.clear()
    creationOrder.drop()
    dropFollowers()
  }
}
