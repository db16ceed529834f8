/// A rule that says which entities belong to a group, by the components they hold.
///
/// An entity matches if it holds all components of the first kind, at least one of the second, if
/// any are named, and none of the third. The parts can be combined in every way, and a rule of
/// nothing but forbidden components is one too. The order in which components are named does not
/// matter, nor does naming one twice; a part named again adds to what it said before.
///
///     let talks = Matcher.all(Title.self, SpeakerName.self).none(Cancelled.self)
///     talks == Matcher.none(Cancelled.self).all(SpeakerName.self, Title.self)  // true
///
/// A rule that requires and forbids the same component is a rule that nothing matches.
public struct Matcher: Hashable, Sendable {
  /// Component types without an order; `types` is sorted by identity to make equality cheap.
  private(set) var required: [any Component.Type] = []
  private(set) var offered: [any Component.Type] = []
  private(set) var excluded: [any Component.Type] = []

  /// Returns a rule that requires all of some components.
  ///
  /// - Parameters:
  ///   - first: A component an entity has to hold.
  ///   - others: More of them.
  /// - Returns: The rule.
  public static func all(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    var matcher = Matcher()
    matcher.required = merged([], [first] + others)
    return matcher
  }

  /// Returns a rule that requires at least one of some components.
  ///
  /// - Parameters:
  ///   - first: A component an entity may hold.
  ///   - others: More of them.
  /// - Returns: The rule.
  public static func any(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    var matcher = Matcher()
    matcher.offered = merged([], [first] + others)
    return matcher
  }

  /// Returns a rule that forbids some components and asks for nothing else.
  ///
  /// - Parameters:
  ///   - first: A component an entity must not hold.
  ///   - others: More of them.
  /// - Returns: The rule; an entity without components matches it.
  public static func none(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    var matcher = Matcher()
    matcher.excluded = merged([], [first] + others)
    return matcher
  }

  /// Returns this rule with more required components.
  ///
  /// - Parameters:
  ///   - first: A component an entity has to hold.
  ///   - others: More of them.
  /// - Returns: The combined rule.
  public func all(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    var matcher = self
    matcher.required = Self.merged(required, [first] + others)
    return matcher
  }

  /// Returns this rule with more components of which one is needed.
  ///
  /// - Parameters:
  ///   - first: A component an entity may hold.
  ///   - others: More of them.
  /// - Returns: The combined rule.
  public func any(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    var matcher = self
    matcher.offered = Self.merged(offered, [first] + others)
    return matcher
  }

  /// Returns this rule with more forbidden components.
  ///
  /// - Parameters:
  ///   - first: A component an entity must not hold.
  ///   - others: More of them.
  /// - Returns: The combined rule.
  public func none(_ first: any Component.Type, _ others: any Component.Type...) -> Matcher {
    var matcher = self
    matcher.excluded = Self.merged(excluded, [first] + others)
    return matcher
  }

  /// Returns whether two rules name the same components in the same parts.
  ///
  /// - Parameters:
  ///   - first: A rule.
  ///   - second: Another rule.
  /// - Returns: Whether they are the same rule.
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
  /// The rule as it is written, with the components of each part in alphabetical order.
  public var description: String {
    let parts = [("all", required), ("any", offered), ("none", excluded)]
    return parts.filter { !$0.1.isEmpty }.map { name, types in
      "\(name)(\(types.map { String(describing: $0) }.sorted().joined(separator: ", ")))"
    }.joined(separator: ".")
  }
}
