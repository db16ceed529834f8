/// Something that learns who comes to a group and who leaves it.
protocol FollowerOfMembers: AnyObject {
  /// Learns that a member came or has left; its components are there.
  func touch(_ index: UInt32, in core: Core)
  /// Ends following anything, once its column drops it.
  func detach()
}

/// The order of a group's members by a component, following the component's column.
///
/// The group owns it, and both end with the context.
final class SortingBy<C: Component & Comparable>: Follower<C>, FollowerOfMembers {
  /// What equals nothing (a not-a-number) comes last, or it would break the order of all others.
  private var order = MemberOrder<C>(by: { $0 < $1 || $1 != $1 && $0 == $0 })
  private var isRepairing = false
  private unowned let group: Group
  /// Not kept alive: the column owns its followers.
  private unowned let column: Column<C>

  init(group: Group, column: Column<C>) {
    self.group = group
    self.column = column
    super.init()
    column.followers.append(self)
    group.core?.watch(column)
  }

  /// Returns the members that hold the component, in order; nil while the order is being made.
  func handles(in core: Core) -> [Entity]? {
    guard !isRepairing else { return nil }
    guard !order.isCurrent else { return order.handles }
    isRepairing = true
    // Comparisons are foreign code, which finds the order put aside.
    var order = order
    self.order.drop()
    let ended = core.withoutChanges { repair(&order, in: core) }
    swap(&order, &self.order)
    isRepairing = false
    withExtendedLifetime(ended) {}
    return self.order.handles
  }

  private func repair(_ order: inout MemberOrder<C>, in core: Core) -> MemberOrder<C>.Ended {
    let members = group.members
    let isRequired = group.matcher.required.contains { $0 == C.self }
    let count =
      isRequired
      ? group.count
      : members.snapshot.reduce(into: 0) { count, index in
        if core.slots.has(column, index) { count += 1 }
      }
    return order.repair(members: members.snapshot, count: count) { index in
      guard members.contains(index), core.slots.has(column, index) else { return nil }
      return MemberOrder<C>.Place(
        key: column.value(of: index), creation: core.slots.creations[Int(index)],
        handle: core.handle(index))
    }
  }

  func touch(_ index: UInt32, in core: Core) {
    let old = core.slots.has(column, index) ? column.value(of: index) : nil
    order.touch(index, creation: core.slots.creations[Int(index)], old: old)
  }

  override func changed(_ index: UInt32, old: C?, new: C?) {
    // Who is no member now is noted when it comes.
    guard group.members.contains(index), let core = group.core else { return }
    order.touch(index, creation: core.slots.creations[Int(index)], old: old)
  }
}
