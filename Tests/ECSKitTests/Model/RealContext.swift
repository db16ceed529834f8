import ECSKit
import Testing

/// The context under test, as a script sees it.
final class RealContext: World {
  /// Kept here alone, and let go of by `end`.
  private var present: Context? = Context()
  private var groups: [Rule: Group] = [:]

  init(after former: RealContext?) {}

  var context: Context {
    guard let present else { preconditionFailure("nobody asks a context that has ended") }
    return present
  }

  var cascadeLimit: Int {
    get { context.cascadeLimit }
    set { context.cascadeLimit = newValue }
  }
  var report: (Misuse) -> Void {
    get { context.misuseHandler }
    set { context.misuseHandler = newValue }
  }

  func create(_ parts: [Part]) -> Entity {
    func one<A: Component>(_ a: A) -> Entity { context.createEntity(a) }
    func two<A: Component, B: Component>(_ a: A, _ b: B) -> Entity { context.createEntity(a, b) }
    func three<A: Component, B: Component, C: Component>(_ a: A, _ b: B, _ c: C) -> Entity {
      context.createEntity(a, b, c)
    }
    func four<A: Component, B: Component, C: Component, D: Component>(
      _ a: A, _ b: B, _ c: C, _ d: D
    ) -> Entity { context.createEntity(a, b, c, d) }
    let values = parts.map { Kind.all[$0.kind].make($0.payload) }
    switch values.count {
    case 0: return context.createEntity()
    case 1: return one(values[0])
    case 2: return two(values[0], values[1])
    case 3: return three(values[0], values[1], values[2])
    default: return four(values[0], values[1], values[2], values[3])
    }
  }

  func create(handingOver parts: [Part]) -> Entity {
    context.createEntity { [context] new in
      let before = context.entities
      func set<C: Component>(_ value: C, _ new: borrowing NewEntity) { new.set(value) }
      for part in parts { set(Kind.all[part.kind].make(part.payload), new) }
      #expect(context.entities == before && context.count == before.count)
    }
  }

  func set(_ part: Part, on handle: Entity, isGeneric: Bool) {
    let kind = Kind.all[part.kind]
    (isGeneric ? kind.setGenerically : kind.set)(handle, part.payload)
  }

  func setIfAbsent(_ part: Part, on handle: Entity) -> Bool {
    Kind.all[part.kind].setIfAbsent(handle, part.payload)
  }

  func remove(_ kind: Int, from handle: Entity) { Kind.all[kind].remove(handle) }

  func clone(_ handle: Entity) -> Entity { handle.clone() }

  func destroy(_ handle: Entity) { handle.destroy() }

  func shrink() {
    groups = [:]
    context.shrink()
  }

  func end() { present = nil }

  func destroyAll() { context.destroyAll() }

  func setUnique(_ part: Part) -> Entity {
    part.kind == Kind.selection
      ? context.setUnique(Selection(payload: part.payload)) : context.setUnique(Current())
  }

  func transaction(_ body: () throws(Refused) -> Void) throws(Refused) {
    try context.transaction(body)
  }

  func observe(
    _ subject: Subject<Entity>, _ kinds: [Event.Kind], _ body: @escaping (Told<Entity>) -> Void
  ) -> ObserverToken {
    let observer = { (event: Event) in
      guard kinds.isEmpty || kinds.contains(event.kind) else { return }
      body(
        Told(
          kind: event.kind, entity: event.entity,
          component: event.component.flatMap(Kind.place(of:)),
          old: Kind.all.map { $0.old(event) }, new: Kind.all.map { $0.new(event) }))
    }
    // The kinds are given to the core as far as its interface lets a list be given.
    return switch (subject, kinds.count) {
    case (.context, 1): context.observe(kinds[0], body: observer)
    case (.context, 2): context.observe(kinds[0], kinds[1], body: observer)
    case (.context, _): context.observe(body: observer)
    case (.group(let rule), 1): group(rule).observe(kinds[0], body: observer)
    case (.group(let rule), 2): group(rule).observe(kinds[0], kinds[1], body: observer)
    case (.group(let rule), _): group(rule).observe(body: observer)
    case (.entity(let entity), 1): entity.observe(kinds[0], body: observer)
    case (.entity(let entity), 2): entity.observe(kinds[0], kinds[1], body: observer)
    case (.entity(let entity), _): entity.observe(body: observer)
    }
  }

  func cancel(_ token: ObserverToken) { token.cancel() }

  func observeChanges(_ body: @escaping (ChangeSet) -> Void) { context.observeChanges(body) }

  func changes(_ body: () throws(Refused) -> Void) throws(Refused) -> ChangeSet {
    try context.recordChanges(body)
  }

  func record(_ body: () throws(Refused) -> Void) throws(Refused) -> ChangeSet {
    try context.proposedChanges(body)
  }

  func apply(_ changes: ChangeSet) throws(ChangeSetError) { try context.apply(changes) }

  func inverse(of changes: ChangeSet) -> ChangeSet { changes.inverse }

  func told(by changes: ChangeSet) -> [Told<Entity>] {
    changes.changes.map { change in
      let kind = change.component.flatMap(Kind.place(of:))
      func only(_ value: (any Component)?) -> [Int?] {
        Kind.all.indices.map { $0 == kind ? (value as? any Sample)?.payload : nil }
      }
      return Told(
        kind: change.kind, entity: change.entity, component: kind, old: only(change.old),
        new: only(change.new))
    }
  }

  var handles: [Entity] {
    let entities = context.entities
    return entities.count == context.count ? entities : []
  }

  func isAlive(_ handle: Entity) -> Bool { handle.isAlive }

  func creationNumber(_ handle: Entity) -> UInt64? { handle.creationNumber }

  func values(of handle: Entity) -> [Int?] { Kind.all.map { $0.value(handle) } }

  func holder(of kind: Int) -> Entity? {
    switch kind {
    case Kind.selection: context.holder(of: Selection.self)
    case Kind.current: context.holder(of: Current.self)
    default: context.holder(of: Focus.self)
    }
  }

  func group(_ rule: Rule) -> Group {
    if let group = groups[rule] { return group }
    let group = context.group(rule.matcher)
    groups[rule] = group
    return group
  }

  func ask(for rule: Rule) { _ = group(rule) }

  func count(of rule: Rule) -> Int {
    let group = group(rule)
    return group.isEmpty == (group.count == 0) ? group.count : -1
  }

  func isMember(_ handle: Entity, of rule: Rule) -> Bool { group(rule).contains(handle) }

  func members(of rule: Rule) -> [Entity] { Array(group(rule)) }

  func membersSorted(by kind: Int, of rule: Rule) -> [Entity] {
    kind == Kind.number
      ? group(rule).sorted(by: Number.self) : group(rule).sorted(by: Weight.self)
  }

  func each(_ kind: Int, of rule: Rule) -> [Entity: Int] {
    var seen: [Entity: Int] = [:]
    func open<C: Sample>(_ type: C.Type) {
      group(rule).withEach(type) { entity, value in
        seen[entity] = seen[entity] == nil ? value.payload : -1
      }
    }
    if let type = Kind.all[kind].type as? any Sample.Type { open(type) }
    return seen
  }
}
