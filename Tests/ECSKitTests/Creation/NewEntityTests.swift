import ECSKit
import TestSupport
import Testing

@Suite("An entity created with a body") struct NewEntityTests {
  /// Two contexts of the same history: one is given components in a row, the other by a body.
  private struct Twins {
    let row = Twin()
    let body = Twin()

    /// The first difference between the events, reports and contents of both; nil if there is none.
    var difference: String? {
      row.lines == body.lines ? nil : "\(body.lines) instead of \(row.lines)"
    }
  }

  /// A context, and the events and contents seen in it.
  private final class Twin {
    let context = Context()
    private var heard: [String] = []
    private let holder: Entity

    init() {
      holder = context.createEntity(Selection(reason: 1), Current(), Number(value: 1))
      context.misuseHandler = { [unowned self] in heard.append("\($0)") }
      context.observe { [unowned self] in note("context", $0) }
      for rule in [Matcher.all(Number.self), .none(Marked.self), .any(Note.self, Current.self)] {
        context.group(rule).observe { [unowned self] in note("\(rule)", $0) }
      }
      context.observeChanges { [unowned self] changes in
        heard.append("changes: \(changes.changes.map { "\($0.kind) \($0.entity)" })")
      }
      _ = context.index(unique: \Number.value)
      _ = context.index(ordered: \Selection.reason)
    }

    private func note(_ place: String, _ event: Event) {
      heard.append(
        "\(place): \(event.kind) \(event.entity) \(event.component.map { "\($0)" } ?? "-")")
    }

    var lines: [String] {
      let found = (0..<4).map { "\($0): \(context.index(\Number.value)[$0])" }
      let holders = [context.holder(of: Selection.self), context.holder(of: Current.self)]
      return heard + found + context.entities.map { "\($0)" } + holders.map { "\($0 as Any)" }
        + ["\(context.group(.none(Marked.self)).entities) \(context.count)"]
        + ["\(context.index(ordered: \Selection.reason)[0...9])"]
    }
  }

  @Test("equals one created from components in bulk, and causes the same events")
  func sameAsInRow() {
    let twins = Twins()
    twins.row.context.createEntity()
    twins.body.context.createEntity { _ in }
    #expect(twins.difference == nil)
    twins.row.context.createEntity(Number(value: 2), Note(text: "a"), Marked())
    twins.body.context.createEntity { new in
      new.set(Number(value: 2))
      new.set(Note(text: "a"))
      new.set(Marked())
    }
    #expect(twins.difference == nil)
    // If a type comes twice, the last value wins; unique components move here in the order given.
    twins.row.context.createEntity(
      Current(), Selection(reason: 5), Number(value: 0), Selection(reason: 6), Number(value: 3))
    twins.body.context.createEntity { new in
      new.set(Current())
      new.set(Selection(reason: 5))
      new.set(Number(value: 0))
      new.set(Selection(reason: 6))
      new.set(Number(value: 3))
    }
    #expect(twins.difference == nil)
    // A key that another has is refused; what was there before stays.
    twins.row.context.createEntity(Number(value: 2), Hidden())
    twins.body.context.createEntity { new in
      new.set(Number(value: 2))
      new.set(Hidden())
    }
    #expect(twins.difference == nil)
    #expect(twins.body.context.count == 5)
  }

  @Test("has the components that the body passed on")
  func conditional() {
    let context = Context()
    let flagged = context.group(.all(Number.self, Marked.self))
    let entities = (0..<6).map { value in
      context.createEntity { new in
        new.set(Number(value: value))
        if value.isMultiple(of: 2) { new.set(Marked()) }
      }
    }
    #expect(flagged.entities == [entities[0], entities[2], entities[4]])
    #expect(entities.map { $0[Number.self]?.value } == [0, 1, 2, 3, 4, 5])
    #expect(entities[5].description == "entity 6 (Number)")
  }

  @Test("cannot be found while the body runs", arguments: [false, true])
  func hidden(isInTransaction: Bool) {
    let context = Context()
    let old = context.createEntity(
      Selection(reason: 1), Number(value: 1), Weight(grams: 1), Note(text: "x"))
    let index = context.index(\Number.value)
    let ordered = context.index(ordered: \Weight.grams)
    let group = context.group(.all(Number.self))
    _ = group.sorted(by: Weight.self)
    var made: Entity?
    func make() {
      made = context.createEntity { new in
        new.set(Number(value: 1))
        new.set(Weight(grams: 0))
        new.set(Selection(reason: 2))
        new.set(Note(text: "x"))
        #expect(context.entities == [old] && context.count == 1)
        #expect(index[1] == [old] && index.count(1) == 1 && index.keyCount == 1)
        #expect(ordered[0...1] == [old])
        #expect(group.entities == [old] && group.sorted(by: Weight.self) == [old])
        #expect(context.group(.all(Note.self)).entities == [old])
        #expect(context.index(\Note.text)["x"] == [old])
        #expect(context.holder(of: Selection.self) == old)
        #expect(context[Selection.self] == Selection(reason: 1))
        #expect(context.statistics.entityCount == 1)
        context.shrink()
      }
    }
    if isInTransaction { context.transaction { make() } } else { make() }
    let entity = made ?? old
    #expect(context.entities == [old, entity] && context.count == 2)
    #expect(index[1] == [old, entity] && context.index(\Note.text)["x"] == [old, entity])
    #expect(ordered[0...1] == [entity, old] && group.sorted(by: Weight.self) == [entity, old])
    #expect(context.group(.all(Note.self)).entities == [old, entity])
    #expect(context.holder(of: Selection.self) == entity && !old.has(Selection.self))
  }

  @Test("joins the groups and indices that the body created", arguments: [false, true])
  func madeInBody(isRecorded: Bool) {
    let context = Context()
    if isRecorded { context.observe { _ in } }
    let old = context.createEntity(Number(value: 1))
    let misuses = context.collectMisuses()
    let entity = context.createEntity { new in
      new.set(Number(value: 1))
      new.set(Weight(grams: 3))
      // Types that were not used yet make the bits of each entity wider.
      #expect(context.group(.all(Number.self).none(Marked.self)).entities == [old])
      #expect(context.index(\Number.value)[1] == [old])
      #expect(context.index(ordered: \Weight.grams)[0...9] == [])
      #expect(context.index(\Number.value, in: .all(Weight.self))[1] == [])
      #expect(context.index(unique: \Note.text)["x"] == [])
      new.set(Note(text: "x"))
    }
    #expect(context.group(.all(Number.self).none(Marked.self)).entities == [old, entity])
    #expect(context.index(\Number.value)[1] == [old, entity])
    #expect(context.index(ordered: \Weight.grams)[0...9] == [entity])
    #expect(context.index(\Number.value, in: .all(Weight.self))[1] == [entity])
    let refused = context.createEntity(Note(text: "x"))
    #expect(context.index(unique: \Note.text)["x"] == [entity] && !refused.has(Note.self))
    #expect(misuses.items == [.duplicateKey(component: "Note", key: "x")])
  }

  @Test("keeps a key that duplicates one in an index made unique by the body, which is reported")
  func uniqueMadeInBody() {
    let context = Context()
    let old = context.createEntity(Number(value: 1))
    let misuses = context.collectMisuses()
    let entity = context.createEntity { new in
      new.set(Number(value: 1))
      _ = context.index(unique: \Number.value)
    }
    #expect(context.index(unique: \Number.value)[1] == [old, entity])
    #expect(misuses.items == [.duplicateKey(component: "Number", key: "1")])
  }

  @Test("is reported to observers that were added in the body")
  func observedInBody() {
    let context = Context()
    let heard = Collected<String>()
    context.createEntity { new in
      new.set(Number(value: 1))
      context.observe { heard.items.append("\($0.kind) \($0.new(Number.self)?.value ?? 0)") }
      context.group(.all(Number.self)).observe(.added) { _ in heard.items.append("member") }
    }
    #expect(heard.items == ["created 1", "added 1", "member"])
  }
}
