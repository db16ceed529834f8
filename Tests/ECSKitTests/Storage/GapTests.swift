import ECSKit
import TestSupport
import Testing

private struct Byte: Component, Equatable {
  var value: UInt8
}

private struct Half: Component, Equatable {
  var value: UInt16
}

private struct Exact: Component, Equatable {
  var value: UInt32
}

private struct Wide: Component, Equatable {
  var text: String
  var number: Int
}

/// What a removed value leaves is used again, and the chain of gaps is in the gaps where there is room.
@Suite("Gaps between values") struct GapTests {
  @Test("Values of every size match a dictionary, whatever is removed", arguments: 1...20)
  func random(seed: Int) {
    check(seed, Byte.self) { Byte(value: UInt8(truncatingIfNeeded: $0)) }
    check(seed, Half.self) { Half(value: UInt16(truncatingIfNeeded: $0)) }
    check(seed, Exact.self) { Exact(value: UInt32(truncatingIfNeeded: $0)) }
    check(seed, Wide.self) { Wide(text: "a text on the heap, number \($0)", number: $0) }
  }

  private func check<C: Component & Equatable>(
    _ seed: Int, _ type: C.Type, _ make: (Int) -> C
  ) {
    var random = SplitMix64(seed: UInt64(seed))
    let context = Context()
    var model: [Entity: C] = [:]
    var table: [Entity] = []
    for turn in 0..<600 {
      let entity = table.randomElement(using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0...1:
        table.append(context.createEntity())
      case 2...6:
        guard let entity, entity.isAlive else { continue }
        entity.set(make(turn))
        model[entity] = make(turn)
      case 7...9:
        entity.map { if $0.isAlive { _ = $0.remove(type) } }
        entity.map { model[$0] = nil }
      case 10:
        guard let entity, entity.isAlive, table.count > 20 else { continue }
        entity.destroy()
        model[entity] = nil
      default:
        if turn % 5 == 0 { context.shrink() }
      }
      guard turn % 10 == 9 else { continue }
      #expect(table.allSatisfy { $0[type] == model[$0] }, "\(turn)")
    }
  }
}
