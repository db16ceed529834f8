import ECSKit
import TestSupport
import Testing

@Suite("Sync, against a naive model") struct SyncModelTests {
  @Test("Every random script ends each step as the naive world does", arguments: 1...32)
  func script(seed: Int) {
    let script = Script(seed: seed)
    for step in 1...700 {
      let move = script.play()
      if let difference = script.difference() {
        Issue.record("seed \(seed), step \(step), \(move): \(difference)")
        return
      }
    }
    // A script in which one of these never happened would prove nothing about it.
    #expect(script.seen == ["synced", "refused", "gone", "conflict"], "seed \(seed)")
  }
}

/// An entity of the naive world.
private struct NaiveEntity {
  var values: [Facet: Int] = [:]
  /// When each component was last written, by a clock of the world.
  var writes: [Facet: Int] = [:]
}

/// A detached entity of the naive world.
private struct NaiveDetached {
  let number: Int
  let base: NaiveEntity
  var values: [Facet: Int]
  var edited: Set<Facet> = []
  /// The components in the order in which reports name them.
  var order: [Facet]
}

/// A real context and a naive one, and the same things done to both.
private final class Script {
  private let context = Context()
  private var random: SplitMix64
  private var entities: [Entity] = []
  private var naive: [Int: NaiveEntity] = [:]
  private var clock = 0
  private var out: [(real: DetachedEntity, naive: NaiveDetached)] = []
  private var complaint: String?
  private(set) var seen: Set<String> = []
  private var known: [Int: Int] = [:]

  init(seed: Int) {
    random = SplitMix64(seed: UInt64(seed))
    // The order of reports is that in which the context saw the types.
    context.createEntity(Number(value: 0), Draft(text: 0), Pinned(), Focus(strength: 0)).destroy()
    // Old values follow on the new values of before, whatever is refused or taken back.
    context.observe { [unowned self] event in
      guard event.component == Number.self else { return }
      let old = event.old(Number.self)?.value
      let new = event.new(Number.self)?.value
      let place = entities.lastIndex(of: event.entity) ?? entities.count
      // A destroyed entity tells all its old values with each of them.
      if event.component == nil {
        known[place] = nil
        return
      }
      if known[place] != old { complaint = "an old value that was not there" }
      known[place] = new
    }
  }

  // MARK: Moves

  func play() -> String {
    if naive.count < 3 { return create() }
    return switch Int.random(in: 0..<100, using: &random) {
    case ..<4: create()
    case ..<7: destroy()
    case ..<40: editThere()
    case ..<52: detach()
    case ..<76: editHere()
    case ..<80: takenBack()
    default: sync()
    }
  }

  private func anyFacet() -> Facet { Facet.allCases.randomElement(using: &random) ?? .number }

  /// Few values, so that both sides often come to the same one.
  private func anyValue(_ facet: Facet) -> Int {
    facet == .pinned ? 0 : Int.random(in: 1...3, using: &random)
  }

  /// One of the youngest entities; now and then one that is gone.
  private func anyPlace() -> Int? {
    let isAny = Int.random(in: 0..<10, using: &random) == 0
    let places = entities.indices.filter { isAny || naive[$0] != nil }
    return places.suffix(4).randomElement(using: &random)
  }

  private func create() -> String {
    let value = anyValue(.number)
    naive[entities.count] = NaiveEntity()
    write(.number, value, entities.count)
    let entity = context.createEntity(Number(value: value))
    entities.append(entity)
    return "create"
  }

  private func destroy() -> String {
    guard let place = anyPlace(), naive[place] != nil else { return "nothing" }
    entities[place].destroy()
    naive[place] = nil
    return "destroy \(place)"
  }

  private func editThere() -> String {
    guard let place = anyPlace(), naive[place] != nil else { return "nothing" }
    let facet = anyFacet()
    if Bool.random(using: &random) {
      facet.remove(from: entities[place])
      naive[place]?.values[facet] = nil
      return "remove \(facet) of \(place)"
    }
    let value = anyValue(facet)
    facet.set(value, on: entities[place])
    write(facet, value, place)
    return "set \(facet) of \(place) to \(value)"
  }

  private func write(_ facet: Facet, _ value: Int, _ place: Int) {
    clock += 1
    if facet == .focus {
      for other in naive.keys where other != place { naive[other]?.values[.focus] = nil }
    }
    naive[place]?.values[facet] = value
    naive[place]?.writes[facet] = clock
  }

  private func detach() -> String {
    guard let place = anyPlace() else { return "nothing" }
    out.append((entities[place].detach(), detached(place)))
    if out.count > 5 { out.removeFirst() }
    return "detach \(place)"
  }

  private func detached(_ place: Int) -> NaiveDetached {
    let base = naive[place] ?? NaiveEntity()
    return NaiveDetached(
      number: place, base: base, values: base.values,
      order: Facet.allCases.filter { base.values[$0] != nil })
  }

  private func editHere() -> String {
    guard let place = out.indices.randomElement(using: &random) else { return "nothing" }
    let facet = anyFacet()
    if Int.random(in: 0..<3, using: &random) == 0 {
      facet.remove(from: &out[place].real)
      guard out[place].naive.values.removeValue(forKey: facet) != nil else { return "nothing" }
    } else {
      let value = anyValue(facet)
      facet.set(value, on: &out[place].real)
      out[place].naive.values[facet] = value
      if !out[place].naive.order.contains(facet) { out[place].naive.order.append(facet) }
    }
    out[place].naive.edited.insert(facet)
    return "edit \(facet) of the detached \(place)"
  }

  private func takenBack() -> String {
    guard let place = anyPlace(), naive[place] != nil else { return "nothing" }
    let other = anyPlace() ?? place
    try? context.transaction {
      entities[place].set(Number(value: 99)).set(Focus(strength: 99))
      if other != place, naive[other] != nil { entities[other].destroy() }
      throw Refused()
    }
    // Who was destroyed and lives again lost the marks of what can not be compared; Focus can be.
    if other != place, naive[other]?.values[.draft] != nil {
      clock += 1
      naive[other]?.writes[.draft] = clock
    }
    return "taken back on \(place)"
  }

  // MARK: Sync

  private func sync() -> String {
    guard let place = out.indices.randomElement(using: &random) else { return "nothing" }
    let policy = [SyncPolicy.fail, .fail, .mine, .theirs].randomElement(using: &random) ?? .fail
    let (real, model) = out[place]
    let report: SyncReport
    if Bool.random(using: &random) {
      report = context.sync(real, policy: policy)
    } else {
      context.inbox.post(real, policy: policy)
      let reports = context.receive()
      guard reports.count == 1 else {
        complaint = "\(reports.count) reports for one post"
        return "sync"
      }
      report = reports[0]
    }
    let (outcome, applied, conflicts) = merge(model, policy)
    if report.outcome != outcome { complaint = "\(report.outcome) instead of \(outcome)" }
    if report.applied != applied.map(\.name) { complaint = "applied \(report.applied)" }
    let told = report.conflicts.map {
      "\($0.component) \(Facet.value(of: $0.base)) \(Facet.value(of: $0.mine)) "
        + "\(Facet.value(of: $0.theirs))"
    }
    if told != conflicts { complaint = "conflicts \(told) instead of \(conflicts)" }
    seen.insert("\(outcome)")
    if !conflicts.isEmpty { seen.insert("conflict") }
    // Sometimes somebody goes on with what is stale, and with what is gone.
    if outcome == .gone, Bool.random(using: &random) {
      out.remove(at: place)
    } else if Int.random(in: 0..<4, using: &random) > 0 {
      out[place] = (report.detached, outcome == .synced ? detached(model.number) : model)
    }
    return "sync \(place) by \(policy)"
  }

  private func merge(
    _ model: NaiveDetached, _ policy: SyncPolicy
  ) -> (SyncReport.Outcome, [Facet], [String]) {
    guard let theirs = naive[model.number] else { return (.gone, [], []) }
    var applied: [Facet] = []
    var conflicts: [String] = []
    for facet in model.order where model.edited.contains(facet) {
      let (was, mine) = (model.base.values[facet], model.values[facet])
      let now = theirs.values[facet]
      let canBeCompared = facet != .draft || mine == nil || was == nil
      if was == mine && canBeCompared { continue }
      let isWritten =
        facet == .draft && was != nil && now != nil
        ? theirs.writes[facet] != model.base.writes[facet] : was != now
      let isAgreed = mine == now && (facet != .draft || mine == nil)
      if isWritten && !isAgreed {
        conflicts.append("\(facet.name) \(was ?? -1) \(mine ?? -1) \(now ?? -1)")
        if policy != .mine { continue }
      }
      applied.append(facet)
    }
    if policy == .fail && !conflicts.isEmpty { return (.refused, [], conflicts) }
    for facet in applied {
      if let mine = model.values[facet] {
        write(facet, mine, model.number)
      } else {
        naive[model.number]?.values[facet] = nil
      }
    }
    return (.synced, applied, conflicts)
  }

  // MARK: Comparing

  /// What is not as in the naive world, if anything is.
  func difference() -> String? {
    if let complaint { return complaint }
    guard context.count == naive.count else { return "the number of entities" }
    for facet in Facet.allCases {
      let real = entities.map { facet.value(in: $0) }
      guard real == entities.indices.map({ naive[$0]?.values[facet] }) else { return "\(facet)" }
      let holders = entities.indices.filter { naive[$0]?.values[facet] != nil }
      guard facet.group(of: context).entities == holders.map({ entities[$0] }) else {
        return "the group of \(facet)"
      }
      for (real, model) in out where facet.value(in: real) != model.values[facet] {
        return "the detached \(facet)"
      }
    }
    for value in 1...3 {
      let holders = entities.indices.filter { naive[$0]?.values[.number] == value }
      guard Array(context.index(\Number.value)[value]) == holders.map({ entities[$0] }) else {
        return "the index under \(value)"
      }
    }
    return nil
  }
}

extension Facet {
  fileprivate static func value(of component: (any DetachableComponent)?) -> Int {
    switch component {
    case let number as Number: number.value
    case let draft as Draft: draft.text
    case is Pinned: 0
    case let focus as Focus: focus.strength
    default: -1
    }
  }

  fileprivate func group(of context: Context) -> Group {
    switch self {
    case .number: context.group(.all(Number.self))
    case .draft: context.group(.all(Draft.self))
    case .pinned: context.group(.all(Pinned.self))
    case .focus: context.group(.all(Focus.self))
    }
  }
}
