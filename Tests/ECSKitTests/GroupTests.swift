import ECSKit
import TestSupport
import Testing

@Suite("Group") struct GroupTests {
  @Test("A dead handle is not a member, even if its slot belongs to a member")
  func deadHandle() {
    let context = Context()
    let group = context.group(.all(Number.self))
    let dead = context.createEntity(Number(value: 1))
    dead.destroy()
    let heir = context.createEntity(Number(value: 2))
    #expect(!group.contains(dead))
    #expect(group.contains(heir))
  }

  @Test("A rule always returns the same group, however and whenever it is written")
  func oneObject() {
    let context = Context()
    context.createEntity(Number(value: 1), Marked())
    let group = context.group(.all(Number.self, Marked.self).none(Hidden.self))
    #expect(group.count == 1)
    let other = Matcher.none(Hidden.self).all(Marked.self).all(Number.self, Number.self)
    #expect(context.group(other) === group)
    #expect(group.matcher == other)
    #expect(context.group(.all(Number.self)) !== group)
  }

  @Test("A group contains both earlier and later entities")
  func filled() {
    let context = Context()
    let before = context.createEntity(Number(value: 1))
    context.createEntity(Note(text: "never one"))
    let group = context.group(.all(Number.self))
    #expect(group.entities == [before])
    let after = context.createEntity().set(Number(value: 2))
    #expect(group.entities == [before, after])
    #expect(group.count == 2 && !group.isEmpty && group.underestimatedCount == 2)
    before.remove(Number.self)
    after.destroy()
    #expect(group.isEmpty && group.entities == [])
  }

  @Test(
    "entities of many kinds are in all groups whose rule they match, whenever those were created",
    arguments: 0..<20)
  func kinds(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let context = Context()
    let types: [any Component.Type] = [
      Number.self, Note.self, Marked.self, Hidden.self, Weight.self, Code.self,
    ]
    var groups: [Group] = []
    var entities: [Entity] = []
    for _ in 0..<200 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        let (first, second) = (
          types.randomElement(using: &random), types.randomElement(using: &random)
        )
        guard let first, let second else { continue }
        let rules: [Matcher] = [
          .all(first), .all(first).none(second), .any(first, second), .none(first), Matcher(),
        ]
        if let rule = rules.randomElement(using: &random) { groups.append(context.group(rule)) }
      case 1:
        context.shrink()
      case 2, 3:
        guard let place = entities.indices.randomElement(using: &random) else { continue }
        entities.remove(at: place).destroy()
      default:
        let bits = Int.random(in: 0..<64, using: &random)
        entities.append(
          context.createEntity { new in
            if bits & 1 != 0 { new.set(Number(value: bits)) }
            if bits & 2 != 0 { new.set(Note(text: "")) }
            if bits & 4 != 0 { new.set(Marked()) }
            if bits & 8 != 0 { new.set(Hidden()) }
            if bits & 16 != 0 { new.set(Weight(grams: 1)) }
            if bits & 32 != 0 { new.set(Code(number: bits)) }
          })
      }
      for group in groups {
        let expected = entities.filter { group.matcher.matches($0) }
        #expect(Set(group.entities) == Set(expected), "\(group.matcher)")
      }
    }
  }

  @Test("A change that preserves membership is reported with its old and new value")
  func updated() {
    let context = Context()
    let heard = Collected<String>()
    func tell(_ name: String, _ rule: Matcher) {
      context.group(rule).observe { event in
        let component = event.component.map { "\($0)" } ?? "-"
        let old = event.old(Number.self).map { "\($0.value)" } ?? "-"
        let new = event.new(Number.self).map { "\($0.value)" } ?? "-"
        heard.items.append("\(name) \(event.kind) \(component) \(old) \(new)")
      }
    }
    tell("all", .all(Number.self, Marked.self))
    tell("any", .any(Number.self, Marked.self))
    tell("none", .none(Number.self))
    func said(_ change: () -> Void) -> [String] {
      heard.items = []
      change()
      return heard.items
    }
    var entity: Entity?
    #expect(said { entity = context.createEntity() } == ["none added - - -"])
    #expect(
      said { entity?.set(Number(value: 1)) }
        == ["any added Number - 1", "none removed Number - 1"])
    #expect(
      said { entity?.set(Marked()) } == ["all added Marked - -", "any updated Marked - -"])
    #expect(
      said { entity?.set(Number(value: 2)) }
        == ["all updated Number 1 2", "any updated Number 1 2"])
    #expect(said { entity?.set(Note(text: "not in any rule")) } == [])
    #expect(
      said { entity?.remove(Number.self) }
        == ["all removed Number 2 -", "any updated Number 2 -", "none added Number 2 -"])
    #expect(said { entity?.destroy() } == ["any removed - - -", "none removed - - -"])
  }

  @Test("A query that is the last use of a context completes before the context is released")
  func lastUse() {
    #expect(Self.isEmptyOfOne() == false)
    #expect(Self.countOfOne() == 1)
    #expect(Self.keyCountOfOne() == 1)
  }

  // Such as an optimised build would let go of the context in, before the last look at the group.
  @inline(never) private static func isEmptyOfOne() -> Bool {
    let context = Context()
    context.createEntity(Number(value: 1))
    return context.group(.all(Number.self)).isEmpty
  }

  @inline(never) private static func countOfOne() -> Int {
    let context = Context()
    let group = context.group(.all(Number.self))
    context.createEntity(Number(value: 1))
    return context.count == 1 ? group.count : -1
  }

  @inline(never) private static func keyCountOfOne() -> Int {
    let context = Context()
    let index = context.index(\Number.value)
    context.createEntity(Number(value: 1))
    return context.count == 1 ? index.keyCount : -1
  }
}
