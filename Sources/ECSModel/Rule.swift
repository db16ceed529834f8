public import ECSKit

/// A rule that the entities of a context must follow.
///
/// A rule finds violations among all entities or among touched entities. A rule changes nothing.
/// ``ECSKit/Context/transaction(label:keeping:_:)-6gwaj`` rolls back changes that break a rule.
public struct Rule {
  /// A violation of a rule by an entity.
  public struct Violation: CustomStringConvertible {
    /// The name of the rule.
    public let rule: String
    /// The entity that violates the rule.
    public let entity: Entity
    private let text: () -> String

    @usableFromInline
    init(rule: String, entity: Entity, _ text: @escaping () -> String) {
      self.rule = rule
      self.entity = entity
      self.text = text
    }

    /// A sentence that describes the violation.
    ///
    /// The sentence is computed on each access.
    public var message: String { text() }

    /// The entity, the rule and the message.
    public var description: String {
      "entity \(entity.creationNumber ?? 0) breaks \"\(rule)\": \(message)"
    }
  }

  /// The name of the rule.
  public let name: String
  private let findAll: (Context, (Violation) -> Void) -> Void
  private let findTouched: (ChangedComponents, Context, (Violation) -> Void) -> Void

  /// A change set and the entities that it touched, without duplicates.
  @usableFromInline
  struct ChangedComponents {
    @usableFromInline let entities: [Entity]
    let changes: ChangeSet

    init(_ changes: ChangeSet) {
      var seen: Set<Entity> = []
      entities = changes.changes.map(\.entity).filter { seen.insert($0).inserted }
      self.changes = changes
    }
  }

  @usableFromInline
  init(
    _ name: String, all findAll: @escaping (Context, (Violation) -> Void) -> Void,
    touched findTouched: @escaping (ChangedComponents, Context, (Violation) -> Void) -> Void
  ) {
    self.name = name
    self.findAll = findAll
    self.findTouched = findTouched
  }

  /// Creates a rule that examines each entity separately.
  ///
  ///     Rule("a talk has a speaker", for: .all(Title.self)) { talk in
  ///       talk.has(Speaker.self) ? nil : "nobody speaks"
  ///     }
  ///
  /// - Parameters:
  ///   - name: The name of the rule.
  ///   - matcher: The entities to examine.
  ///   - flaw: Returns a description of the flaw, or nil if the entity follows the rule.
  public init(_ name: String, for matcher: Matcher, _ flaw: @escaping (Entity) -> String?) {
    func check(_ entity: Entity, _ body: (Violation) -> Void) {
      guard let text = flaw(entity) else { return }
      body(Violation(rule: name, entity: entity) { text })
    }
    self.init(
      name,
      all: { context, body in
        for entity in context.group(matcher) { check(entity, body) }
      },
      touched: { touched, context, body in
        let group = context.group(matcher)
        for entity in touched.entities where group.contains(entity) { check(entity, body) }
      })
  }

  /// Checks all entities, and calls a closure with each violation.
  ///
  /// - Parameters:
  ///   - context: The context to check.
  ///   - body: A closure that receives a violation. The closure must not change the context.
  /// - Complexity: O(*n*), where *n* is the number of entities to which the rule applies.
  public func forEachViolation(in context: Context, _ body: (Violation) -> Void) {
    findAll(context, body)
  }

  /// Checks all entities, and returns the violations.
  ///
  /// - Parameter context: The context to check.
  /// - Returns: The violations, in the order of the entities or of the keys.
  /// - Complexity: O(*n*), where *n* is the number of entities to which the rule applies.
  public func violations(in context: Context) -> [Violation] {
    var found: [Violation] = []
    findAll(context) { found.append($0) }
    return found
  }

  func violations(of touched: ChangedComponents, in context: Context) -> [Violation] {
    var found: [Violation] = []
    findTouched(touched, context) { found.append($0) }
    return found
  }
}
