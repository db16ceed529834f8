public import ECSKit
public import Observation

/// Lets SwiftUI views, and all else that tracks reads with the Observation module, follow a context.
///
/// What is read through it in the body of a view, or in `withObservationTracking`, is registered with
/// Observation. When that changes, and only then, the view is updated:
///
///     let observed = ObservedContext(context)
///     withObservationTracking {
///       for talk in observed.group(.all(Title.self)).entities {
///         print(observed[talk, Title.self]?.text ?? "")
///       }
///     } onChange: {
///       print("a talk came, went or has another title")
///     }
///
/// Make one and keep it, beside the context or in the environment of a view: it has the table of what
/// was read, so that a thousand reads of a group are one observer. Like a group, it does not keep its
/// context, and everything that is read is empty once the context is gone.
///
/// **When a reader is notified.** The observers of ECSKit are called after a change, and `onChange` is
/// called by one of them. So a reader that reads within `onChange` sees the new state of the change,
/// although Observation calls this moment `willSet`. A view that reads in the next turn of the run loop
/// sees the state at that time. `withObservationTracking` calls `onChange` once, whatever else changes
/// before the next read; so a transaction is one update, and one that is rolled back is none.
///
/// **What it costs.** Nothing until something is read, and nothing for changes of components that
/// are not read. From the first read on there is one observer for each group, each order of a
/// group, each component and each index that is read, however many entities and keys. A change of
/// one of them costs a call, and a look-up in a table for components and indices. Entities leave
/// the table when they are destroyed; a key of an index stays.
///
/// After the last reference is released, on whatever thread, no reader is notified any more, and
/// each observer ends at its next event.
public final class ObservedContext: Observable {
  private weak var context: Context?
  /// By the identity of the group, which the reads keep.
  private var groups: [ObjectIdentifier: GroupReads] = [:]
  /// By component type.
  private var components: [ObjectIdentifier: ComponentReads] = [:]
  private var indices: [AnyKeyPath: AnyObject] = [:]

  /// Creates a bridge that observes nothing until something is read.
  ///
  /// - Parameter context: The context, which must be held elsewhere.
  /// - Complexity: O(1).
  public init(_ context: Context) {
    self.context = context
  }

  /// Returns the group of the entities that match a rule, to be read with tracking.
  ///
  ///     List(observed.group(.all(Title.self)).sorted(by: Title.self)) { TalkRow(talk: $0) }
  ///
  /// - Parameter matcher: The rule.
  /// - Returns: The group; it is empty if the context is gone.
  /// - Complexity: As for `Context.group(_:)`.
  public func group(_ matcher: Matcher) -> ObservedGroup {
    ObservedGroup(observed: self, group: context?.group(matcher))
  }

  /// Returns the value of a component of an entity, and tracks it.
  ///
  /// A reader is notified when the component of this entity is set to another value or removed, and when
  /// the entity is destroyed with it. A reader of a dead handle is notified, too, if a change set brings
  /// the entity back; other entities that get the component can notify it as well.
  ///
  /// - Parameters:
  ///   - entity: An entity of the context.
  ///   - type: The type of the component.
  /// - Returns: The value, or nil if there is none.
  /// - Complexity: O(1) expected. The first read of a component type makes its group.
  public subscript<C: Component>(_ entity: Entity, _ type: C.Type) -> C? {
    guard let context else { return nil }
    let id = ObjectIdentifier(type)
    let reads = components[id] ?? ComponentReads(context.group(.all(type)))
    components[id] = reads
    reads.access(entity)
    return entity[type]
  }

  /// Returns the value of a unique component, and tracks it.
  ///
  /// A reader is notified when the value changes, comes, goes or moves to another entity.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The value, or nil if no entity holds it.
  /// - Complexity: O(1) expected. The first read of a component type makes its group.
  public subscript<C: UniqueComponent>(_ type: C.Type) -> C? {
    guard let context else { return nil }
    reads(of: context.group(.all(type))).accessValues(of: type)
    return context[type]
  }

  /// Returns the entity that holds a unique component, and tracks which one it is.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The holder, or nil if no entity holds it.
  /// - Complexity: O(1) expected. The first read of a component type makes its group.
  public func holder<C: UniqueComponent>(of type: C.Type) -> Entity? {
    guard let context else { return nil }
    reads(of: context.group(.all(type))).accessMembers()
    return context.holder(of: type)
  }

  /// Returns the index of a component by one of its properties, to be read with tracking.
  ///
  ///     observed.index(\SessionID.text)["session1Day1"]
  ///
  /// - Parameter key: The property to find entities by.
  /// - Returns: The index; it is empty if the context is gone.
  /// - Complexity: As for `Context.index(_:in:)`.
  public func index<C: Component, Key: Hashable>(
    _ key: KeyPath<C, Key>
  ) -> ObservedIndex<C, Key> {
    if let reads = indices[key] as? IndexReads<C, Key> { return ObservedIndex(reads: reads) }
    guard let context else { return ObservedIndex(reads: nil) }
    let reads = IndexReads(key, context)
    indices[key] = reads
    return ObservedIndex(reads: reads)
  }

  /// Returns the reads of a group, which are made if there are none.
  func reads(of group: Group) -> GroupReads {
    let id = ObjectIdentifier(group)
    if let reads = groups[id] { return reads }
    let reads = GroupReads(group)
    groups[id] = reads
    return reads
  }

  /// Returns the reads of those members of a group that hold a component.
  func reads(of group: Group, with type: any Component.Type) -> GroupReads? {
    context.map { reads(of: $0.group(group.matcher.all(type))) }
  }
}
