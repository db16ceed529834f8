public import ECSKit

/// A group whose reads are tracked, as returned by ``ObservedContext/group(_:)``.
///
/// The group is a small value, so the body of each view can request it. A reader of the members is
/// notified when an entity joins or leaves the group. Read the components of a member with
/// ``ObservedContext/subscript(_:_:)``, so that each row of a list is updated separately.
///
///     let talks = observed.group(.all(Title.self))
///     Text("\(talks.count) talks")
public struct ObservedGroup {
  let observed: ObservedContext
  let group: Group?

  /// The members in creation order.
  ///
  /// A read is tracked as a read of the members.
  ///
  /// - Complexity: As for `Group.entities`, plus O(1) expected.
  public var entities: [Entity] { tracked?.entities ?? [] }

  /// The number of members.
  ///
  /// A read is tracked as a read of the members.
  ///
  /// - Complexity: O(1) expected.
  public var count: Int { tracked?.count ?? 0 }

  /// A Boolean value that indicates whether the group has no members.
  ///
  /// A read is tracked as a read of the members.
  ///
  /// - Complexity: O(1) expected.
  public var isEmpty: Bool { count == 0 }

  /// Returns a Boolean value that indicates whether an entity is a member.
  ///
  /// The call is tracked as a read of the members.
  ///
  /// - Parameter entity: Any handle.
  /// - Returns: True if the entity matches the rule of the group.
  /// - Complexity: O(1) expected.
  public func contains(_ entity: Entity) -> Bool { tracked?.contains(entity) ?? false }

  /// Returns the members sorted by a component, and tracks the members and the component.
  ///
  /// A reader is notified even if a change to the component does not affect the order.
  ///
  /// - Parameter type: The component to sort by. The rule of the group need not name the component.
  /// - Returns: All members.
  /// - Complexity: As for `Group.sorted(by:)`, plus O(1) expected. If the rule does not require the
  ///   component, the first read creates a group of the members that hold it.
  public func sorted<C: Component & Comparable>(by type: C.Type) -> [Entity] {
    tracked(with: type)?.sorted(by: type) ?? []
  }

  /// Returns the members sorted by a property of a component.
  ///
  /// The call is tracked as a read of the members and of the component.
  ///
  /// - Parameters:
  ///   - key: The property to sort by.
  ///   - descending: True to put the largest key first.
  /// - Returns: All members. Members with equal keys are in creation order.
  /// - Complexity: As for `sorted(by:)` with a component.
  public func sorted<C: Component, Key: Comparable>(
    by key: KeyPath<C, Key>, descending: Bool = false
  ) -> [Entity] {
    tracked(with: C.self)?.sorted(by: key, descending: descending) ?? []
  }

  /// The group, after registering a read of its members.
  private var tracked: Group? {
    guard let group else { return nil }
    observed.reads(of: group).accessMembers()
    return group
  }

  private func tracked(with type: any Component.Type) -> Group? {
    guard let group = tracked else { return nil }
    observed.reads(of: group, with: type)?.accessValues(of: type)
    return group
  }
}
