import ECSKit
import Testing

/// A context in which every kind of foreign code is called, with all that it gave out.
///
/// The context is held by the scene alone, so letting go of it ends it.
final class Scene {
  private(set) var context: Context?
  let hook = ForeignHook()
  var misuses: [Misuse] = []
  private let group: Group
  private let rest: Group
  private let index: Index<Hooked, HookedKey>
  private let unique: Index<Hooked, HookedKey>
  private let several: Index<Hooked, HookedKey>
  private let restricted: Index<Hooked, HookedKey>
  private let ordered: OrderedIndex<Hooked, HookedKey>
  /// Follows the holders; only if there are observers.
  private var list: EntityList<HookedKey>?
  private(set) var entities: [Entity] = []
  private var tokens: [ObserverToken] = []
  private let isObserved: Bool
  /// A context that was made when the one of the scene had ended, with the events that it got.
  private(set) var successor: Context?
  private(set) var told = 0

  init(isObserved: Bool = true) {
    let context = Context()
    self.context = context
    self.isObserved = isObserved
    group = context.group(.all(Hooked.self))
    rest = context.group(.all(Hooked.self).none(Marked.self))
    index = context.index(\Hooked.key)
    unique = context.index(unique: \Hooked.ownKey)
    several = context.index(forEach: \Hooked.keys)
    restricted = context.index("restricted", of: Hooked.self, in: .all(Number.self)) { $0.key }
    ordered = context.index(ordered: \Hooked.key)
    let hook = hook
    context.misuseHandler = { [unowned self] misuse in
      misuses.append(misuse)
      hook.run(.misuseHandler)
    }
    for number in 0..<6 {
      entities.append(context.createEntity(Hooked(number, hook), Number(value: number)))
    }
    entities.append(context.createEntity(Number(value: 6)))
    guard isObserved else { return }
    tokens = [
      context.observe { _ in hook.run(.contextObserver) },
      group.observe { _ in hook.run(.groupObserver) },
      context.observeChanges { _ in hook.run(.reader) },
    ]
    tokens += entities.map { $0.observe { _ in hook.run(.entityObserver) } }
    let list = group.list(by: \Hooked.self, sectionBy: \Hooked.key)
    list.onChange = { [unowned list] changes in
      hook.run(.reader)
      for position in changes.inserted { _ = list[position] }
    }
    self.list = list
    _ = group.sorted(by: Hooked.self).count + ordered.entities.count
  }

  func key(_ number: Int) -> HookedKey { HookedKey(number, hook) }

  func value(_ number: Int) -> Hooked { Hooked(number, hook) }

  /// Lets go of the context, and makes another one that may take over its core.
  func endContext() {
    context = nil
    let successor = Context()
    successor.observe { [unowned self] _ in told += 1 }
    for number in 0..<3 { successor.createEntity(Number(value: number)) }
    self.successor = successor
  }

  func cancelAll() {
    for token in tokens { token.cancel() }
  }

  func readAll() {
    _ = group.sorted(by: Hooked.self).count + rest.entities.count + group.entities.count
    _ = index[key(1)].count + unique.count(key(2)) + several[key(10_003)].count
    _ = restricted.first(key(4)).map { $0.isAlive }
    _ = ordered[key(1)..<key(4)].count + index.keys().count
    _ = index.position(of: entities[1], under: key(1))
    _ = list?.sections.count
    _ = list?.position(of: entities[1]).map { list?[$0] }
    group.withEach(Hooked.self) { _, _ in hook.run(.ruleLoop) }
    _ = context?.statistics
  }

  // MARK: Checks

  /// What is not as a look at all entities says.
  func wrong() -> [String] {
    hook.disarm()
    guard let context else { return wrongAfterTheEnd() }
    var wrong: [String] = []
    let holders = context.entities.filter { $0.has(Hooked.self) }
    func number(_ entity: Entity) -> Int { entity[Hooked.self]?.number ?? -1 }
    if group.entities != holders { wrong.append("group") }
    if rest.entities != holders.filter({ !$0.has(Marked.self) }) { wrong.append("rest") }
    let sorted = holders.sorted {
      (number($0), $0.creationNumber ?? 0) < (number($1), $1.creationNumber ?? 0)
    }
    if group.sorted(by: Hooked.self) != sorted { wrong.append("sorted") }
    if ordered.entities != sorted { wrong.append("ordered") }
    if let list, list.sections.flatMap(\.entities) != sorted { wrong.append("list") }
    for value in Set(holders.map(number)) {
      let expected = holders.filter { number($0) == value }
      if index[key(value)] != expected { wrong.append("index \(value)") }
      if several[key(value + 10_000)] != expected { wrong.append("several \(value)") }
      if unique[key(value)] != expected || expected.count > 1 { wrong.append("unique \(value)") }
      if restricted[key(value)] != expected.filter({ $0.has(Number.self) }) {
        wrong.append("restricted \(value)")
      }
    }
    if index.keyCount != holders.count { wrong.append("keys") }
    // It works as if nothing had happened.
    let entity = context.createEntity(value(1_000), Marked())
    if index[key(1_000)] != [entity] || group.sorted(by: Hooked.self).last != entity {
      wrong.append("later")
    }
    if let list, list[list.sectionCount - 1] != [entity] { wrong.append("later in the list") }
    entity.destroy()
    if context.count != context.entities.count { wrong.append("count") }
    return wrong
  }

  private func wrongAfterTheEnd() -> [String] {
    var wrong: [String] = []
    if entities.contains(where: { $0.isAlive || $0.has(Number.self) }) { wrong.append("alive") }
    if !group.isEmpty || !group.entities.isEmpty || !group.sorted(by: Hooked.self).isEmpty {
      wrong.append("group")
    }
    if index.keyCount != 0 || !index[key(1)].isEmpty || !ordered.entities.isEmpty {
      wrong.append("index")
    }
    guard let successor else { return wrong + ["no successor"] }
    // Three entities, each reported as created and added.
    if successor.count != 3 || told != 6 { wrong.append("successor") }
    told = 0
    successor.transaction {
      for number in 0..<3 { successor.createEntity(Number(value: number)) }
      if told != 0 { wrong.append("told in a transaction") }
    }
    if told != 6 { wrong.append("told \(told) times") }
    return wrong
  }
}
