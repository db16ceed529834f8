import SourceText
import TestSupport
import Testing

@Suite("SourceDocument, damaged texts")
struct JSONMutationTests {
  private static let seedText = """
    [{"t_id": "session1Day1", "startTime": "18-10-00", "locations": ["Saal \\u00e4 – 日本 😀"]},
     {"t_id": "session1Day1", "t_index": 1, "stars": -2.50e+1, "title": "A \\"title\\"\\n"},
     {"kind": null, "isOpen": true, "isClosed": false, "inner": {"a": [], "b": {}, "a": [[0]]}}]
    """

  /// The bytes that matter to the grammar, so that damage often stays close to sound.
  private static let pieces: [[UInt8]] =
    "[]{},:\"\\ntfu0123456789.eE+- \t\n\r/'".utf8.map { [$0] } + [
      Array("true".utf8), Array("null".utf8), Array("\\ud83d".utf8), Array("\\ude00".utf8),
      Array("\"a\":".utf8), Array("é".utf8), Array("😀".utf8), [0xED, 0xA0, 0x80], [0xC0, 0x80],
      [0x00], [0xEF, 0xBB, 0xBF], Array("[[[[".utf8), Array("]]]]".utf8),
    ]

  @Test("never stop the program, and mean the same when rewritten", arguments: UInt64(1)...20)
  func damaged(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var accepted = 0
    for step in 0..<1000 {
      var bytes = Array(Self.seedText.utf8)
      if step % 2 == 1 {
        bytes = JSONTree.random(depth: 4, using: &generator).written(using: &generator)
      }
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        Self.damage(&bytes, using: &generator)
      }
      let reading = Result { () throws(SourceError) in try SourceDocument(json: bytes) }
      switch reading {
      case .success(let document):
        accepted += 1
        let tree = JSONTree(document.root)
        let second = try SourceDocument(json: tree.written(using: &generator))
        try #require(JSONTree(second.root) == tree, "seed \(seed), step \(step)")
      case .failure(let error):
        #expect(error.position >= SourcePosition(line: 1, column: 1))
        let description = error.description
        #expect(description.contains("; expected "), "seed \(seed), step \(step)")
        #expect(description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
      }
    }
    #expect(accepted > 0, "seed \(seed)")
  }

  @Test("are refused wherever they are cut")
  func truncated() throws {
    let bytes = Array(Self.seedText.utf8)
    for count in 0..<bytes.count {
      let refusal = JSONRefusal(of: Array(bytes[..<count]))
      #expect(refusal.error != nil, "\(count) bytes")
    }
  }

  @Test("are no UTF-8 exactly where the standard library says so", arguments: UInt64(1)...10)
  func bytesInTexts(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let leads: [UInt8] = [0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xC1, 0xF5]
    let tails: [UInt8] = [0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0x7F, 0xC0, 0x41]
    for step in 0..<2000 {
      var inside: [UInt8] = Array(repeating: 0x78, count: Int.random(in: 0..<9, using: &generator))
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        inside.append(leads.oneElement(using: &generator))
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          inside.append(tails.oneElement(using: &generator))
        }
      }
      let isSound = String(validating: inside, as: UTF8.self) != nil
      let refusal = JSONRefusal(of: [UInt8(ascii: "\"")] + inside + [UInt8(ascii: "\"")])
      try #require((refusal.error == nil) == isSound, "seed \(seed), step \(step): \(inside)")
    }
  }

  private static func damage(
    _ bytes: inout [UInt8], using generator: inout some RandomNumberGenerator
  ) {
    let place = Int.random(in: 0...bytes.count, using: &generator)
    let piece = pieces.oneElement(using: &generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0 where place < bytes.count:
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 2 where place < bytes.count: bytes.remove(at: place)
    case 3 where place < bytes.count: bytes.replaceSubrange(place...place, with: piece)
    case 4:
      let end = min(bytes.count, place + Int.random(in: 0..<20, using: &generator))
      let target = Int.random(in: 0...bytes.count, using: &generator)
      bytes.insert(contentsOf: Array(bytes[place..<end]), at: target)
    default: bytes.insert(contentsOf: piece, at: place)
    }
  }
}
