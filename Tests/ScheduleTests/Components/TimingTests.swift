import Schedule
import TestSupport
import Testing

@Suite("Timing")
struct TimingTests {
  private func timing(_ start: Int64?, _ end: Int64?) -> Timing {
    Timing(
      start: start.map { Instant(secondsSince1970: $0) },
      end: end.map { Instant(secondsSince1970: $0) })
  }

  @Test("is ordered by start, open starts first, then by end, open ends last")
  func order() {
    let ordered = [
      timing(nil, 5), timing(5, 5), timing(5, 9), timing(5, nil), timing(nil, 6), timing(6, 7),
      timing(nil, nil),
    ]
    #expect(ordered.reversed().sorted() == ordered)
  }

  @Test("is totally ordered", arguments: UInt64(1)...20)
  func total(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func moment() -> Int64? {
      let second = Int64.random(in: -3...4, using: &generator)
      return second == 4 ? nil : second
    }
    let timings = (0..<12).map { _ in timing(moment(), moment()) }
    for one in timings {
      for other in timings {
        #expect([one < other, other < one, one == other].filter(\.self).count == 1, "seed \(seed)")
        for third in timings where one < other && other < third {
          #expect(one < third, "seed \(seed)")
        }
      }
    }
  }

  @Test("has the length from start to end, if it has both")
  func length() {
    #expect(timing(5, 65).length == .seconds(60))
    #expect(timing(5, 5).length == .zero)
    #expect(timing(5, nil).length == nil)
    #expect(timing(nil, 5).length == nil)
    #expect(timing(nil, nil).length == nil)
  }

  @Test(
    "runs from the start until just before the end",
    arguments: [
      (Int64?(5), Int64?(8), [false, true, true, false]), (nil, 8, [true, true, true, false]),
      (5, nil, [false, true, true, true]), (5, 5, [false, false, false, false]),
      (nil, nil, [false, false, false, false]),
    ])
  func running(start: Int64?, end: Int64?, expected: [Bool]) {
    let found = [4, 5, 7, 8].map { (second: Int64) in
      timing(start, end).contains(Instant(secondsSince1970: second))
    }
    #expect(found == expected)
  }
}
