import ECSHistory
import Testing

/// Steps beside an array of which each question looks at every element.
@Suite("A list of steps")
struct StepListTests {
  struct Step: UndoableStep {
    var number: UInt64?
    var isUndone = false
    mutating func join(_ next: Step) {}
  }

  @Test("the last step before any other is found, whatever was taken back", arguments: 0..<40)
  func positions(seed: UInt64) {
    var random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % bound
    }
    var list = StepList<Step>()
    var model: [(number: UInt64, isUndone: Bool)] = []
    var first = 0
    for turn in 0..<400 {
      switch next(12) {
      case 0..<4:
        list.append(Step(number: UInt64(turn)))
        model.append((UInt64(turn), false))
      case 4..<8:
        // From the end on, as most people do.
        guard let last = model.indices.dropFirst(first).last(where: { !model[$0].isUndone }) else {
          continue
        }
        list.note(true, at: last)
        model[last].isUndone = true
      case 8, 9:
        guard model.count > first else { continue }
        let position = first + next(model.count - first)
        let isUndone = next(2) == 0
        list.note(isUndone, at: position)
        model[position].isUndone = isUndone
      case 10:
        guard model.count > first + 8 else { continue }
        #expect(list.removeFirst()?.number == model[first].number)
        first += 1
      default:
        guard let number = list.nextAgain?.number, let position = list.position(of: number) else {
          continue
        }
        list.note(false, at: position)
        model[position].isUndone = false
      }
      for end in first...model.count {
        let expected = (first..<end).last { !model[$0].isUndone }
        #expect(list.position(before: end) == expected, "\(turn): before \(end)")
      }
      let last = (first..<model.count).last { !model[$0].isUndone }
      #expect(list.position(before: nil) == last)
    }
  }
}
