// The changes of one outermost call as a value. ChangeSetDelivery.swift creates a change set from
// the journal, and Core+Applying.swift applies it. ECSHistory, ECSModel and ECSStore read change
// sets. A change set never changes.

/// The changes that one call made to a context, in order, with old and new values.
///
/// A change set contains the changes of one outermost call, for example of a `set` or of a whole
/// transaction. A call is outermost if no other call that changes the context is in progress. The
/// set includes the changes that observers made in response. You can read a change set, store it,
/// and apply it to its context. To undo the changes, apply the ``inverse``. To redo them, apply the
/// set again.
///
///     let changes = context.recordChanges { talk.set(Rating(stars: 1)) }
///     changes.changes.map(\.kind)           // [.updated]
///     try context.apply(changes.inverse)    // the talk has the rating it had before
///     try context.apply(changes)            // one star again
///
/// Changes that were rolled back are in no change set, except for the set returned by
/// ``Context/proposedChanges(_:)``. The context rolls back a transaction that throws, and an
/// endless cascade. A set keeps its values alive. It also reserves the slots of the entities that
/// it destroyed, so that the entities can be revived with the same handles. A set does not keep its
/// context alive.
///
/// - SeeAlso: <doc:UndoingChanges>
public struct ChangeSet {
  /// One change to one entity.
  public struct Change {
    /// The kind of change, as reported to an observer of the whole context.
    public let kind: Event.Kind
    /// The entity that changed.
    public let entity: Entity
    /// The type of the component that changed, or nil if an entity was created or destroyed.
    public let component: (any Component.Type)?
    /// The previous value of the component, or nil if the component was added.
    public let old: (any Component)?
    /// The new value of the component, or nil if the component was removed.
    public let new: (any Component)?
    /// The creation number of the entity.
    ///
    /// The number remains available after the entity is destroyed.
    public let creationNumber: UInt64

    /// The position in ``ChangeSet/changes`` of the change that caused this change.
    ///
    /// An observer of the causing change made this change. The position is nil if the call itself
    /// made the change. The changes of an inverse set have no causes.
    public var cause: Int? { position < 0 ? nil : Int(position) }
    /// The number of direct and indirect causes of this change.
    ///
    /// The depth is 0 if the call itself made the change.
    public var depth: Int { Int(causeCount) }
    /// The position of the causing change, or -1 if the call itself made this change.
    @usableFromInline let position: Int32
    @usableFromInline let causeCount: Int32
    /// The number of the system that made the change, or 0 if no system made it.
    @usableFromInline var system: UInt16
    /// True for the first change of a step.
    ///
    /// A step is the change to one component, the creation of an entity with its components, or the
    /// destruction of an entity with its components.
    @usableFromInline let beginsStep: Bool

    @inlinable
    init(
      kind: Event.Kind, entity: Entity, component: (any Component.Type)?, old: (any Component)?,
      new: (any Component)?, creationNumber: UInt64, position: Int32, causeCount: Int32,
      system: UInt16 = 0, beginsStep: Bool
    ) {
      self.kind = kind
      self.entity = entity
      self.component = component
      self.old = old
      self.new = new
      self.creationNumber = creationNumber
      self.position = position
      self.causeCount = causeCount
      self.system = system
      self.beginsStep = beginsStep
    }

    fileprivate func inverse(beginsStep: Bool) -> Change {
      Change(
        kind: Self.opposite(of: kind), entity: entity, component: component, old: new, new: old,
        creationNumber: creationNumber, position: -1, causeCount: 0, beginsStep: beginsStep)
    }

    fileprivate static func opposite(of kind: Event.Kind) -> Event.Kind {
      switch kind {
      case .created: .destroyed
      case .added: .removed
      case .updated: .updated
      case .removed: .added
      case .destroyed: .created
      }
    }
  }

  /// The changes of a set, oldest first.
  ///
  /// The first position is 0.
  public struct Changes: RandomAccessCollection {
    fileprivate let contents: Contents?
    fileprivate let isInverse: Bool

    /// The position of the first change, always 0.
    public var startIndex: Int { 0 }
    /// The number of changes.
    public var endIndex: Int { contents?.count ?? 0 }

    /// The change at a position.
    ///
    /// - Complexity: O(1). In an inverse set, O(*c*) if the change belongs to the creation or
    ///   destruction of an entity with *c* components.
    public subscript(position: Int) -> Change {
      guard let contents else { preconditionFailure("there are no changes") }
      return isInverse ? contents.opposite(at: position) : contents[position]
    }

    func endOfStep(from start: Int) -> Int {
      guard let contents else { return 0 }
      return isInverse
        ? contents.count - contents.startOfStep(before: contents.count - start)
        : contents.endOfStep(from: start)
    }
  }

  private var contents: Contents?
  /// True if the set consists of the inverses of the stored changes.
  private let isInverse: Bool

  private init(_ contents: consuming Contents?, isInverse: Bool) {
    self.contents = contents
    self.isInverse = isInverse
  }

  package init() {
    self.init(nil, isInverse: false)
  }

  init(_ change: consuming Change, label: String?, systems: [String]) {
    let isPlain = label == nil && systems.isEmpty
    self.init(
      Contents(change, isPlain ? nil : Contents.Rest([], label, nil, systems)), isInverse: false)
  }

  init(_ contents: consuming Contents) {
    self.init(contents, isInverse: false)
  }

  init(
    _ changes: consuming [Change], label: String?, reservation: SlotReservation?,
    systems: [String] = []
  ) {
    guard !changes.isEmpty else {
      self.init(nil, isInverse: false)
      return
    }
    let first = changes.removeFirst()
    self.init(
      Contents(first, Contents.Rest(changes, label, reservation, systems)), isInverse: false)
  }

  /// All changes, in the order in which they were made.
  ///
  /// For an entity that was created with components, the changes are `created` and then `added` for
  /// each component. For a destroyed entity, they are `removed` for each component and then
  /// `destroyed`.
  public var changes: Changes { Changes(contents: contents, isInverse: isInverse) }
  /// The label of the transaction that made the changes, such as "Delete Talk".
  ///
  /// The inverse has the same label, so that an app can offer to undo "Delete Talk".
  public var label: String? { contents?.rest?.label }
  /// The slots reserved for the set, or nil if the set creates and destroys no entity.
  var reservation: SlotReservation? { contents?.rest?.reservation }

  /// Returns the name of the system that made the change at a position in ``changes``.
  ///
  /// The result is nil if no system made the change.
  package func system(at position: Int) -> String? {
    let number = Int(changes[position].system)
    let systems = contents?.rest?.systems ?? []
    return number == 0 || number > systems.count ? nil : systems[number - 1]
  }

  /// The entity of the first stored change, or nil if the set is empty.
  var someEntity: Entity? { contents?.first.entity }

  /// Drops the changes, and returns their memory to the context for its next set.
  ///
  /// The context reuses the memory of a set with a single change, if no copy of the set exists.
  /// Dropping values may run user code that uses the context.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes.
  package mutating func recycle() {
    guard var contents = contents.take(), isKnownUniquelyReferenced(&contents),
      contents.rest == nil
    else { return }
    let entity = contents.first.entity
    contents.clear()
    entity.core?.spareContents = contents
  }

  /// True if the set has no changes.
  public var isEmpty: Bool { contents == nil }

  /// The change set that undoes this set.
  ///
  /// The inverse reverts the changes in reverse order. Its changes are listed in the order in which
  /// an observer of the context receives the events. For a revived entity, the changes are
  /// `created` and then `added` for each component. The components are in the order in which the
  /// context first saw their types.
  ///
  /// - Complexity: O(1).
  public var inverse: ChangeSet { ChangeSet(contents, isInverse: !isInverse) }
}

extension ChangeSet {
  /// An object that holds the contents of a change set.
  ///
  /// Copying a set retains only this object. The object changes only while it has a single owner,
  /// between the end of one set and the beginning of the next.
  @usableFromInline final class Contents {
    /// The parts of the contents that few sets need.
    ///
    /// Most sets have one change, made by a call without a label.
    @usableFromInline final class Rest {
      fileprivate let others: [Change]
      let label: String?
      let reservation: SlotReservation?
      /// The names of the systems that made the changes.
      ///
      /// A change refers to the first name as 1. The number 0 stands for no system.
      let systems: [String]

      init(
        _ others: consuming [Change], _ label: String?, _ reservation: SlotReservation?,
        _ systems: [String]
      ) {
        self.others = others
        self.label = label
        self.reservation = reservation
        self.systems = systems
      }
    }

    @safe @exclusivity(unchecked) @usableFromInline var first: Change
    @usableFromInline let rest: Rest?
    /// True if dropping the values has no effect.
    @safe @exclusivity(unchecked) @usableFromInline var isTrivial = false

    init(_ first: consuming Change, _ rest: Rest?) {
      self.first = first
      self.rest = rest
    }

    /// Creates the contents of a set whose only change replaces a value.
    ///
    /// The initializer is inlinable, so a caller that knows the type creates the values in place.
    @inlinable
    init<C: Component>(_ entity: Entity, creation: UInt64, old: C, new: C) {
      first = Change(
        kind: .updated, entity: entity, component: C.self, old: old, new: new,
        creationNumber: creation, position: -1, causeCount: 0, beginsStep: true)
      rest = nil
      isTrivial = _isPOD(C.self)
    }

    /// Reuses the object for another set whose only change replaces a value.
    ///
    /// The object must have one owner, and dropping its values must have no effect.
    @inlinable @inline(__always)
    func begin<C: Component>(_ entity: Entity, creation: UInt64, old: C, new: C) {
      first = Change(
        kind: .updated, entity: entity, component: C.self, old: old, new: new,
        creationNumber: creation, position: -1, causeCount: 0, beginsStep: true)
      isTrivial = _isPOD(C.self)
    }

    /// Removes all values.
    ///
    /// - Precondition: The object is uniquely referenced.
    fileprivate func clear() {
      if isTrivial { return }
      first = Change(
        kind: .updated, entity: first.entity, component: nil, old: nil, new: nil,
        creationNumber: 0, position: -1, causeCount: 0, beginsStep: true)
    }

    private var others: [Change] { rest?.others ?? [] }

    var count: Int { 1 + others.count }

    subscript(position: Int) -> Change {
      position == 0 ? first : others[position - 1]
    }

    func startOfStep(before end: Int) -> Int {
      var start = end - 1
      while start > 0, !others[start - 1].beginsStep { start -= 1 }
      return start
    }

    func endOfStep(from start: Int) -> Int {
      var end = start + 1
      while end < count, !others[end - 1].beginsStep { end += 1 }
      return end
    }

    /// The inverse of the first change.
    ///
    /// The inverse is built field by field, because a method call would copy the whole change.
    private var oppositeOfFirst: Change {
      Change(
        kind: Change.opposite(of: first.kind), entity: first.entity, component: first.component,
        old: first.new, new: first.old, creationNumber: first.creationNumber, position: -1,
        causeCount: 0, beginsStep: true)
    }

    /// Returns the change at a position of the inverse set.
    ///
    /// The steps of the inverse set are in reverse order.
    func opposite(at position: Int) -> Change {
      if rest == nil { return oppositeOfFirst }
      let start = startOfStep(before: count - position)
      let end = endOfStep(from: start)
      let offset = position - (count - end)
      // In a step that creates or destroys an entity, the components keep their order.
      let place =
        if self[start].kind == .created {
          offset == end - 1 - start ? start : start + 1 + offset
        } else if self[end - 1].kind == .destroyed {
          offset == 0 ? end - 1 : start + offset - 1
        } else {
          start + offset
        }
      return place == 0
        ? first.inverse(beginsStep: offset == 0)
        : others[place - 1].inverse(beginsStep: offset == 0)
    }
  }
}

/// The slots of destroyed entities, reserved so that a change set can revive the entities.
///
/// The core and change sets own a reservation together. A change set may be released on any thread,
/// so it does not tell the core about its release. Instead, the core regularly drops the
/// reservations that have no other owner.
final class SlotReservation {
  var indices: [UInt32] = []
}
