import ECSKit
import Testing

@Suite("Matcher") struct MatcherTests {
  /// Rules are values, so a constant can hold one.
  private static let visible = Matcher.all(Number.self).none(Hidden.self)

  @Test("A rule matches by the components of an entity", arguments: 0..<16)
  func truthTable(held: Int) {
    let context = Context()
    let (number, note, marked, hidden) = (held & 1 > 0, held & 2 > 0, held & 4 > 0, held & 8 > 0)
    let entity = context.createEntity()
    if number { entity.set(Number(value: 1)) }
    if note { entity.set(Note(text: "a")) }
    if marked { entity.set(Marked()) }
    if hidden { entity.set(Hidden()) }
    func matches(_ matcher: Matcher) -> Bool {
      let isMember = context.group(matcher).contains(entity)
      #expect(matcher.matches(entity) == isMember)
      return isMember
    }
    #expect(matches(.all(Number.self)) == number)
    #expect(matches(.all(Number.self, Note.self)) == (number && note))
    #expect(matches(.any(Number.self, Note.self)) == (number || note))
    #expect(matches(.none(Number.self)) == !number)
    #expect(matches(.none(Number.self, Note.self)) == (!number && !note))
    #expect(matches(.all(Number.self).any(Note.self, Marked.self)) == (number && (note || marked)))
    #expect(matches(.all(Number.self).none(Note.self)) == (number && !note))
    #expect(
      matches(.any(Number.self, Note.self).none(Marked.self)) == ((number || note) && !marked))
    #expect(
      matches(.all(Number.self).any(Note.self, Marked.self).none(Hidden.self))
        == (number && (note || marked) && !hidden))
    #expect(matches(Self.visible) == (number && !hidden))
    #expect(!matches(.all(Number.self).none(Number.self)))
    #expect(!matches(.all(Note.self).any(Number.self).none(Note.self)))
    #expect(matches(Matcher()))
    entity.destroy()
    #expect(!matches(.none(Number.self)) && !matches(Matcher()))
  }

  @Test(
    "A rule built from lists equals the rule of their elements, and empty lists require nothing")
  func lists() {
    let none: [any Component.Type] = []
    #expect(Matcher(all: [Number.self, Note.self]) == .all(Note.self, Number.self))
    #expect(Matcher(any: [Number.self, Note.self]) == .any(Note.self, Number.self))
    #expect(Matcher(none: [Number.self, Note.self]) == .none(Note.self, Number.self))
    #expect(
      Matcher(all: [Number.self, Number.self], any: [Marked.self], none: [Hidden.self])
        == .any(Marked.self).all(Number.self).none(Hidden.self))
    #expect(Matcher(all: [Number.self], any: none, none: none) == .all(Number.self))
    #expect(Matcher(all: none) == Matcher() && Matcher(any: none) == Matcher(none: none))
  }

  @Test("The group of an empty rule has every entity from creation to end")
  func everything() {
    let context = Context()
    let first = context.createEntity(Number(value: 1))
    let group = context.group(Matcher())
    var heard: [String] = []
    group.observe { heard.append("\($0.kind)") }
    let second = context.createEntity()
    let third = context.createEntity(Note(text: "a"))
    second.set(Number(value: 2)).remove(Number.self)
    #expect(group.entities == [first, second, third] && heard == ["added", "added"])
    context.destroyAll()
    #expect(group.isEmpty && heard.count == 5 && heard.last == "removed")
  }

  @Test("Order and repetition do not matter, and naming a part again extends it")
  func equality() {
    let rule = Matcher.all(Number.self, Note.self).any(Marked.self, Weight.self).none(Hidden.self)
    let same = Matcher.none(Hidden.self, Hidden.self).any(Weight.self).all(Note.self)
      .any(Marked.self, Weight.self).all(Number.self)
    #expect(rule == same)
    #expect(rule.hashValue == same.hashValue)
    #expect(Set([rule, same]).count == 1)
    #expect(Matcher.all(Number.self) != .any(Number.self))
    #expect(Matcher.all(Number.self) != .all(Number.self, Note.self))
    #expect(Matcher.all(Number.self) != .all(Number.self).none(Note.self))
  }

  @Test("The description of a rule lists its parts in alphabetical order")
  func description() {
    let rule = Matcher.none(Hidden.self).any(Weight.self, Marked.self).all(Number.self, Note.self)
    #expect(rule.description == "all(Note, Number).any(Marked, Weight).none(Hidden)")
    #expect(Matcher.none(Hidden.self).description == "none(Hidden)")
    #expect(Matcher().description == "all()")
  }
}
