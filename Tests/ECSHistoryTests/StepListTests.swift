import ECSHistory
import TestSupport
import Testing

/// Steps beside an array that is looked through for each answer.
@Suite("A list of steps")
struct StepListTests {
  struct Step: UndoableStep {
    var number: UInt64?
    var isUndone = false
    mutating func join(_ next: Step) {}
  }

  @Test("the last step before any other is found, whatever was undone", arguments: 0..<40)
  func positions(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var list = StepList<Step>()
    var model: [(number: UInt64, isUndone: Bool)] = []
    var first = 0
    for turn in 0..<400 {
      switch Int.random(in: 0..<12, using: &random) {
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
        let position = Int.random(in: first..<model.count, using: &random)
        let isUndone = Bool.random(using: &random)
        list.note(isUndone, at: position)
        model[position].isUndone = isUndone
      case 10:
        guard model.count > first + 8 else { continue }
        #expect(list.removeFirst()?.number == model[first].number)
        first += 1
      default:
        guard let number = list.nextToRedo?.number, let position = list.position(of: number) else {
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
