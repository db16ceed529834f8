import TestSupport
import Testing

@testable import Exchange

/// Compressed bytes, beside zlib itself where Python is.
@Suite struct ZlibTests {
  private let folder = TemporaryFolder()
  private static let hasPython = BuiltProgram.shell("command -v python3").status == 0

  /// Contents of many kinds: empty, short, repeated, random, lists of ids.
  private static func contents(_ count: Int, seed: UInt64) -> [[UInt8]] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { number in
      let length = Int.random(in: 0...(number % 10 == 0 ? 70_000 : 600), using: &random)
      switch number % 5 {
      case 0: return (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      case 1: return Array(repeating: UInt8.random(in: 0...255, using: &random), count: length)
      case 2: return (0..<length).map { _ in UInt8.random(in: 97...100, using: &random) }
      case 3:
        let ids = (0..<length / 6).map { _ in "\(Int.random(in: 1...9999, using: &random))" }
        return Array("[\(ids.joined(separator: ","))]".utf8)
      default:
        let part = (0..<max(1, length / 7)).map { _ in UInt8.random(in: 0...255, using: &random) }
        return Array((0..<7).map { _ in part }.joined())
      }
    }
  }

  @Test("decompression reverses compression")
  func roundTrip() throws {
    for bytes in Self.contents(400, seed: 1) {
      #expect(try Zlib.inflated(Zlib.deflated(bytes)) == bytes)
    }
  }

  @Test("zlib reads our output, and its own output is read at every level")
  func zlib() throws {
    if !Self.hasPython { return }
    let contents = Self.contents(60, seed: 2)
    let lines = contents.map { "\(hex($0)) \(hex(Zlib.deflated($0)))\n" }
    let input = folder.write(lines.joined(), to: "input")
    let script = """
      import sys, zlib
      for line in open(sys.argv[1]):
        content, ours = [bytes.fromhex(word) for word in line.rstrip("\\n").split(" ")]
        assert zlib.decompress(ours) == content
        print(len(zlib.compress(content, 9)), *[zlib.compress(content, n).hex() for n in range(10)])
      """
    let path = folder.write(script, to: "script.py")
    let (output, status) = BuiltProgram.shell("python3 \(path) \(input)")
    #expect(status == 0)
    let answers = output.split(separator: "\n")
    #expect(answers.count == contents.count)
    for (content, answer) in zip(contents, answers) {
      let words = answer.split(separator: " ")
      for word in words.dropFirst() { #expect(try Zlib.inflated(bytes(word)) == content) }
      let best = try #require(Int(words[0]))
      // Blocks are not stored here, so that random bytes are longer.
      #expect(Zlib.deflated(content).count <= best * 21 / 20 + 400)
    }
  }

  @Test("frames are refused or decoded exactly as zlib does")
  func damage() throws {
    if !Self.hasPython { return }
    var random = SplitMix64(seed: 3)
    var frames: [[UInt8]] = []
    for content in Self.contents(300, seed: 4) where content.count < 2_000 {
      var frame = Zlib.deflated(content)
      switch Int.random(in: 0...2, using: &random) {
      case 0: frame = Array(frame.prefix(Int.random(in: 0..<frame.count, using: &random)))
      case 1: frame.append(UInt8.random(in: 0...255, using: &random))
      default:
        let place = Int.random(in: 0..<frame.count, using: &random)
        frame[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
      frames.append(frame)
      // Without the checksum, whatever its bits stand for is decoded.
      frames.append([0x78, 0xDA] + (0..<60).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    let input = folder.write(frames.map { "\(hex($0))\n" }.joined(), to: "input")
    let script = """
      import sys, zlib
      for line in open(sys.argv[1]):
        reader = zlib.decompressobj()
        try:
          content = reader.decompress(bytes.fromhex(line.strip()))
          print("x" + content.hex() if reader.eof and not reader.unused_data else "refused")
        except zlib.error:
          print("refused")
      """
    let path = folder.write(script, to: "script.py")
    let answers = BuiltProgram.shell("python3 \(path) \(input)").output.split(separator: "\n")
    #expect(answers.count == frames.count)
    for (frame, answer) in zip(frames, answers) {
      let found = (try? Zlib.inflated(frame)).map { "x\(hex($0))" } ?? "refused"
      #expect(found == answer, "\(hex(frame))")
    }
  }

  @Test("a decompression bomb is refused before it uses memory")
  func bomb() throws {
    let bomb = Zlib.deflated(Array(repeating: 0, count: 2 << 20))
    #expect(bomb.count < 3_000)
    let error = #expect(throws: ExchangeError.self) { try Zlib.inflated(bomb) }
    #expect(error?.message.contains("more than 1048576 bytes") ?? false)
    #expect(try Zlib.inflated(bomb, limit: 2 << 20).count == 2 << 20)
    #expect(throws: ExchangeError.self) { try Zlib.inflated(bomb, limit: (2 << 20) - 1) }
  }

  @Test(
    "each invalid frame has its error",
    arguments: [
      ("", "found 0 compressed bytes"), ("78", "found 1 compressed bytes"),
      ("0000", "no zlib header"), ("78bb00", "preset dictionary"), ("789c", "the end is missing"),
      ("789c07", "unknown type"), ("789c0300000000", "the end is missing"),
      ("789c030000000002", "wrong checksum"), ("789c03000000000100", "1 bytes after the checksum"),
      ("789c0101000000", "a stored block"),
    ])
  func errors(frame: String, words: String) {
    let error = #expect(throws: ExchangeError.self) { try Zlib.inflated(bytes(frame[...])) }
    #expect(error?.description.contains(words) ?? false, "\(error?.description ?? "")")
  }

  @Test("base64url is read with and without padding, in both alphabets")
  func base64() throws {
    for (bytes, text) in [
      ([], ""), ([0xFF], "_w"), ([0xFB, 0xFF], "-_8"), ([1, 2, 3], "AQID"),
    ] as [([UInt8], String)] {
      #expect(Base64URL.encoded(bytes) == text)
      #expect(try Base64URL.decoded(text) == bytes)
    }
    #expect(try Base64URL.decoded("+/8=") == [0xFB, 0xFF])
    for bytes in Self.contents(100, seed: 5) {
      #expect(try Base64URL.decoded(Base64URL.encoded(bytes)) == bytes)
    }
    for (text, words) in [
      ("A", "the end is missing"), ("AB!D", #"found "!" at character 3"#), ("Aé", #"found "é""#),
      ("A=BC", #"found "=" at character 2"#), ("AB CD", #"found " " at character 3"#),
    ] {
      let error = #expect(throws: ExchangeError.self) { try Base64URL.decoded(text) }
      #expect(error?.description.contains(words) ?? false, "\(error?.description ?? "")")
    }
  }

  private func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private func bytes(_ text: Substring) -> [UInt8] {
    let digits = text.utf8.map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
