import ECSKit
import Testing

private final class Target {}

/// A value that Swift must move: the runtime knows the address of a weak reference.
private struct WeakLink: Component {
  weak var target: Target?
}

/// A value that must begin at a multiple of 64.
private struct Lanes: Component {
  var numbers: SIMD8<Double>
}

@Suite("Growth of columns") struct GrowthTests {
  @Test("Weak references stay bound to their objects while their column grows and shrinks")
  func weakReferences() {
    let context = Context()
    var targets = (0..<1_000).map { _ in Target() }
    let entities = targets.map { context.createEntity(WeakLink(target: $0)) }
    #expect(zip(entities, targets).allSatisfy { $0[WeakLink.self]?.target === $1 })
    for entity in entities.prefix(900) { entity.destroy() }
    context.shrink()
    #expect(
      zip(entities, targets).dropFirst(900).allSatisfy { $0[WeakLink.self]?.target === $1 })
    targets = []
    #expect(entities.allSatisfy { $0[WeakLink.self]?.target == nil })
  }

  @Test("Values with a large alignment stay intact and are read by loops, however many exist")
  func alignment() {
    let context = Context()
    let group = context.group(.all(Lanes.self))
    for number in 0..<1_000 {
      context.createEntity(Lanes(numbers: SIMD8(repeating: Double(number))))
    }
    var sum = 0.0
    group.withEach(Lanes.self) { _, lanes in sum += lanes.numbers.sum() }
    #expect(sum == 8 * 499_500)
    group.withEach(updating: Lanes.self) { _, lanes in lanes.numbers += 1 }
    #expect(group.entities.last?[Lanes.self]?.numbers == SIMD8(repeating: 1_000))
  }

  @Test("Strings stay intact while gaps are left and filled and the column grows")
  func texts() {
    let context = Context()
    var expected: [(entity: Entity, text: String)] = []
    for number in 0..<3_000 {
      let text = "a text that is kept on the heap, number \(number)"
      expected.append((context.createEntity(Note(text: text)), text))
      if number % 3 == 2 { expected.remove(at: number / 3).entity.remove(Note.self) }
    }
    #expect(expected.count == 2_000)
    #expect(expected.allSatisfy { $0.entity[Note.self]?.text == $0.text })
  }
}
