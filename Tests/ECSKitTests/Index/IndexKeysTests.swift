import ECSKit
import TestSupport
import Testing

@Suite("The keys of an index") struct IndexKeysTests {
  @Test("are the keys that entities have, in order", arguments: 1...8)
  func model(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let context = Context()
    let index = context.index(\Number.value)
    var entities: [Entity] = []
    for step in 1...200 {
      let value = Int.random(in: -9...9, using: &random)
      if let known = entities.randomElement(using: &random), value % 2 == 0 {
        if value == 0 { known.destroy() } else { known.set(Number(value: value)) }
      } else {
        entities.append(context.createEntity(Number(value: value)))
      }
      let expected = Set(context.entities.compactMap { $0[Number.self]?.value }).sorted()
      #expect(index.keys() == expected, "seed \(seed), step \(step)")
      #expect(
        index.keys { $0 > 3 } == expected.filter { $0 > 3 }, "seed \(seed), step \(step)")
    }
  }

  @Test("are empty after the context is released")
  func gone() {
    var context: Context? = Context()
    let index = context?.index(\Number.value)
    context?.createEntity(Number(value: 1))
    #expect(index?.keys() == [1])
    context = nil
    #expect(index?.keys() == [])
  }
}
