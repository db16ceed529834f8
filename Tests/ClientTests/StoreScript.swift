import ECSDetached
import ECSHistory
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

/// A random script over everything that changes a context, with a store that follows it.
///
/// Two plain models go beside it: a second reader, which knows nothing but the file, and a mirror, which
/// knows nothing but the change sets.
final class StoreScript {
  let folder = TemporaryFolder()
  var path: String { folder.path }
  var random: SplitMix64
  /// Whether each outermost call is written, and not only what is saved.
  let isAlways: Bool
  /// Whether links to what is destroyed are removed, so that none leads nowhere.
  let isFollowed: Bool
  /// Whether no other process changes the file.
  let isAlone: Bool
  private(set) var context = Context()
  var store: ComponentStore?
  var undo: UndoStack?
  private var relations: RelationRules?
  private var tokens: [ObserverToken] = []
  /// The state that a reader of change sets knows.
  private(set) var mirror: [Entity: [String: any Component]] = [:]
  /// How often something could not be written.
  var failures = 0
  /// Whether others wrote what the context does not have yet.
  var isBehind = false
  /// Whether the context has its entities in the order of the file, as no others have made any since.
  var isInOrder = true
  /// Whether others wrote anything, ever.
  var hasOthers = false
  /// Whether the stack has every step that the file has.
  private var knowsSteps = true
  var labels = 0
  /// Ids that the file had one soon after the other.
  private var pairs: Set<[String]> = []

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    isAlways = seed % 2 == 0
    isFollowed = seed % 3 > 0
    isAlone = seed % 4 > 1
    try open()
  }

  /// Makes a context as each of the programs has it: with its relations and its unique keys.
  func newContext() -> (Context, RelationRules) {
    let context = Context()
    // Cascades without end and keys that are taken are part of the script.
    context.misuseHandler = { _ in }
    ScriptComponents.index(context)
    let relations =
      isFollowed
      ? RelationRules(Contains.self, Parts.self, Likes.self, HasMany<Tag>.self, in: context)
      : RelationRules(Contains.self, in: context)
    return (context, relations)
  }

  /// Opens the file in a context of its own, as the next run of the program does.
  func open() throws {
    tokens = []
    store = nil
    mirror = [:]
    let (context, relations) = newContext()
    (self.context, self.relations) = (context, relations)
    tokens.append(
      context.group(.all(Number.self)).observe { event in
        guard event.entity.isAlive, let number = event.entity[Number.self] else { return }
        event.entity.set(Twice(value: number.value * 2))
        if number.value == 13 { event.entity.set(Number(value: 14)) }
        if number.value == 14 { event.entity.set(Number(value: 13)) }
      })
    tokens.append(context.observeChanges { [unowned self] in mirror($0) })
    let store = newStore()
    self.store = store
    knowsSteps = number(2) == 0
    undo = UndoStack(store, limit: knowsSteps ? .max : 5, coalescing: ["Typing"])
    try store.load()
    (isInOrder, isBehind) = (true, false)
    if store.hasUnsavedChanges {
      // Two entities of the file had the same unique component.
      try store.save()
    }
  }

  /// Closes the file and opens it; what was not undone is not undone by the file either.
  private func reopen() throws {
    let before = undo?.undoLabels ?? []
    let knewSteps = knowsSteps
    try open()
    if isAlways, knewSteps {
      for label in undo?.undoLabels ?? [] where label != nil {
        #expect(before.contains(label), "\(label ?? "")")
      }
    }
  }

  /// Has another store take over, without a look at the file.
  private func replaceStore() {
    store = nil
    let store = newStore()
    self.store = store
    undo = UndoStack(store, limit: 7)
    knowsSteps = false
  }

  private func newStore() -> ComponentStore {
    ComponentStore(
      context, in: path, ScriptComponents.all,
      saving: isAlways ? .always { [unowned self] _ in failures += 1 } : .onRequest
    ) { 7 }
  }

  private func mirror(_ changes: ChangeSet) {
    for change in changes.changes {
      switch (change.kind, change.component) {
      case (.destroyed, _): mirror[change.entity] = nil
      case (_, let component?): mirror[change.entity, default: [:]]["\(component)"] = change.new
      default: mirror[change.entity] = mirror[change.entity] ?? [:]
      }
    }
  }

  func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  // MARK: What is shown

  /// What is kept of each entity, in the order of creation, without references to some ids.
  ///
  /// - Parameters:
  ///   - context: The context of any program.
  ///   - gone: The ids whose references are left out.
  ///   - hasKeys: Whether unique keys and aliases are shown.
  /// - Returns: The id of each entity with the text of its values.
  func shown(
    _ context: Context, without gone: Set<String> = [], hasKeys: Bool = true
  ) -> [(id: String, text: String)] {
    func id(_ entity: Entity) -> String { entity[DurableID.self]?.text ?? "?" }
    let names = (0..<3).map { ($0, context.alias("a\($0)").entity) }
    let matcher = hasKeys ? ScriptComponents.shown : ScriptComponents.shownWithoutKeys
    return context.group(matcher).map { entity in
      var parts: [String] = [
        entity[Words.self]?.text, entity[Number.self].map { "n\($0.value)" },
        entity[Twice.self].map { "d\($0.value)" }, entity[Focus.self].map { "f\($0.value)" },
        hasKeys ? entity[ScriptKey.self].map { "k\($0.value)" } : nil,
        entity[Color.self].map { "c\($0.number)" },
        entity[Tag.self].map { "t\($0.word)" },
      ].map { $0 ?? "-" }
      let targets: [[Entity]] = [
        entity.targets(of: Parts.self), entity.targets(of: HasMany<Tag>.self),
      ]
      parts += targets.map { "\($0.map(id).filter { !gone.contains($0) })" }
      let likes: [(id: String, data: Int)] = entity.links(of: Likes.self).map {
        (id($0.target), $0.data)
      }
      parts.append("\(likes.filter { !gone.contains($0.id) }.map { "\($0.id) \($0.data)" })")
      if let target = entity[Assigned.self]?.to {
        parts.append(target.isAlive && !gone.contains(id(target)) ? "to \(id(target))" : "to -")
      }
      for (name, target) in names where hasKeys && target == entity { parts.append("a\(name)") }
      return (id(entity), parts.joined(separator: " "))
    }
  }

  /// Opens the file as a second reader does, who has nothing but the file.
  func opened() throws -> Context {
    let reader = Context()
    ScriptComponents.index(reader)
    reader.misuseHandler = { _ in }
    let store = ComponentStore(reader, in: path, ScriptComponents.all) { 0 }
    #expect(try store.load() == store.unread.count, "lines are damaged")
    if isFollowed {
      // A component or an alias may lead to what is destroyed; a relation that is followed does not.
      // Two programs may have given one key to two entities.
      let exceptions = ["assigned", "alias"] + (hasOthers ? ["key"] : [])
      let unread = store.unread.filter { !exceptions.contains($0.component) }
      #expect(unread.isEmpty, "\(unread)")
    }
    return reader
  }

  /// Checks that the file and the change sets have what the context shows.
  private func check(_ place: String) throws {
    try #require(store?.hasUnsavedChanges == false, "\(place)")
    // A value with the key of another entity is unread; the next run may read it, if the key is free then.
    let hasKeys = store?.unread.allSatisfy { !["key", "alias"].contains($0.component) } ?? true
    func lines(_ context: Context) -> [String] {
      let lines = shown(context, hasKeys: hasKeys).map { "\($0.id) \($0.text)" }
      return isInOrder ? lines : lines.sorted()
    }
    let reader = try opened()
    let (file, memory) = (lines(reader), lines(context))
    let difference = file.difference(from: memory).map { "\($0)" }
    try #require(file == memory, "\(place): \(difference)")
    try #require(Self.isSame(mirror, values()), "\(place)")
    try requireOrder(shown(reader).map(\.id), place)
  }

  /// Requires that no two entities of the file ever change their order, whatever is destroyed, undone and
  /// opened.
  private func requireOrder(_ ids: [String], _ place: String) throws {
    for (position, first) in ids.enumerated() {
      for second in ids[(position + 1)...].prefix(4) {
        let isOther = pairs.contains([second, first])
        try #require(!isOther, "\(place): \(second) came before \(first)")
        pairs.insert([first, second])
      }
    }
  }

  /// Everything in the context as values, but for some components.
  func values(without left: String = "") -> [Entity: [String: any Component]] {
    var values: [Entity: [String: any Component]] = [:]
    for entity in context.entities {
      values[entity] = Dictionary(
        uniqueKeysWithValues: entity.components.map { ("\(type(of: $0))", $0) }
          .filter { $0.0 != left })
    }
    return values
  }

  static func isSame(
    _ first: [Entity: [String: any Component]], _ second: [Entity: [String: any Component]]
  ) -> Bool {
    func isEqual<Value: Equatable>(_ first: Value, _ second: any Component) -> Bool {
      second as? Value == first
    }
    return first.keys == second.keys
      && first.allSatisfy { entity, values in
        values.keys == second[entity]?.keys
          && values.allSatisfy { name, value in
            guard let value = value as? any Equatable, let other = second[entity]?[name] else {
              return false
            }
            return isEqual(value, other)
          }
      }
  }

  func run(steps: Int) throws {
    for number in 0..<steps {
      let kind = try step()
      let place = "step \(number) of kind \(kind)"
      if isBehind {
        if self.number(3) > 0 { continue }
        try refresh()
        if isBehind { continue }
      }
      if !isAlways {
        if self.number(3) > 0 { continue }
        try store?.save()
      }
      try check(place)
      switch self.number(30) {
      case 0: try reopen()
      case 1: replaceStore()
      case 2 where !isFollowed:
        try runOlderProgram()
        try open()
      default: break
      }
    }
  }
}
