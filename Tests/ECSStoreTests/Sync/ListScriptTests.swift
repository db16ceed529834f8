import Basics
import ECSKit
import ECSStore
import TestSupport
import Testing

/// Several writers of the same lists: two processes of one folder, two devices, and a device whose
/// program does not know lists and only carries them.
///
/// The failure text contains the seed and the fewest steps that fail. `KONF_LONG` is the number of
/// scripts, and `KONF_SEED` selects one of them.
@Suite("Random scripts over lists with several writers")
struct ListScriptTests {
  private static let count = max(24, Environment.number("KONF_LONG") ?? 0)
  private static let groupSize = min(100, count)
  private static let groups = 0..<count / groupSize

  @Test("every item that nobody removed is in its list once", arguments: groups)
  func scripts(group: Int) throws {
    if let seed = Environment.number("KONF_SEED") { return try script(UInt64(seed)) }
    for number in 1...Self.groupSize { try script(UInt64(group * Self.groupSize + number)) }
  }

  private func script(_ seed: UInt64) throws {
    let script = try ListScript(seed: seed)
    for _ in 0..<40 { try script.takeStep() }
    if try script.failure() == nil { return }
    func failure(_ steps: [ListScript.Step]) throws -> String? {
      let script = try ListScript(seed: seed)
      for step in steps { try script.perform(step) }
      return try script.failure()
    }
    let steps = try script.steps.shortest { try failure($0) != nil }
    let reason = try failure(steps) ?? "the failure depends on the ids of devices"
    Issue.record("seed \(seed): \(reason)\n\(steps)")
  }
}
