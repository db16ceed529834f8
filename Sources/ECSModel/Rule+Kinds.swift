// The kinds of rules: for required, excluded, valid, unique and referenced components. Apps create
// rules. In konf, the checks of a schedule are such rules. A check of touched entities must not
// visit other entities, so rules about keys use indices.

public import ECSKit

extension Rule {
  /// Returns a rule that requires entities with one component to have another component, too.
  ///
  /// - Parameters:
  ///   - type: The component that requires another component.
  ///   - required: The component that must also be present.
  /// - Returns: The rule.
  public static func requires(
    _ type: any Component.Type, _ required: any Component.Type
  ) -> Rule {
    Rule("\(name(type)) requires \(name(required))", for: .all(type).none(required)) { _ in
      "found \(name(type)) without \(name(required)); expected both"
    }
  }

  /// Returns a rule that allows at most one of two components on an entity.
  ///
  /// - Parameters:
  ///   - type: A component.
  ///   - excluded: The component that must not be present at the same time.
  /// - Returns: The rule.
  public static func excludes(
    _ type: any Component.Type, _ excluded: any Component.Type
  ) -> Rule {
    Rule("\(name(type)) excludes \(name(excluded))", for: .all(type, excluded)) { _ in
      "found \(name(type)) and \(name(excluded)); expected one of them"
    }
  }

  /// Returns a rule that requires the values of a component to pass a check.
  ///
  /// - Parameters:
  ///   - type: The component whose values are checked.
  ///   - check: The check that all values must pass.
  /// - Returns: The rule. An invalid value causes one violation, which lists all its flaws.
  public static func value<C: Component>(of type: C.Type, _ check: Check<C>) -> Rule {
    Rule("values of \(name(type))", for: .all(type)) { entity in
      let flaws = entity[type].map(check.flaws) ?? []
      return flaws.isEmpty ? nil : flaws.joined(separator: "; ")
    }
  }

  /// Returns a rule that tests each value of a component with a function.
  ///
  ///     Rule.values(of: Title.self, named: "titles are announced") { title in
  ///       title.text == "TBA" ? "found \(title.text); expected a title" : nil
  ///     }
  ///
  /// The violations are stored in a separate index. The index is small if few values are invalid.
  ///
  /// - Parameters:
  ///   - type: The component whose values are checked.
  ///   - members: The entities to check, or nil for all entities.
  ///   - name: The name of the rule. The name also identifies the function, so rules for one
  ///     component with different functions need different names.
  ///   - flaw: Returns a description of the flaw, or nil if the value is valid.
  /// - Returns: The rule.
  @inlinable
  public static func values<C: Component>(
    of type: C.Type, in members: Matcher? = nil, named name: String,
    flaw: @escaping (C) -> String?
  ) -> Rule {
    func violation(_ entity: Entity) -> Violation? {
      guard let text = entity[type].flatMap(flaw) else { return nil }
      return Violation(rule: name, entity: entity) { text }
    }
    return Rule(
      name,
      all: { context, body in
        let index = context.index(forEach: name, of: type, in: members) {
          flaw($0) == nil ? [] : [true]
        }
        for entity in index[true] { violation(entity).map(body) }
      },
      touched: { touched, _, body in
        for entity in touched.entities where members?.matches(entity) ?? true {
          violation(entity).map(body)
        }
      })
  }

  /// Returns a rule that requires the keys of entities to be unique.
  ///
  ///     Rule.unique(\Email.text)
  ///
  /// A unique index refuses a change immediately. This rule is checked only at the end of a
  /// transaction, so two entities can swap their keys.
  ///
  /// - Parameters:
  ///   - path: The key path of the key.
  ///   - members: The entities to check, or nil for all entities.
  /// - Returns: The rule. If several entities have the same key, all except the first violate the
  ///   rule.
  public static func unique<C: Component, Key: Hashable & Comparable>(
    _ path: KeyPath<C, Key>, in members: Matcher? = nil
  ) -> Rule {
    let rule = "\(name(C.self)) is unique"
    func find(_ keys: [Key], _ index: Index<C, Key>, _ body: (Violation) -> Void) {
      for key in keys {
        let entities = index[key]
        for entity in entities.dropFirst() {
          body(
            Violation(rule: rule, entity: entity) {
              "found \(entities.count) \(name(C.self)) of \(key); expected one"
            })
        }
      }
    }
    return Rule(
      rule,
      all: { context, body in
        let index = context.index(path, in: members)
        find(index.keys { index.count($0) > 1 }, index, body)
      },
      touched: { touched, context, body in
        let keys = Set(touched.entities.compactMap { $0[C.self]?[keyPath: path] })
        find(keys.sorted(), context.index(path, in: members), body)
      })
  }

  /// Returns a rule that requires the key in one component to exist in another component.
  ///
  ///     Rule.refers(from: \PartOf.session, to: \SessionID.text)
  ///
  /// The rule is broken by a new reference to a missing key, and by the removal of a key that is
  /// still referenced.
  ///
  /// - Parameters:
  ///   - source: The key path of the reference.
  ///   - members: The entities whose references are checked, or nil for all entities.
  ///   - target: The key path of the referenced key.
  ///   - others: The entities to which the component may refer, or nil for all entities.
  ///   - flaw: Returns the message for a missing key.
  /// - Returns: The rule.
  public static func refers<C: Component, D: Component, Key: Hashable & Comparable>(
    from source: KeyPath<C, Key>, in members: Matcher? = nil,
    to target: KeyPath<D, Key>, among others: Matcher? = nil,
    flaw: @escaping (Key) -> String = { "found no \(name(D.self)) for \($0); expected one" }
  ) -> Rule {
    refers(
      keys: { ($0 as? C).map { [$0[keyPath: source]] } ?? [] },
      from: { $0.index(source, in: members) }, to: { $0.index(target, in: others) },
      targetKeys: { ($0 as? D).map { [$0[keyPath: target]] } ?? [] }, flaw: flaw)
  }

  /// Returns a rule that requires all keys in one component to exist in another component.
  ///
  ///     Rule.refers(fromEach: \SpeakerNames.names, to: \Name.text)
  ///
  /// - Parameters:
  ///   - source: The key path of the references.
  ///   - members: The entities whose references are checked, or nil for all entities.
  ///   - target: The key path of the referenced key.
  ///   - others: The entities to which the component may refer, or nil for all entities.
  ///   - flaw: Returns the message for a missing key.
  /// - Returns: The rule.
  public static func refers<C: Component, D: Component, Keys: Collection>(
    fromEach source: KeyPath<C, Keys>, in members: Matcher? = nil,
    to target: KeyPath<D, Keys.Element>, among others: Matcher? = nil,
    flaw: @escaping (Keys.Element) -> String = {
      "found no \(name(D.self)) for \($0); expected one"
    }
  ) -> Rule where Keys.Element: Hashable & Comparable {
    refers(
      keys: { ($0 as? C).map { Array($0[keyPath: source]) } ?? [] },
      from: { $0.index(forEach: source, in: members) }, to: { $0.index(target, in: others) },
      targetKeys: { ($0 as? D).map { [$0[keyPath: target]] } ?? [] }, flaw: flaw)
  }

  private static func refers<C: Component, D: Component, Key: Hashable & Comparable>(
    keys: @escaping (any Component) -> [Key], from: @escaping (Context) -> Index<C, Key>,
    to: @escaping (Context) -> Index<D, Key>, targetKeys: @escaping (any Component) -> [Key],
    flaw: @escaping (Key) -> String
  ) -> Rule {
    let rule = "\(name(C.self)) refers to \(name(D.self))"
    func violation(_ entity: Entity, _ key: Key) -> Violation {
      Violation(rule: rule, entity: entity) { flaw(key) }
    }
    return Rule(
      rule,
      all: { context, body in
        let (sources, targets) = (from(context), to(context))
        for key in sources.keys(where: { targets.count($0) == 0 }) {
          for entity in sources[key] { body(violation(entity, key)) }
        }
      },
      touched: { touched, context, body in
        let (sources, targets) = (from(context), to(context))
        // All keys that may now be missing: old target keys, new references, and keys of touched
        // entities.
        var touchedKeys: Set<Key> = []
        for change in touched.changes.changes {
          if let old = change.old { touchedKeys.formUnion(targetKeys(old)) }
          if let new = change.new { touchedKeys.formUnion(keys(new)) }
        }
        for entity in touched.entities {
          if let value = entity[C.self] { touchedKeys.formUnion(keys(value)) }
          if let value = entity[D.self] { touchedKeys.formUnion(targetKeys(value)) }
        }
        for key in touchedKeys.sorted() where targets.count(key) == 0 {
          for entity in sources[key] { body(violation(entity, key)) }
        }
      })
  }

  /// Returns the name of a type without its module and file.
  ///
  /// The function is not inlined, because optimized code describes a statically known private type
  /// with its file.
  @inline(never) @usableFromInline
  static func name(_ type: Any.Type) -> String { "\(type)" }
}
