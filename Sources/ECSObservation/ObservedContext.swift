public import ECSKit
public import Observation

/// A context whose reads the Observation module tracks, for example for SwiftUI views.
///
/// Reads through this object in the body of a view or in `withObservationTracking` are registered
/// with Observation. A reader is notified only when data that it has read changes:
///
///     let observed = ObservedContext(context)
///     withObservationTracking {
///       for talk in observed.group(.all(Title.self)).entities {
///         print(observed[talk, Title.self]?.text ?? "")
///       }
///     } onChange: {
///       print("a talk was added, removed or renamed")
///     }
///
/// Create one object for each context and store it, for example in the environment of a view. The
/// object stores the table of all reads, so a thousand reads of a group need only one observer. The
/// object does not keep its context alive. After the context is deallocated, all results are nil or
/// empty.
///
/// **When a reader is notified.** An observer of ECSKit calls `onChange`, so the call follows the
/// change. A reader that reads within `onChange` gets the new values, although Observation calls
/// this moment `willSet`. A view that reads in the next turn of the run loop gets the values at
/// that time. `withObservationTracking` calls `onChange` only once before the next read, so a
/// transaction causes one update. A transaction that is rolled back causes no update.
///
/// **Cost.** Before the first read, the object costs nothing. Changes to components that are not
/// read also cost nothing. Each group, order of a group, component and index that is read has one
/// observer, for any number of entities and keys. Each change to one of these costs a call. For
/// components and indices, it also costs a lookup in a table. Destroyed entities are removed from
/// the table, but keys of an index are not.
///
/// The last reference may be released on any thread. No reader is notified afterwards, and each
/// observer ends at its next event.
public final class ObservedContext: Observable {
  private weak var context: Context?
  /// The reads of each group, by the identity of the group.
  ///
  /// The reads keep their group alive.
  private var groups: [ObjectIdentifier: GroupReads] = [:]
  private var components: [ObjectIdentifier: ComponentReads] = [:]
  private var indices: [IndexID: AnyObject] = [:]

  /// The kind of an index, with the property that contains its keys.
  private enum IndexID: Hashable {
    case single(AnyKeyPath)
    case each(AnyKeyPath)
    case ordered(AnyKeyPath)
  }

  /// Creates an observed context.
  ///
  /// Nothing is observed until the first read.
  ///
  /// - Parameter context: The context to observe. The caller must keep the context alive.
  /// - Complexity: O(1).
  public init(_ context: Context) {
    self.context = context
  }

  /// Returns the group of the entities that match a rule.
  ///
  /// Reads of the group are tracked.
  ///
  ///     List(observed.group(.all(Title.self)).sorted(by: Title.self)) { TalkRow(talk: $0) }
  ///
  /// - Parameter matcher: The rule that selects the members.
  /// - Returns: The group. It is empty if the context was deallocated.
  /// - Complexity: As for `Context.group(_:)`.
  public func group(_ matcher: Matcher) -> ObservedGroup {
    ObservedGroup(observed: self, group: context?.group(matcher))
  }

  /// Returns a component of an entity, and tracks the read.
  ///
  /// A reader is notified when the component of this entity is set to a different value or removed.
  /// It is also notified when the entity is destroyed while it holds the component. A reader of a
  /// dead handle is notified when a change set revives the entity. It may also be notified when
  /// another entity gets the component.
  ///
  /// - Parameters:
  ///   - entity: An entity of the context.
  ///   - type: The type of the component.
  /// - Returns: The value, or nil if the entity lacks the component.
  /// - Complexity: O(1) expected. The first read of a component type creates a group.
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
  /// - Complexity: O(1) expected. The first read of a component type creates a group.
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
  /// - Complexity: O(1) expected. The first read of a component type creates a group.
  public func holder<C: UniqueComponent>(of type: C.Type) -> Entity? {
    guard let context else { return nil }
    reads(of: context.group(.all(type))).accessMembers()
    return context.holder(of: type)
  }

  /// Returns the index of a component by one of its properties.
  ///
  /// Reads of the index are tracked.
  ///
  ///     observed.index(\SessionID.text)["session1Day1"]
  ///
  /// - Parameter key: The property to find entities by.
  /// - Returns: The index. It is empty if the context was deallocated.
  /// - Complexity: As for `Context.index(_:in:)`.
  public func index<C: Component, Key: Hashable>(
    _ key: KeyPath<C, Key>
  ) -> ObservedIndex<C, Key> {
    ObservedIndex(
      reads: reads(.single(key)) { context in
        IndexReads(context.index(key), in: context) { [$0[keyPath: key]] }
      })
  }

  /// Returns the index of a component by each element of one of its properties.
  ///
  /// Reads of the index are tracked.
  ///
  ///     observed.index(forEach: \SpeakerNames.names)["Mike Lee"]
  ///
  /// - Parameter keys: The property with the elements to find entities by.
  /// - Returns: The index. It is empty if the context was deallocated.
  /// - Complexity: As for `Context.index(forEach:in:)`.
  public func index<C: Component, Keys: Collection>(
    forEach keys: KeyPath<C, Keys>
  ) -> ObservedIndex<C, Keys.Element> where Keys.Element: Hashable {
    ObservedIndex(
      reads: reads(.each(keys)) { context in
        IndexReads(context.index(forEach: keys), in: context) { Array($0[keyPath: keys]) }
      })
  }

  /// Returns the index that sorts entities by a property of a component.
  ///
  /// Reads of the index are tracked. Use it to look up ranges and prefixes, for example to search
  /// while the user types:
  ///
  ///     observed.index(ordered: \Name.text).entities(withPrefix: typed)
  ///
  /// - Parameter key: The property to find entities by.
  /// - Returns: The index. It is empty if the context was deallocated.
  /// - Complexity: As for `Context.index(ordered:in:)`.
  public func index<C: Component, Key: Comparable>(
    ordered key: KeyPath<C, Key>
  ) -> ObservedOrderedIndex<C, Key> {
    ObservedOrderedIndex(reads: reads(.ordered(key)) { OrderedReads(key, $0) })
  }

  /// Returns the reads of an index, or nil if the context was deallocated.
  private func reads<Made: AnyObject>(_ id: IndexID, _ make: (Context) -> Made) -> Made? {
    if let reads = indices[id] as? Made { return reads }
    let made = context.map(make)
    indices[id] = made
    return made
  }

  /// Returns the reads of a group, and creates the object if needed.
  func reads(of group: Group) -> GroupReads {
    let id = ObjectIdentifier(group)
    if let reads = groups[id] { return reads }
    let reads = GroupReads(group)
    groups[id] = reads
    return reads
  }

  /// Returns the reads of the members with a component, or nil if the context was deallocated.
  func reads(of group: Group, with type: any Component.Type) -> GroupReads? {
    context.map { reads(of: $0.group(group.matcher.all(type))) }
  }
}
