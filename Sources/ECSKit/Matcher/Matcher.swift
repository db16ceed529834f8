// Rules that select entities. Groups, indices and observers are created from rules, and
// Core+Groups.swift converts a rule to a MatchMask. Each part of a rule has unique, sorted types,
// so comparing rules is cheap.

/// A rule that selects entities by the components they hold.
///
/// An entity matches if it holds all components of `all`, at least one component of `any` (unless
/// `any` is empty), and no component of `none`. You can combine the parts freely. A rule may even
/// consist only of forbidden components. The order of components does not matter, and duplicates
/// have no effect. Using a part again adds components to it. A rule without components, such as
/// `Matcher()`, matches every entity.
///
///     let talks = Matcher.all(Title.self, SpeakerName.self).none(Cancelled.self)
///     talks == Matcher.none(Cancelled.self).all(SpeakerName.self, Title.self)  // true
///
/// A rule that requires and forbids the same component matches no entity.
public struct Matcher: Hashable, Sendable {
  let required: [any Component.Type]
  let offered: [any Component.Type]
  let excluded: [any Component.Type]
  var conditions: Set<Condition> = []

  /// Creates a rule from lists of components.
  ///
  /// The lists may be built at run time.
  ///
  ///     let types = context.componentTypes.filter { names.contains("\($0)") }
  ///     context.group(Matcher(all: types))
  ///
  /// - Parameters:
  ///   - required: Components that an entity must hold.
  ///   - offered: Components of which an entity must hold at least one, unless the list is empty.
  ///   - excluded: Components that an entity must not hold.
  /// - Complexity: O(*t*²), where *t* is the number of types.
  public init(
    all required: [any Component.Type] = [], any offered: [any Component.Type] = [],
    none excluded: [any Component.Type] = []
  ) {
    self.required = Self.ordered(required)
    self.offered = Self.ordered(offered)
    self.excluded = Self.ordered(excluded)
  }

  func adding(
    all required: [any Component.Type] = [], any offered: [any Component.Type] = [],
    none excluded: [any Component.Type] = []
  ) -> Matcher {
    var matcher = Matcher(
      all: self.required + required, any: self.offered + offered, none: self.excluded + excluded)
    matcher.conditions = conditions
    return matcher
  }

  /// Returns a rule that requires all given components.
  ///
  /// On an existing rule, `all` adds required components:
  /// `Matcher.none(Hidden.self).all(Title.self)`.
  ///
  /// - Parameters:
  ///   - first: A component that an entity must hold.
  ///   - others: More components.
  /// - Returns: A rule with the given required components.
  public static func all(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    Matcher(all: [first] + others)
  }

  /// Returns a rule that requires at least one of the given components.
  ///
  /// On an existing rule, `any` adds to these components:
  /// `Matcher.all(Title.self).any(Start.self, End.self)`.
  ///
  /// - Parameters:
  ///   - first: A component. An entity must hold at least one of the given components.
  ///   - others: More components.
  /// - Returns: A rule with the given components in its `any` part.
  public static func any(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    Matcher(any: [first] + others)
  }

  /// Returns a rule that forbids the given components and requires nothing.
  ///
  /// On an existing rule, `none` adds forbidden components:
  /// `Matcher.all(Title.self).none(Hidden.self)`.
  ///
  /// - Parameters:
  ///   - first: A component that an entity must not hold.
  ///   - others: More components.
  /// - Returns: The rule. An entity without components matches it.
  public static func none(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    Matcher(none: [first] + others)
  }

  /// Returns this rule with more required components.
  ///
  /// - Parameters:
  ///   - first: A component that an entity must hold.
  ///   - others: More components.
  /// - Returns: The combined rule.
  public func all(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    adding(all: [first] + others)
  }

  /// Returns this rule with more components in its `any` part.
  ///
  /// - Parameters:
  ///   - first: A component. An entity must hold at least one component of the `any` part.
  ///   - others: More components.
  /// - Returns: The combined rule.
  public func any(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    adding(any: [first] + others)
  }

  /// Returns this rule with more forbidden components.
  ///
  /// - Parameters:
  ///   - first: A component that an entity must not hold.
  ///   - others: More components.
  /// - Returns: The combined rule.
  public func none(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    adding(none: [first] + others)
  }

  /// Returns true if an entity matches the rule now.
  ///
  /// No group is needed.
  ///
  ///     let visible = Matcher.all(Title.self).none(Hidden.self)
  ///     if visible.matches(talk) { show(talk) }
  ///
  /// If a group for the rule exists, use the faster ``Group/contains(_:)``.
  ///
  /// - Parameter entity: The entity to test.
  /// - Returns: True if the entity matches. False for an invalid handle, even if the rule is empty.
  /// - Complexity: O(*t*), where *t* is the number of components in the rule.
  public func matches(_ entity: Entity) -> Bool {
    func isHeld(_ type: any Component.Type) -> Bool { entity.has(type) }
    guard entity.isAlive, required.allSatisfy(isHeld),
      offered.isEmpty || offered.contains(where: isHeld), !excluded.contains(where: isHeld)
    else { return false }
    guard !conditions.isEmpty, let core = entity.core else { return true }
    return PreparedConditions(of: self, in: core)?.hold(for: entity.index) ?? true
  }

  /// Returns true if two rules name the same components in the same parts.
  ///
  /// - Parameters:
  ///   - first: A rule.
  ///   - second: Another rule.
  /// - Returns: True if they are the same rule.
  public static func == (first: Matcher, second: Matcher) -> Bool {
    func isSame(_ a: [any Component.Type], _ b: [any Component.Type]) -> Bool {
      a.elementsEqual(b) { $0 == $1 }
    }
    return isSame(first.required, second.required) && isSame(first.offered, second.offered)
      && isSame(first.excluded, second.excluded) && first.conditions == second.conditions
  }

  /// Hashes the components of each part.
  public func hash(into hasher: inout Hasher) {
    for part in [required, offered, excluded] {
      hasher.combine(part.count)
      for type in part { hasher.combine(ObjectIdentifier(type)) }
    }
    if !conditions.isEmpty { hasher.combine(conditions) }
  }

  /// Returns the unique types, sorted by identity.
  private static func ordered(_ types: [any Component.Type]) -> [any Component.Type] {
    if types.count < 2 { return types }
    var unique: [any Component.Type] = []
    for type in types where !unique.contains(where: { $0 == type }) { unique.append(type) }
    return unique.sorted { ObjectIdentifier($0) < ObjectIdentifier($1) }
  }
}

extension Matcher: CustomStringConvertible {
  /// The rule as Swift code, with the components of each part in alphabetical order.
  ///
  /// A rule without components is `all()`.
  public var description: String {
    if required.isEmpty && offered.isEmpty && excluded.isEmpty { return "all()" }
    let parts = [("all", required), ("any", offered), ("none", excluded)]
    let texts = parts.filter { !$0.1.isEmpty }.map { name, types in
      "\(name)(\(types.map { String(describing: $0) }.sorted().joined(separator: ", ")))"
    }
    return (texts + conditions.map(\.text).sorted()).joined(separator: ".")
  }
}
