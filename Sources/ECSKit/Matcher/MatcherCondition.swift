// Conditions on the values of components, in addition to their presence. ECSModel creates the
// condition of links. The groups of a rule evaluate its conditions when a column with conditions
// changes, so other columns have no cost.

extension Matcher {
  /// A condition on the value of a component.
  ///
  /// The result must depend only on the value of the component.
  package struct Condition: Hashable, Sendable {
    let component: any Component.Type
    let subject: EntityIdentity
    let text: String
    let prepare: @Sendable (ConditionScope) -> (UInt32) -> Bool

    /// Creates a condition.
    ///
    /// - Parameters:
    ///   - component: The component to test. A rule with the condition also requires the component.
    ///   - subject: The entity that the condition is about. Conditions on one component with equal
    ///     subjects are equal.
    ///   - text: The condition as Swift code.
    ///   - prepare: Returns a function that tests the entity in a slot. Data that is derived from
    ///     the component must be obtained from the scope. The function must not call user code.
    package init(
      on component: any Component.Type, of subject: EntityIdentity, text: String,
      _ prepare: @escaping @Sendable (ConditionScope) -> (UInt32) -> Bool
    ) {
      self.component = component
      self.subject = subject
      self.text = text
      self.prepare = prepare
    }

    package static func == (first: Condition, second: Condition) -> Bool {
      first.component == second.component && first.subject == second.subject
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(component))
      hasher.combine(subject)
    }
  }

  /// Returns this rule with an additional condition.
  ///
  /// The rule then requires the component of the condition.
  package func requiring(_ condition: Condition) -> Matcher {
    var matcher = adding(all: [condition.component])
    matcher.conditions.insert(condition)
    return matcher
  }
}

/// The context for which a condition is prepared.
package struct ConditionScope {
  private let core: Core

  init(_ core: Core) {
    self.core = core
  }

  /// Returns the handle with an identity, or nil for an entity of another context.
  package func handle(_ identity: EntityIdentity) -> Entity? {
    let handle = Entity(CoreReference(core), identity.index, identity.generation)
    return handle.identity == identity && handle.core != nil ? handle : nil
  }

  /// Returns data that is derived from the values of a component.
  ///
  /// The result is the data that `Entity.derived(from:_:file:)` returns for an entity of the
  /// context.
  package func derived<C: Component, Contents: FollowerContents>(
    from type: C.Type, _ make: (@escaping (UInt32) -> Entity) -> Contents,
    file: @escaping (Contents, UInt32, UInt64, C?) -> Void
  ) -> Derived<Contents> { core.derived(from: type, make, file: file) }
}

/// The conditions of a rule, prepared for one context.
@usableFromInline
final class PreparedConditions {
  private let conditions: [(UInt32) -> Bool]

  /// Prepares the conditions of a rule, or returns nil for a rule without conditions.
  init?(of matcher: Matcher, in core: Core) {
    if matcher.conditions.isEmpty { return nil }
    conditions = matcher.conditions.map { $0.prepare(ConditionScope(core)) }
  }

  @usableFromInline @inline(never)
  func hold(for index: UInt32) -> Bool { conditions.allSatisfy { $0(index) } }
}

extension Core {
  /// Updates an entity's membership in the groups with conditions on a column.
  ///
  /// Call this function after a value has been replaced, or when a new entity joins its groups. The
  /// followers of the column must be up to date.
  @usableFromInline
  func settleConditions(_ column: AnyColumn, _ index: UInt32) {
    column.setsRequiring.visit { set in
      guard set.mask.conditions != nil else { return }
      let isMember = set.mask.matches(entities, index)
      if isMember == set.contains(index) { return }
      if isMember { set.insert(index) } else { set.erase(index) }
    }
  }

  /// Adds a new entity to the groups whose rule has conditions, if the entity matches the rule.
  func settleConditions(of index: UInt32) {
    forEachColumn(of: index) { column in
      if column.hasConditions { settleConditions(column, index) }
    }
  }

  /// Settles and records the replacement of a value that the conditions of groups depend on.
  @inlinable @inline(never)
  func settleReplacement<C: Component>(
    of old: C, by value: C, _ column: Column<C>, _ index: UInt32
  ) {
    let isRecorded = isRecorded(column, index)
    if isRecorded { stage(column, index) }
    settleConditions(column, index)
    guard isRecorded, isRecording(index) || !collect(index) else { return }
    let logged = column.log(old, &journal)
    record(column, index, old: logged, new: column.log(value, &journal))
  }
}
