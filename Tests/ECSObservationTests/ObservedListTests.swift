import ECSKit
import ECSObservation
import TestSupport
import Testing

private struct Table: Component, Equatable { var number: Int }

@Suite("Tracked lists")
struct ObservedListTests {
  private let context = Context()
  private let ada: Entity
  private let grace: Entity
  private let edsger: Entity
  private let list: ObservedList<Int>

  init() {
    ada = context.createEntity(Name(text: "Ada"), Table(number: 1))
    grace = context.createEntity(Name(text: "Grace"), Table(number: 1))
    edsger = context.createEntity(Name(text: "Edsger"), Table(number: 2))
    let people = context.group(.all(Name.self))
    list = ObservedList(people.list(by: \Name.text, sectionBy: \Table.number))
  }

  private func text(_ section: ObservedList<Int>.Section) -> String {
    let names = section.entities.map { $0[Name.self]?.text ?? "" }
    return "\(section.key ?? 0): \(names.joined(separator: " "))"
  }

  @Test("A reader of the sections is notified when a section is added or removed")
  func sections() {
    let keys = Tracker { [list] in list.sections.map(\.key) }
    let isEmpty = Tracker { [list] in list.isEmpty }
    #expect(keys.value == [1, 2] && !isEmpty.value)
    ada.set(Table(number: 2))
    ada.set(Name(text: "Zoe"))
    #expect(keys.count == 0)
    edsger.set(Table(number: 0))
    #expect(keys.count == 1 && isEmpty.count == 1)
    keys.update()
    isEmpty.update()
    #expect(keys.value == [0, 1, 2])
    grace.remove(Table.self)
    keys.update()
    #expect(keys.value == [0, 2, nil])
    context.destroyAll()
    #expect(keys.count == 3)
    isEmpty.update()
    #expect(isEmpty.value)
  }

  @Test("A reader of a section is notified only when its items are added, removed or moved")
  func items() {
    let (first, second) = (list.sections[0], list.sections[1])
    let ones = Tracker { first.entities }
    let twos = Tracker { second.entities }
    #expect(ones.value == [ada, grace] && twos.value == [edsger])
    edsger.set(Name(text: "E. Dijkstra"))
    ada.set(Name(text: "Ada L"))
    ada.set(Stars(count: 1))
    #expect(ones.count == 0 && twos.count == 0)
    ada.set(Name(text: "Zoe"))
    #expect(ones.count == 1 && twos.count == 0)
    ones.update()
    #expect(ones.value == [grace, ada])
    ada.set(Table(number: 2))
    #expect(ones.count == 2 && twos.count == 1)
    ones.update()
    twos.update()
    #expect(ones.value == [grace] && twos.value == [edsger, ada])
    // A section before them moves both, which is no change of theirs.
    _ = context.createEntity(Name(text: "Barbara"), Table(number: 0))
    #expect(ones.count == 2 && twos.count == 1)
    #expect(list.sections.map(text) == ["0: Barbara", "1: Grace", "2: E. Dijkstra Zoe"])
    #expect(list.sections[1] === first)
    grace.destroy()
    #expect(ones.count == 3 && first.entities.isEmpty)
    #expect(list.sections.map(text) == ["0: Barbara", "2: E. Dijkstra Zoe"])
  }

  @Test("A transaction notifies once, and one without a net effect not at all")
  func transactions() throws {
    let all = Tracker { [list] in list.sections.map { $0.entities } }
    try? context.transaction { () throws(CancellationError) in
      context.destroyAll()
      throw CancellationError()
    }
    try context.transaction {
      let changes = context.recordChanges { ada.destroy() }
      try context.apply(changes.inverse)
    }
    #expect(all.count == 0)
    context.transaction {
      ada.set(Table(number: 3))
      grace.set(Table(number: 3))
      #expect(all.count == 0)
    }
    #expect(all.count == 1)
    all.update()
    #expect(all.value == [[edsger], [ada, grace]])
  }

  @Test("At random, each reader sees the current state and is notified only of changes to it")
  func random() {
    var random = SplitMix64(seed: 1)
    let sections = Tracker { [list] in list.sections.map(\.id) }
    var sectionChanges = 0
    // They keep their sections, so that no two have the same identity.
    var readers: [ObjectIdentifier: (reader: Tracker<[Entity]>, count: Int)] = [:]
    for _ in 0..<2_000 {
      context.transaction {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let people = context.entities
          let letter = ["A", "B", "C", "D"].randomElement(using: &random) ?? ""
          let person = people.randomElement(using: &random)
          switch Int.random(in: 0..<6, using: &random) {
          case 0 where people.count > 3: person?.destroy()
          case 0,
            1 where people.count < 20:
            context.createEntity(Name(text: letter))
          case 2: person?.remove(Table.self)
          case 3: person?.set(Name(text: letter))
          default: person?.set(Table(number: Int.random(in: 0..<4, using: &random)))
          }
        }
      }
      // A reader has been notified exactly if it gets something else now.
      let ids = sections.value
      let notified = sections.count
      sections.update()
      #expect((notified > sectionChanges) == (sections.value != ids))
      sectionChanges = notified
      for section in list.sections {
        let known = readers[section.id] ?? (Tracker { section.entities }, 0)
        let (entities, count) = (known.reader.value, known.reader.count)
        known.reader.update()
        #expect((count > known.count) == (known.reader.value != entities))
        readers[section.id] = (known.reader, count)
        let expected = context.group(.all(Name.self)).sorted(by: \Name.text)
          .filter { $0[Table.self]?.number == section.key }
        #expect(known.reader.value == expected)
      }
    }
  }

  @Test("A released list ends its subscription, and a list outlives its context unchanged")
  func lifetime() {
    weak var gone: ObservedList<Never>?
    do {
      let short = ObservedList(context.group(.all(Stars.self)).list(by: \Stars.count))
      gone = short
      #expect(short.isEmpty && context.statistics.observerCount == 3)
    }
    ada.set(Stars(count: 1))
    #expect(gone == nil && context.statistics.observerCount == 2)
    var other: Context? = Context()
    _ = other?.createEntity(Name(text: "Barbara"))
    guard let people = other?.group(.all(Name.self)) else { return }
    let left = ObservedList(people.list(by: \Name.text))
    other = nil
    #expect(left.sections.count == 1 && left.sections[0].entities.map(\.isAlive) == [false])
  }
}
