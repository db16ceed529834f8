import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// After any change of a context, a second reader of the file sees the same content.
@Suite("A store that follows its context")
struct FollowingStoreTests {
  /// Scripts of 100 steps: 1,000 steps in all, or `KONF_LONG` many, from the seed `KONF_SEED` on.
  private static let seeds: ClosedRange<UInt64> = {
    let first = Environment.number("KONF_SEED") ?? 1
    let count = max(1, (Environment.number("KONF_LONG") ?? 1_000) / 100)
    return UInt64(first)...UInt64(first + count - 1)
  }()

  @Test("writes the values, links and order of the context to its file", arguments: seeds)
  func random(seed: UInt64) throws {
    try StoreScript(seed: seed).run(steps: 100)
  }
}
