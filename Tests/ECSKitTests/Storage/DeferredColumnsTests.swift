import ECSKit
import TestSupport
import Testing

/// A context with the same entities twice: once created whole, once with deferred components.
///
/// Each step of a script runs on both contexts and returns what can be seen there.
private final class TwinContext {
  let context = Context()
  private(set) var entities: [Entity] = []
  private(set) var filled: [String] = []
  private var events: [String] = []
  private var changes: [ChangeSet] = []
  private var tokens: [ObserverToken] = []

  init(seed: UInt64, isDeferred: Bool) {
    var random = SplitMix64(seed: seed)
    let kinds = (0..<12).map { _ in UInt8.random(in: 0..<32, using: &random) }
    func fill(_ type: any Component.Type, of number: Int, _ new: borrowing NewEntity) {
      let kind = kinds[number]
      if type == Number.self, kind & 1 != 0 { new.set(Number(value: number % 5)) }
      if type == Note.self, kind & 2 != 0 { new.set(Note(text: "a note that is long, \(number)")) }
      if type == Marked.self, kind & 4 != 0 { new.set(Marked()) }
      if type == Code.self, kind & 8 != 0 { new.set(Code(number: number)) }
      if type == Words.self, kind & 16 != 0 { new.set(Words(list: [number % 3, number % 4])) }
      if type == Selection.self, number == 7 { new.set(Selection(reason: 7)) }
    }
    let types: [any Component.Type] = [
      Number.self, Note.self, Marked.self, Code.self, Words.self, Selection.self,
    ]
    for number in kinds.indices {
      entities.append(
        context.createEntity { new in
          if !isDeferred { for type in types { fill(type, of: number, new) } }
        })
    }
    guard isDeferred else { return }
    let isAccepted = context.deferColumns(types) { [unowned self] type in
      filled.append("\(type)")
      for (number, entity) in entities.prefix(kinds.count).enumerated() {
        context.fill(entity) { fill(type, of: number, $0) }
      }
    }
    #expect(isAccepted)
  }

  private func numbers(_ entities: some Sequence<Entity>) -> String {
    "\(entities.map { self.entities.firstIndex(of: $0) ?? -1 })"
  }

  /// Takes a step, and returns what its reads show.
  func step(_ random: inout SplitMix64) -> String {
    let entity = entities.randomElement(using: &random) ?? entities[0]
    let number = Int.random(in: 0..<6, using: &random)
    switch Int.random(in: 0..<24, using: &random) {
    case 0: return "\(entity[Number.self]?.value ?? -1)"
    case 1: return entity[Note.self]?.text ?? "-"
    case 2: return "\(entity.has(Marked.self)) \(entity.has(Code.self))"
    case 3: entity.set(Number(value: number))
    case 4: entity.set(Note(text: "\(number)"))
    case 5: entity.remove(Words.self)
    case 6: entity.remove(Marked.self)
    case 7: entity.destroy()
    case 8:
      entities.append(context.createEntity(Number(value: number), Code(number: 100 + number)))
    case 9:
      entities.append(
        context.createEntity { new in
          new.set(Selection(reason: entity[Code.self]?.number ?? number))
        })
    case 10: entities.append(entity.clone())
    case 11: return numbers(context.group(.all(Number.self)))
    case 12: return numbers(context.group(.all(Note.self).none(Marked.self)))
    case 13: return numbers(context.group(.any(Code.self, Words.self)))
    case 14: return numbers(context.index(\Number.value)[number])
    case 15: return numbers(context.index(forEach: \Words.list)[number % 4])
    case 16: return numbers(context.holder(of: Selection.self).map { [$0] } ?? [])
    case 17:
      return entity.components.map { "\(type(of: $0))" }.sorted().joined(separator: " ")
    case 18:
      tokens.append(
        context.group(.all(Code.self)).observe(.added, .removed, .updated) { [unowned self] event in
          events.append("\(event.kind) \(entities.firstIndex(of: event.entity) ?? -1)")
        })
    case 19: tokens.append(context.observeChanges { [unowned self] in changes.append($0) })
    case 20:
      if let last = changes.popLast() { return "\((try? context.apply(last.inverse)) != nil)" }
    case 21:
      try? context.transaction {
        entity.set(Code(number: number))
        entity.remove(Note.self)
        if number % 2 == 0 { entity.destroy() }
        if number < 3 { throw Refused() }
      }
    case 22: context.shrink()
    default: return "\(context.statistics.components.map(\.name).sorted())"
    }
    return ""
  }

  /// All values, members and events.
  var whole: String {
    let rows = entities.map { entity in
      "\(entity[Number.self]?.value ?? -1) \(entity[Note.self]?.text ?? "-") "
        + "\(entity.has(Marked.self)) \(entity[Code.self]?.number ?? -1) "
        + "\(entity[Words.self]?.list ?? []) \(entity[Selection.self]?.reason ?? -1)"
    }
    return (rows + events + ["\(context.count)"]).joined(separator: "\n")
  }
}

@Suite("Deferred columns") struct DeferredColumnsTests {
  @Test("A random script sees the same values, groups, indices and events with and without them")
  func script() {
    for seed in UInt64(0)..<UInt64(300 * (Environment.number("KONF_LONG") ?? 1)) {
      let (plain, deferred) = (
        TwinContext(seed: seed, isDeferred: false), TwinContext(seed: seed, isDeferred: true)
      )
      var (one, other) = (SplitMix64(seed: ~seed), SplitMix64(seed: ~seed))
      for step in 0..<25 {
        let (expected, seen) = (plain.step(&one), deferred.step(&other))
        #expect(seen == expected, "seed \(seed), step \(step)")
      }
      #expect(deferred.whole == plain.whole, "seed \(seed)")
      #expect(Set(deferred.filled).count == deferred.filled.count, "seed \(seed): filled twice")
    }
  }

  @Test("Only the components that are used are filled, and each one once")
  func onlyUsed() {
    let twin = TwinContext(seed: 1, isDeferred: true)
    #expect(twin.filled.isEmpty)
    for entity in twin.entities { _ = (entity[Number.self], entity.has(Number.self)) }
    #expect(twin.filled == ["Number"])
    _ = twin.context.group(.all(Marked.self).none(Note.self))
    #expect(twin.filled.sorted() == ["Marked", "Note", "Number"])
    twin.entities[0].destroy()
    #expect(twin.filled.count == 6)
  }

  @Test("Filling within a transaction that is rolled back keeps the values and tells nobody")
  func rollback() {
    let twin = TwinContext(seed: 2, isDeferred: true)
    let plain = TwinContext(seed: 2, isDeferred: false)
    var seen = 0
    let token = twin.context.observeChanges { _ in seen += 1 }
    try? twin.context.transaction {
      twin.entities[3].set(Number(value: 99))
      _ = twin.entities[4][Note.self]
      throw Refused()
    }
    #expect(seen == 0)
    #expect(twin.whole == plain.whole)
    token.cancel()
  }

  @Test("A context defers nothing in a transaction, or if it has seen one of the types")
  func refused() {
    let context = Context()
    let entity = context.createEntity(Number(value: 1))
    #expect(!context.deferColumns([Note.self, Number.self]) { _ in })
    context.transaction { #expect(!context.deferColumns([Note.self]) { _ in }) }
    #expect(
      context.deferColumns([Note.self]) { _ in
        context.fill(entity) { $0.set(Note(text: "first")) }
        context.fill(entity) { $0.set(Note(text: "last")) }
      })
    #expect(!context.deferColumns([Marked.self]) { _ in })
    #expect(entity[Note.self]?.text == "last")
  }

  @Test("A second holder of a deferred unique component is ignored")
  func secondHolder() {
    let context = Context()
    let (first, second) = (context.createEntity { _ in }, context.createEntity { _ in })
    _ = context.deferColumns([Selection.self]) { _ in
      context.fill(first) { $0.set(Selection(reason: 1)) }
      context.fill(second) { $0.set(Selection(reason: 2)) }
    }
    #expect(context.holder(of: Selection.self) == first)
    #expect(!second.has(Selection.self))
  }
}
