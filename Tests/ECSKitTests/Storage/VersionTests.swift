import ECSKit
import TestSupport
import Testing

/// A context that random steps change, and everything that its versions are about.
private final class VersionedContext {
  let context = Context()
  private(set) var entities: [Entity] = []
  private var changes: [ChangeSet] = []
  private var tokens: [ObserverToken] = []

  init() {
    for number in 0..<6 {
      entities.append(context.createEntity(Number(value: number), Note(text: "\(number)")))
    }
    let deferred = entities[..<4]
    _ = context.deferColumns([Words.self]) { [unowned context] _ in
      for entity in deferred { context.fill(entity) { $0.set(Words(list: [1])) } }
    }
    tokens.append(context.observeChanges { [unowned self] in changes.append($0) })
  }

  /// Takes a step, and returns true if it may have changed a component.
  func step(_ random: inout SplitMix64) -> Bool {
    let entity = entities.randomElement(using: &random) ?? entities[0]
    let number = Int.random(in: 0..<4, using: &random)
    switch Int.random(in: 0..<16, using: &random) {
    case 0: entity.set(Number(value: number))
    case 1: entity.set(Note(text: "\(number)"))
    case 2: entity.set(Marked())
    case 3: entity.remove(Marked.self)
    case 4: entity.remove(Note.self)
    case 5: entity.set(Selection(reason: number))
    case 6: entities.append(context.createEntity(Code(number: number), Marked()))
    case 7: entities.append(entity.clone())
    case 8: entity.destroy()
    case 9: entity.set(Words(list: [number]))
    case 10:
      context.group(.all(Number.self)).withEach(updating: Number.self) { $1.value += 1 }
    case 11:
      try? context.transaction {
        entity.set(Number(value: number))
        entity.remove(Words.self)
        if number < 2 { throw Refused() }
      }
    case 12: if let last = changes.popLast() { _ = try? context.apply(last.inverse) }
    case 13:
      context.shrink()
      return false
    case 14:
      _ = context.index(\Number.value)[number]
      return false
    default:
      _ = (entity[Words.self], entity.has(Marked.self), entity[Selection.self])
      return false
    }
    return true
  }

  /// Each version, and the values that it is the version of.
  var seen: [String: (version: UInt64?, values: String)] {
    func values<C: Component>(_ type: C.Type) -> [String] {
      entities.map { entity in entity[type].map { "\($0)" } ?? "-" }
    }
    var all: [String] = []
    func add<C: Component>(_ type: C.Type, to seen: inout [String: (UInt64?, String)]) {
      let values = values(type)
      all.append("\(values.filter { $0 != "-" })")
      seen["\(type)"] = (context.version(of: type), all.last ?? "")
      for (number, value) in values.enumerated() {
        seen["\(type) of \(number)"] = (entities[number].version(of: type), value)
      }
    }
    var seen: [String: (UInt64?, String)] = [:]
    add(Number.self, to: &seen)
    add(Note.self, to: &seen)
    add(Marked.self, to: &seen)
    add(Code.self, to: &seen)
    add(Words.self, to: &seen)
    add(Selection.self, to: &seen)
    seen["context"] = (context.version, "\(all)")
    return seen
  }
}

@Suite("Versions") struct VersionTests {
  @Test("Equal versions have equal values, whatever changed in between")
  func equalVersions() {
    for seed in UInt64(0)..<UInt64(100 * (Environment.number("KONF_LONG") ?? 1)) {
      let twin = VersionedContext()
      var random = SplitMix64(seed: seed)
      for _ in 0..<Int.random(in: 0..<10, using: &random) { _ = twin.step(&random) }
      var valuesOfVersions: [String: String] = [:]
      var last: [String: (version: UInt64?, values: String)] = [:]
      for step in 0..<30 {
        let mayChange = step == 0 || twin.step(&random)
        let seen = twin.seen
        for (name, (version, values)) in seen {
          let key = "\(name) \(version.map { "\($0)" } ?? "-")"
          #expect(valuesOfVersions[key] ?? values == values, "seed \(seed), step \(step): \(key)")
          valuesOfVersions[key] = values
          if !mayChange {
            #expect(last[name]?.version == version, "seed \(seed), step \(step): a read of \(name)")
          }
        }
        last = seen
      }
    }
  }

  @Test("A change of one component leaves the versions of others and of other entities alone")
  func onlyTheirOwn() {
    let context = Context()
    let first = context.createEntity(Number(value: 1), Note(text: "one"))
    let second = context.createEntity(Number(value: 2))
    let (numbers, notes) = (context.version(of: Number.self), context.version(of: Note.self))
    let (ofFirst, ofSecond) = (first.version(of: Number.self), second.version(of: Number.self))
    first.set(Number(value: 3))
    #expect(context.version(of: Number.self) != numbers)
    #expect(context.version(of: Note.self) == notes)
    #expect(first.version(of: Number.self) != ofFirst)
    #expect(second.version(of: Number.self) == ofSecond)
    #expect(first.version(of: Marked.self) == nil)
    first.destroy()
    #expect(first.version(of: Number.self) == nil)
  }

  @Test("The version of a context includes components that are first used later")
  func laterComponents() {
    let context = Context()
    let entity = context.createEntity(Number(value: 1))
    let before = context.version
    #expect(context.version == before)
    entity.set(Marked())
    let marked = context.version
    #expect(marked != before)
    entity.remove(Marked.self)
    #expect(context.version != marked)
    #expect(context.version != before)
  }
}
