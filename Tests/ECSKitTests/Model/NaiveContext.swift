import ECSDetached
import ECSKit

/// A context without any cleverness, which looks at all components to answer anything.
///
/// An entity's handle is its creation number after all handles of the contexts before; 0 means
/// refused.
///
/// It says what the real one documents: a change is settled at once; it is delivered in order of
/// registration once the changes before it were delivered; a cascade is rolled back as a whole.
final class NaiveContext: World {
  typealias Values = [Int?]

  var cascadeLimit = 100
  var refusedInCascade: Int?
  var report: (Misuse) -> Void = { _ in }
  var living: [Int: Values] = [:]
  /// The last handle of the contexts before this one.
  let offset: Int
  private(set) var created: Int
  var isUnique = false
  private(set) var isEnded = false
  /// How often each entity's draft was written, undone writes included.
  var writes: [Int: Int] = [:]
  var inbox: [(detached: NaiveDetached, policy: SyncPolicy)] = []
  /// The kinds in the order of first use, which is the order of an entity's parts.
  private(set) var order: [Int] = []
  var observers: [NaiveObserver] = []
  var changes: [Change] = []
  var next = 0
  var current = -1
  var openTransactions = 0
  var isTelling = false
  var isFrozen = false
  var offender: Int?
  var readers: [([NaiveStep]) -> Void] = []
  /// Whether a call waits for a change, and for which one.
  var isKeeping = false
  var kept: [NaiveStep] = []

  init(after former: NaiveContext?) {
    offset = former?.created ?? 0
    created = offset
  }

  static let nothing = Values(repeating: nil, count: Kind.all.count)

  func use(_ kind: Int) {
    if !order.contains(kind) { order.append(kind) }
  }

  /// Changes refused while a cascade is rolled back are counted in its report.
  func reportRefusal(_ operation: String) {
    if let refused = refusedInCascade {
      refusedInCascade = refused + 1
    } else {
      report(.changeWhileFrozen(operation: operation))
    }
  }

  private func admits(_ operation: String) -> Bool {
    if isFrozen { reportRefusal(operation) }
    return !isFrozen
  }

  private func isAlive(_ handle: Int, orReported operation: String) -> Bool {
    // An entity whose context is gone is not reported.
    if living[handle] == nil, handle > offset { report(.deadEntity(operation: operation)) }
    return living[handle] != nil
  }

  // MARK: Changes

  func create(_ parts: [Part]) -> Int {
    guard admits("create an entity") else { return 0 }
    openTransactions += 1
    created += 1
    let handle = created
    var values = Self.nothing
    for part in parts {
      use(part.kind)
      if values[part.kind] != part.payload, let key = takenKey(of: part, by: handle) {
        report(key.misuse)
        continue
      }
      if let holder = holder(of: part.kind) { change(holder, part.kind, to: nil) }
      values[part.kind] = part.payload
    }
    apply(handle, to: values, touching: order.filter { values[$0] != nil })
    endTransaction()
    return handle
  }

  func create(handingOver parts: [Part]) -> Int { create(parts) }

  func set(_ part: Part, on handle: Int, isGeneric: Bool) {
    guard isAlive(handle, orReported: "set \(Kind.all[part.kind].name)") else { return }
    put(part, on: handle)
  }

  /// Returns whether the part was put there, or was there already.
  @discardableResult
  func put(_ part: Part, on handle: Int) -> Bool {
    let kind = Kind.all[part.kind]
    use(part.kind)
    if let present = values(of: handle)[part.kind] {
      if kind.isFlag || kind.isEquatable && present == part.payload { return true }
    }
    guard admits("set \(kind.name)") else { return false }
    if let key = takenKey(of: part, by: handle) {
      report(key.misuse)
      return false
    }
    openTransactions += 1
    if let holder = holder(of: part.kind), holder != handle { change(holder, part.kind, to: nil) }
    change(handle, part.kind, to: part.payload)
    endTransaction()
    return true
  }

  func setIfAbsent(_ part: Part, on handle: Int) -> Bool {
    guard isAlive(handle, orReported: "set \(Kind.all[part.kind].name)"),
      values(of: handle)[part.kind] == nil
    else { return false }
    return put(part, on: handle)
  }

  func remove(_ kind: Int, from handle: Int) {
    guard isAlive(handle, orReported: "remove \(Kind.all[kind].name)"),
      values(of: handle)[kind] != nil, admits("remove \(Kind.all[kind].name)")
    else { return }
    change(handle, kind, to: nil)
  }

  func clone(_ handle: Int) -> Int {
    guard isAlive(handle, orReported: "clone an entity") else { return handle }
    let values = values(of: handle)
    return create(
      order.compactMap { kind in
        Kind.all[kind].isUnique ? nil : values[kind].map { Part(kind: kind, payload: $0) }
      })
  }

  func destroy(_ handle: Int) {
    guard isAlive(handle, orReported: "destroy an entity"), admits("destroy an entity") else {
      return
    }
    let values = values(of: handle)
    apply(handle, to: nil, touching: order.filter { values[$0] != nil })
  }

  func destroyAll() {
    transaction { for handle in handles { destroy(handle) } }
  }

  func shrink() {}

  func end() {
    isEnded = true
    living = [:]
    inbox = []
    for observer in observers { observer.isActive = false }
  }

  func setUnique(_ part: Part) -> Int {
    guard let holder = holder(of: part.kind) else { return create([part]) }
    put(part, on: holder)
    return holder
  }

  func change(_ handle: Int, _ kind: Int, to payload: Int?) {
    var values = values(of: handle)
    values[kind] = payload
    apply(handle, to: values, touching: [kind])
  }

  func transaction<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let mark = changes.count
    openTransactions += 1
    do {
      try body()
      endTransaction()
    } catch {
      takeBack(to: mark)
      endTransaction()
      throw error
    }
  }

  // MARK: Reading

  var handles: [Int] { living.keys.sorted() }

  func isAlive(_ handle: Int) -> Bool { living[handle] != nil }

  func creationNumber(_ handle: Int) -> UInt64? { isAlive(handle) ? UInt64(handle - offset) : nil }

  func values(of handle: Int) -> Values { living[handle] ?? Self.nothing }

  func holder(of kind: Int) -> Int? {
    guard Kind.all[kind].isUnique else { return nil }
    return living.first { $0.value[kind] != nil }?.key
  }

  func ask(for rule: Rule) {
    let named = Kind.all.indices.filter(rule.names)
    for kind in named.sorted(by: { Kind.all[$0].name < Kind.all[$1].name }) { use(kind) }
  }

  func count(of rule: Rule) -> Int { living.values.count { rule.matches($0) } }

  func isMember(_ handle: Int, of rule: Rule) -> Bool { rule.matches(living[handle]) }

  func members(of rule: Rule) -> [Int] { handles.filter { isMember($0, of: rule) } }

  func membersSorted(by kind: Int, of rule: Rule) -> [Int] {
    use(kind)
    return members(of: rule).sorted { first, second in
      switch (values(of: first)[kind], values(of: second)[kind]) {
      case (let a?, let b?): a == b ? first < second : a < b
      case (_?, nil): true
      case (nil, _?): false
      case (nil, nil): first < second
      }
    }
  }

  func each(_ kind: Int, of rule: Rule) -> [Int: Int] {
    use(kind)
    return living.compactMapValues { rule.matches($0) ? $0[kind] : nil }
  }
}
