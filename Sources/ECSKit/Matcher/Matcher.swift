/// A rule that selects entities by the components they hold.
///
/// An entity matches if it holds all components of `all`, at least one of `any` (if there are any),
/// and none of `none`. You can combine the parts in every way; a rule may consist only of forbidden
/// components. The order of components does not matter, and neither do duplicates. Using a part
/// again adds to it. A rule without components, such as `.all([])`, matches every entity.
///
///     let talks = Matcher.all(Title.self, SpeakerName.self).none(Cancelled.self)
///     talks == Matcher.none(Cancelled.self).all(SpeakerName.self, Title.self)  // true
///
/// A rule that requires and forbids the same component matches no entity.
public struct Matcher: Hashable, Sendable {
  /// The types of each part are sorted by identity, which makes equality cheap.
  private(set) var required: [any Component.Type] = []
  private(set) var offered: [any Component.Type] = []
  private(set) var excluded: [any Component.Type] = []

  /// Returns a rule that requires all given components.
  ///
  /// - Parameters:
  ///   - first: A component that an entity has to hold.
  ///   - others: More components.
  /// - Returns: The rule.
  public static func all(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    Matcher().all([first] + others)
  }

  /// Returns a rule that requires all components of a list, which you may build at run time.
  ///
  ///     let types = context.componentTypes.filter { names.contains("\($0)") }
  ///     context.group(.all(types))
  ///
  /// - Parameter types: The components an entity has to hold.
  /// - Returns: The rule; for an empty list, one that every entity matches.
  /// - Complexity: O(*t*²), where *t* is the number of types.
  public static func all(_ types: [any Component.Type]) -> Matcher {
    Matcher().all(types)
  }

  /// Returns a rule that requires at least one of the given components.
  ///
  /// - Parameters:
  ///   - first: A component; an entity has to hold at least one of them.
  ///   - others: More components.
  /// - Returns: The rule.
  public static func any(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    Matcher().any([first] + others)
  }

  /// Returns a rule that requires at least one component of a list.
  ///
  /// - Parameter types: The components an entity may hold.
  /// - Returns: The rule; for an empty list, one that every entity matches.
  /// - Complexity: O(*t*²), where *t* is the number of types.
  public static func any(_ types: [any Component.Type]) -> Matcher {
    Matcher().any(types)
  }

  /// Returns a rule that forbids the given components and requires nothing.
  ///
  /// - Parameters:
  ///   - first: A component that an entity must not hold.
  ///   - others: More components.
  /// - Returns: The rule; an entity without components matches it.
  public static func none(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    Matcher().none([first] + others)
  }

  /// Returns a rule that forbids the components of a list and requires nothing.
  ///
  /// - Parameter types: The components an entity must not hold.
  /// - Returns: The rule; for an empty list, one that every entity matches.
  /// - Complexity: O(*t*²), where *t* is the number of types.
  public static func none(_ types: [any Component.Type]) -> Matcher {
    Matcher().none(types)
  }

  /// Returns this rule with more required components.
  ///
  /// - Parameters:
  ///   - first: A component that an entity has to hold.
  ///   - others: More components.
  /// - Returns: The combined rule.
  public func all(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    all([first] + others)
  }

  /// Returns this rule with the required components of a list added.
  ///
  /// - Parameter types: Components an entity has to hold; an empty list adds nothing.
  /// - Returns: The combined rule.
  /// - Complexity: O(*t*²), where *t* is the number of types.
  public func all(_ types: [any Component.Type]) -> Matcher {
    var matcher = self
    matcher.required = Self.merged(required, types)
    return matcher
  }

  /// Returns this rule with more components; an entity must hold at least one of them.
  ///
  /// - Parameters:
  ///   - first: A component; an entity has to hold at least one of them.
  ///   - others: More components.
  /// - Returns: The combined rule.
  public func any(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    any([first] + others)
  }

  /// Returns this rule with a list of more components; an entity must hold at least one of them.
  ///
  /// - Parameter types: Components an entity may hold; an empty list adds nothing.
  /// - Returns: The combined rule.
  /// - Complexity: O(*t*²), where *t* is the number of types.
  public func any(_ types: [any Component.Type]) -> Matcher {
    var matcher = self
    matcher.offered = Self.merged(offered, types)
    return matcher
  }

  /// Returns this rule with more forbidden components.
  ///
  /// - Parameters:
  ///   - first: A component that an entity must not hold.
  ///   - others: More components.
  /// - Returns: The combined rule.
  public func none(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    none([first] + others)
  }

  /// Returns this rule with the forbidden components of a list added.
  ///
  /// - Parameter types: Components an entity must not hold; an empty list adds nothing.
  /// - Returns: The combined rule.
  /// - Complexity: O(*t*²), where *t* is the number of types.
  public func none(_ types: [any Component.Type]) -> Matcher {
    var matcher = self
    matcher.excluded = Self.merged(excluded, types)
    return matcher
  }

  /// Returns whether an entity matches the rule now, without a group.
  ///
  ///     let visible = Matcher.all(Title.self).none(Hidden.self)
  ///     if visible.matches(talk) { show(talk) }
  ///
  /// If there is a group for the rule, use ``Group/contains(_:)``, which is O(1).
  ///
  /// - Parameter entity: The entity.
  /// - Returns: Whether it matches; false for an invalid handle, whatever the rule.
  /// - Complexity: O(*t*), where *t* is the number of components in the rule.
  public func matches(_ entity: Entity) -> Bool {
    func isHeld(_ type: any Component.Type) -> Bool { entity.has(type) }
    return entity.isAlive && required.allSatisfy(isHeld)
      && (offered.isEmpty || offered.contains(where: isHeld)) && !excluded.contains(where: isHeld)
  }

  /// Returns whether two rules name the same components in the same parts.
  ///
  /// - Parameters:
  ///   - first: A rule.
  ///   - second: Another rule.
  /// - Returns: Whether they are the same rule.
  @_documentation(visibility: internal)
  public static func == (first: Matcher, second: Matcher) -> Bool {
    func isSame(_ a: [any Component.Type], _ b: [any Component.Type]) -> Bool {
      a.elementsEqual(b) { $0 == $1 }
    }
    return isSame(first.required, second.required) && isSame(first.offered, second.offered)
      && isSame(first.excluded, second.excluded)
  }

  /// Feeds the components of each part to a hasher.
  ///
  /// - Parameter hasher: The hasher.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) {
    for part in [required, offered, excluded] {
      hasher.combine(part.count)
      for type in part { hasher.combine(ObjectIdentifier(type)) }
    }
  }

  /// Returns the types of both lists, each once, in the order of their identity.
  private static func merged(
    _ first: [any Component.Type], _ second: [any Component.Type]
  ) -> [any Component.Type] {
    var types = first
    for type in second where !types.contains(where: { $0 == type }) { types.append(type) }
    return types.sorted { ObjectIdentifier($0) < ObjectIdentifier($1) }
  }
}

extension Matcher: CustomStringConvertible {
  /// The rule as in code, with the components of each part in alphabetical order.
  ///
  /// A rule without components is `all()`.
  @_documentation(visibility: internal)
  public var description: String {
    if required.isEmpty && offered.isEmpty && excluded.isEmpty { return "all()" }
    let parts = [("all", required), ("any", offered), ("none", excluded)]
    return parts.filter { !$0.1.isEmpty }.map { name, types in
      "\(name)(\(types.map { String(describing: $0) }.sorted().joined(separator: ", ")))"
    }.joined(separator: ".")
  }
}
