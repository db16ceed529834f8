public import ECSKit
public import Observation

/// A context whose reads are tracked by the Observation module, for SwiftUI views and other
/// readers.
///
/// Reads through it in the body of a view, or in `withObservationTracking`, are registered with
/// Observation. A reader is notified only when something that it has read changes:
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
/// Create one object for each context and store it, for example in the environment of a view. It
/// has the table of all reads, so a thousand reads of a group need only one observer. It does not
/// keep its context alive. After the context has ended, all reads return nothing.
///
/// **When a reader is notified.** `onChange` is called by an observer of ECSKit, and so after the
/// change. A reader that reads within `onChange` sees the new state, although Observation calls
/// this moment `willSet`. A view that reads in the next turn of the run loop sees the state at that
/// time. `withObservationTracking` calls `onChange` only once before the next read. So a
/// transaction causes one update, and a transaction that is rolled back causes none.
///
/// **Cost.** Nothing until the first read, and nothing for changes of components that are not read.
/// After the first read there is one observer for each group, each order of a group, each component
/// and each index that is read, for any number of entities and keys. A change of one of them costs
/// a call, and for components and indices a look-up in a table. Destroyed entities are removed from
/// the table; keys of an index are not.
///
/// The last reference may be released on any thread. No reader is notified afterwards, and each
/// observer ends at its next event.
public final class ObservedContext: Observable {
  private weak var context: Context?
  /// The reads of each group, by the identity of the group; the reads keep their group alive.
  private var groups: [ObjectIdentifier: GroupReads] = [:]
  private var components: [ObjectIdentifier: ComponentReads] = [:]
  private var indices: [AnyKeyPath: AnyObject] = [:]

  /// Creates an observed context, which observes nothing until the first read.
  ///
  /// - Parameter context: The context, which must be held elsewhere.
  /// - Complexity: O(1).
  public init(_ context: Context) {
    self.context = context
  }

  /// Returns the group of the entities that match a rule; reads of the group are tracked.
  ///
  ///     List(observed.group(.all(Title.self)).sorted(by: Title.self)) { TalkRow(talk: $0) }
  ///
  /// - Parameter matcher: The rule.
  /// - Returns: The group; it is empty if the context has ended.
  /// - Complexity: As for `Context.group(_:)`.
  public func group(_ matcher: Matcher) -> ObservedGroup {
    ObservedGroup(observed: self, group: context?.group(matcher))
  }

  /// Returns the value of a component of an entity, and tracks the read.
  ///
  /// A reader is notified when the component of this entity is set to another value or removed, and
  /// when the entity is destroyed while it holds the component. The reader of a dead handle is
  /// notified when a change set revives the entity. It may also be notified when another entity
  /// gets the component.
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

  /// Returns the value of a unique component, and tracks the read.
  ///
  /// A reader is notified when the component is added, changed or removed, or moves to another
  /// entity.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The value, or nil if no entity holds the component.
  /// - Complexity: O(1) expected. The first read of a component type makes its group.
  public subscript<C: UniqueComponent>(_ type: C.Type) -> C? {
    guard let context else { return nil }
    reads(of: context.group(.all(type))).accessValues(of: type)
    return context[type]
  }

  /// Returns the entity that holds a unique component, and tracks the read.
  ///
  /// A reader is notified when the holder changes.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The holder, or nil if no entity holds the component.
  /// - Complexity: O(1) expected. The first read of a component type makes its group.
  public func holder<C: UniqueComponent>(of type: C.Type) -> Entity? {
    guard let context else { return nil }
    reads(of: context.group(.all(type))).accessMembers()
    return context.holder(of: type)
  }

  /// Returns the index of a component by one of its properties; reads of the index are tracked.
  ///
  ///     observed.index(\SessionID.text)["session1Day1"]
  ///
  /// - Parameter key: The property to find entities by.
  /// - Returns: The index; it is empty if the context has ended.
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

  /// Returns the reads of a group, and creates them if needed.
  func reads(of group: Group) -> GroupReads {
    let id = ObjectIdentifier(group)
    if let reads = groups[id] { return reads }
    let reads = GroupReads(group)
    groups[id] = reads
    return reads
  }

  /// Returns the reads of the members that also hold a component, or nil if the context has ended.
  func reads(of group: Group, with type: any Component.Type) -> GroupReads? {
    context.map { reads(of: $0.group(group.matcher.all(type))) }
  }
}
