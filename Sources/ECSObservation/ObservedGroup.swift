public import ECSKit

/// A group whose reads are tracked, made by ``ObservedContext/group(_:)``.
///
/// It is a small value, and can be asked for in each body of a view. A reader of the members is notified
/// when an entity becomes a member or leaves. What a member holds is read with
/// ``ObservedContext/subscript(_:_:)``, so that each row of a list is updated by itself.
///
///     let talks = observed.group(.all(Title.self))
///     Text("\(talks.count) talks")
public struct ObservedGroup {
  let observed: ObservedContext
  let group: Group?

  /// The members in creation order; a read of them is tracked.
  ///
  /// - Complexity: As for `Group.entities`, and O(1) expected.
  public var entities: [Entity] { tracked?.entities ?? [] }

  /// The number of members; a read of it is tracked as one of the members.
  ///
  /// - Complexity: O(1) expected.
  public var count: Int { tracked?.count ?? 0 }

  /// Whether there is no member; a read of it is tracked as one of the members.
  ///
  /// - Complexity: O(1) expected.
  public var isEmpty: Bool { count == 0 }

  /// Returns whether an entity is a member, and tracks it as a read of the members.
  ///
  /// - Parameter entity: Any handle.
  /// - Returns: Whether the entity matches the rule of the group.
  /// - Complexity: O(1) expected.
  public func contains(_ entity: Entity) -> Bool { tracked?.contains(entity) ?? false }

  /// Returns the members in the order of a component, and tracks the members and that component.
  ///
  /// A reader is also notified when the component of a member changes and the order stays.
  ///
  /// - Parameter type: The component to order by, in the rule or not.
  /// - Returns: All members.
  /// - Complexity: As for `Group.sorted(by:)`, and O(1) expected. If the component is not required by the
  ///   rule, the first read makes the group of the members that hold it.
  public func sorted<C: Component & Comparable>(by type: C.Type) -> [Entity] {
    tracked(with: type)?.sorted(by: type) ?? []
  }

  /// Returns the members in the order of a property of a component, and tracks the members and that
  /// component.
  ///
  /// - Parameters:
  ///   - key: The property to order by.
  ///   - descending: Whether the largest key comes first.
  /// - Returns: All members; those with equal keys are in creation order.
  /// - Complexity: As for `sorted(by:)` with a component.
  public func sorted<C: Component, Key: Comparable>(
    by key: KeyPath<C, Key>, descending: Bool = false
  ) -> [Entity] {
    tracked(with: C.self)?.sorted(by: key, descending: descending) ?? []
  }

  /// The group; a read of its members is registered.
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
