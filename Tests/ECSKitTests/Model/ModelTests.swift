import ECSKit
import TestSupport
import Testing

/// One random script over everything at once, held against a naive context after each step.
///
/// The failure text has the seed. `KONF_SEED=17` plays that script alone, and `KONF_LONG` is how
/// many others are played.
@Suite("Context compared with a naive model") struct ModelTests {
  private static let seeds: ClosedRange<Int> =
    if let seed = Environment.number("KONF_SEED") {
      seed...seed
    } else {
      1...max(16, Environment.number("KONF_LONG") ?? 0)
    }

  @Test("Every step of every random script ends like the naive context", arguments: seeds)
  func script(seed: Int) {
    let pair = Lockstep(seed: seed)
    if let difference = pair.run(steps: 250) { Issue.record("\(difference)") }
    // A script that did nothing would prove nothing.
    #expect(pair.lineCount > 20, "seed \(seed)")
  }

  @Test("The scripts reach every case they are designed for")
  func reach() {
    let all: Set<String> = [
      "told", "duplicateKey", "cascade", "deadEntity", "changes", "applied",
      "conflict", "dead", "occupied", "otherContext", "synced", "refused", "gone", "edit refused",
      "edit in conflict", "gathered", "ended", "ended inside",
    ]
    var unseen = all
    for seed in 1...16 where !unseen.isEmpty {
      let pair = Lockstep(seed: seed)
      _ = pair.run(steps: 250)
      unseen.subtract(pair.seen)
    }
    #expect(unseen == [])
  }
}
