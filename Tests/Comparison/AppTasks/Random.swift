/// Numbers that are the same in every run.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// A number below a bound.
  mutating func number(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// An element of a list that is not empty.
  mutating func pick(_ words: [String]) -> String { words[number(below: words.count)] }

  /// A sentence of some words.
  mutating func sentence() -> String {
    (0..<6 + number(below: 8)).map { _ in pick(Self.words) }.joined(separator: " ")
  }

  private static let words = [
    "coffee", "train", "window", "garden", "letter", "morning", "river", "music", "paper", "light",
    "winter", "story", "bread", "mountain", "question", "market", "island", "number", "weather",
    "kitchen", "bicycle", "and", "with", "near", "under", "before", "seven", "green", "quiet",
  ]
}
