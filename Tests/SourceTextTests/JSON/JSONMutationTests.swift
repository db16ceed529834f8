import SourceText
import TestSupport
import Testing

@Suite("Damaged JSON documents")
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

  @Test("never crash the program, and agree with a plain reader", arguments: UInt64(1)...20)
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
      let model = PlainJSONReader.tree(of: bytes)
      switch reading {
      case .success(let document):
        accepted += 1
        let tree = JSONTree(document.root)
        try #require(tree == model, "seed \(seed), step \(step)")
        let second = try SourceDocument(json: tree.written(using: &generator))
        try #require(JSONTree(second.root) == tree, "seed \(seed), step \(step)")
      case .failure(let error):
        try #require(model == nil, "seed \(seed), step \(step)")
        #expect(error.position >= SourcePosition(line: 1, column: 1))
        let description = error.description
        #expect(description.contains("; expected "), "seed \(seed), step \(step)")
        #expect(description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
      }
    }
    #expect(accepted > 0, "seed \(seed)")
  }

  @Test(
    "agree with a plain reader if all records have the same form", arguments: UInt64(1)...20
  )
  func recordsAlike(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var accepted = 0
    for step in 0..<500 {
      var bytes = Self.records(using: &generator)
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        Self.damage(&bytes, using: &generator)
      }
      let tree = (try? SourceDocument(json: bytes)).map { JSONTree($0.root) }
      if tree != nil { accepted += 1 }
      let text = String(decoding: bytes, as: UTF8.self)
      try #require(
        tree == PlainJSONReader.tree(of: bytes), "seed \(seed), step \(step): \(text)")
    }
    #expect(accepted > 100, "seed \(seed)")
  }

  /// Writes records with the same keys in one layout, most of them in one order.
  private static func records(using generator: inout some RandomNumberGenerator) -> [UInt8] {
    let blank = ["", " ", "\n", "\n    ", "\n\t", "\n          "].oneElement(using: &generator)
    let separator = [":", ": ", " : ", ":\n"].oneElement(using: &generator)
    var keys = ["a", "t_id", "startTime", "locations", "\\u0061b", "a key longer than sixteen"]
    keys = Array(keys.shuffled(using: &generator).prefix(Int.random(in: 1...5, using: &generator)))
    func object(depth: Int) -> String {
      var keys = keys
      if Int.random(in: 0..<4, using: &generator) == 0 { keys.shuffle(using: &generator) }
      if Int.random(in: 0..<4, using: &generator) == 0 { keys.removeLast() }
      let members = keys.map { "\"\($0)\"\(separator)\(value(depth: depth - 1))" }
      return "{\(blank)\(members.joined(separator: ",\(blank)"))\(blank)}"
    }
    func value(depth: Int) -> String {
      switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &generator) {
      case 0: return "12"
      case 1: return "null"
      case 2: return "[]"
      case 3, 4: return ["\"\"", "\"x\"", "\"sixteen and more\\n\""].oneElement(using: &generator)
      case 5: return "[\(blank)\(object(depth: depth)),\(object(depth: depth))\(blank)]"
      default: return object(depth: depth)
      }
    }
    let records = (0..<Int.random(in: 1...6, using: &generator)).map { _ in object(depth: 2) }
    return Array("[\(records.joined(separator: ",\(blank)"))]".utf8)
  }

  @Test("are refused wherever they are truncated")
  func truncated() throws {
    let bytes = Array(Self.seedText.utf8)
    for count in 0..<bytes.count {
      let refusal = JSONRefusal(of: Array(bytes[..<count]))
      #expect(refusal.error != nil, "\(count) bytes")
    }
  }

  @Test("are invalid UTF-8 exactly where the standard library says so", arguments: UInt64(1)...10)
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
