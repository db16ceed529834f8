public import ECSKit

/// A rule that the entities of a context keep.
///
/// A rule finds what breaks it, among all entities or among those that changes touched. It changes
/// nothing by itself; ``ECSKit/Context/transaction(label:keeping:_:)`` refuses changes that break it.
public struct Rule {
  /// What breaks a rule.
  public struct Violation: CustomStringConvertible {
    /// The name of the rule.
    public let rule: String
    /// The entity that breaks it.
    public let entity: Entity
    private let text: () -> String

    @usableFromInline
    init(rule: String, entity: Entity, _ text: @escaping () -> String) {
      self.rule = rule
      self.entity = entity
      self.text = text
    }

    /// What is wrong, in a sentence, made when it is read.
    public var message: String { text() }

    /// The entity, the rule and the message.
    public var description: String {
      "entity \(entity.creationNumber ?? 0) breaks \"\(rule)\": \(message)"
    }
  }

  /// What the rule is called.
  public let name: String
  private let findAll: (Context, (Violation) -> Void) -> Void
  private let findTouched: (Touched, Context, (Violation) -> Void) -> Void

  /// The entities that changes touched, each once, with what they had before.
  @usableFromInline
  struct Touched {
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
    touched findTouched: @escaping (Touched, Context, (Violation) -> Void) -> Void
  ) {
    self.name = name
    self.findAll = findAll
    self.findTouched = findTouched
  }

  /// Creates a rule about each entity by itself.
  ///
  ///     Rule("a talk has a speaker", for: .all(Title.self)) { talk in
  ///       talk.has(Speaker.self) ? nil : "nobody speaks"
  ///     }
  ///
  /// - Parameters:
  ///   - name: What the rule is called.
  ///   - matcher: The entities that it is about.
  ///   - flaw: Returns what is wrong with one of them; nil if it keeps the rule.
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

  /// Calls a closure with each violation among all entities.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - body: A closure that is called with each violation; it does not change the context.
  /// - Complexity: O(*n*), where *n* is the number of entities that the rule is about.
  public func forEachViolation(in context: Context, _ body: (Violation) -> Void) {
    findAll(context, body)
  }

  /// Returns the violations among all entities.
  ///
  /// - Parameter context: The context.
  /// - Returns: The violations, in the order of the entities or of what they refer to.
  /// - Complexity: O(*n*), where *n* is the number of entities that the rule is about.
  public func violations(in context: Context) -> [Violation] {
    var found: [Violation] = []
    findAll(context) { found.append($0) }
    return found
  }

  /// Returns the violations that changes brought about; the context is as they left it.
  func violations(of touched: Touched, in context: Context) -> [Violation] {
    var found: [Violation] = []
    findTouched(touched, context) { found.append($0) }
    return found
  }
}
