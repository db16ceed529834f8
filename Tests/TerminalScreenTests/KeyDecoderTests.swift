// Tests `KeyDecoder` with known sequences, delays, invalid UTF-8, pastes and random bytes. The
// result must not depend on the pieces in which bytes arrive.
import TerminalScreen
import TestSupport
import Testing

@Suite("Decoding bytes into keys")
struct KeyDecoderTests {
  private static let table: [(bytes: String, keys: [Key])] = [
    ("q", [.character("q")]), ("é会🎤", [.character("é"), .character("会"), .character("🎤")]),
    ("\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[D", [.up, .down, .right, .left]),
    (
      "\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}OF\u{1B}[1~\u{1B}[8~",
      [.pageUp, .pageDown, .home, .end, .home, .end]
    ),
    (
      "\r\n\t\u{1B}[Z\u{7F}\u{8}\u{1B}[3~",
      [.enter, .enter, .tab, .backTab, .backspace, .backspace, .delete]
    ),
    ("\u{1}\u{12}\u{1A}", [.control("a"), .control("r"), .control("z")]),
    ("\u{1B}b\u{1B}\u{7F}\u{1B}\r", [.alternate("b"), .control("w"), .enter]),
    (
      "\u{1B}[27u\u{1B}[99;5u\u{1B}[9;2u\u{1B}[98;3u",
      [.escape, .control("c"), .backTab, .alternate("b")]
    ),
    ("\u{1B}[97;2u\u{1B}[97:65;2:1u\u{1B}[97;1:3u", [.character("A"), .character("A")]),
    ("\u{1B}[57400u\u{1B}[57414u\u{1B}[57419u\u{1B}[57358u", [.character("1"), .enter, .up]),
    ("\u{1B}[27;5;114~", [.control("r")]),
    ("\u{1B}[[A\u{1B}[15~\u{1B}OPx", [.character("x")]),
    ("\u{1B}[?1;2c\u{1B}[12;40Rx", [.character("x")]),
    (
      "\u{1B}[<0;3;4M\u{1B}[<0;3;4m\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<2;1;1M\u{1B}[<0;0;0M",
      [
        .click(ScreenPosition(row: 3, column: 2)), .wheelUp, .wheelDown,
        .click(ScreenPosition(row: 0, column: 0)),
      ]
    ),
    (
      "\u{1B}]11;rgb:1/2/3\u{7}x\u{1B}]11;r\u{1B}\\y\u{1B}P1$r\u{1B}\\",
      [.character("x"), .character("y")]
    ),
    ("\u{1B}[200~q\u{1B}[A\r\nrm\u{7}\u{1B}[201~x", [.paste("q[A\nrm"), .character("x")]),
    ("\u{1B}[200~\u{1B}[20\u{1B}[201~", [.paste("[20")]),
    ("\u{1B}[200~\u{1B}\u{1B}[201~", [.paste("")]),
    ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}é", [.character("é")]),
    ("\u{1B}[12\u{1B}[B", [.down]), ("\u{1B}[1\rx", [.enter, .character("x")]),
  ]

  private func decoder() -> KeyDecoder { KeyDecoder(escapeDelay: .milliseconds(25)) }

  @Test(
    "Each known sequence is decoded to its keys, in pieces of any size", arguments: table.indices)
  func known(number: Int) {
    let (text, keys) = Self.table[number]
    let bytes = Array(text.utf8)
    for size in 1...max(1, bytes.count) {
      var decoder = decoder()
      var found: [Key] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        found += decoder.feed(bytes[start..<min(start + size, bytes.count)], at: .zero)
      }
      #expect(found == keys, "pieces of \(size)")
    }
  }

  @Test("An escape byte is the escape key if nothing follows within 25 ms")
  func loneEscape() {
    var decoder = decoder()
    #expect(decoder.feed([0x1B], at: .milliseconds(100)).isEmpty)
    #expect(decoder.deadline == .milliseconds(125))
    #expect(decoder.expire(at: .milliseconds(124)).isEmpty)
    #expect(decoder.expire(at: .milliseconds(125)) == [.escape])
    #expect(decoder.deadline == nil)
    #expect(decoder.feed([0x5B], at: .milliseconds(130)) == [.character("[")])
    // Bytes that are fed after the deadline count as late.
    #expect(decoder.feed([0x1B], at: .milliseconds(200)).isEmpty)
    #expect(
      decoder.feed(Array("[A".utf8), at: .milliseconds(300))
        == [.escape, .character("["), .character("A")])
  }

  @Test("A control sequence may take any time")
  func slowSequence() {
    var decoder = decoder()
    #expect(decoder.feed([0x1B, 0x5B], at: .zero).isEmpty)
    #expect(decoder.deadline == nil)
    #expect(decoder.feed([0x41], at: .seconds(60)) == [.up])
  }

  @Test("A byte that may begin a terminal string is a key if nothing follows")
  func alternateBracket() {
    var decoder = decoder()
    #expect(decoder.feed(Array("\u{1B}]".utf8), at: .zero).isEmpty)
    #expect(decoder.expire(at: .milliseconds(25)) == [.alternate("]")])
    #expect(decoder.feed(Array("\u{1B}O".utf8), at: .seconds(1)).isEmpty)
    #expect(decoder.expire(at: .seconds(2)) == [.alternate("O")])
    // A control string without an end must not block the keyboard.
    #expect(decoder.feed(Array("\u{1B}]11;abc".utf8), at: .seconds(3)).isEmpty)
    #expect(decoder.feed(Array("q".utf8), at: .seconds(4)) == [.character("q")])
  }

  @Test("Broken UTF-8 yields no key and affects no other key")
  func brokenText() {
    let broken: [[UInt8]] = [
      [0x80], [0xC0, 0xAF], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xE0, 0x80, 0xAF], [0xFF], [0xF0, 0x9F, 0x98], [0xC2, 0x9B], [0x00],
    ]
    for bytes in broken {
      var decoder = decoder()
      #expect(
        decoder.feed(bytes + Array("qé".utf8), at: .zero) == [.character("q"), .character("é")])
    }
  }

  @Test("A paste of 1 MB is one key of bounded length")
  func largePaste() throws {
    var decoder = decoder()
    var bytes = Array("\u{1B}[200~".utf8)
    let piece = Array("q\u{1B}[A\u{3}\u{1B}c会\r\nU".utf8)
    while bytes.count < 1_000_000 { bytes += piece }
    bytes += Array("\u{1B}[201~q".utf8)
    let keys = decoder.feed(bytes, at: .zero)
    #expect(keys.count == 2 && keys.last == .character("q"))
    guard case .paste(let text) = try #require(keys.first) else {
      Issue.record("\(keys[0])")
      return
    }
    #expect(text.utf8.count <= KeyDecoder.pasteLimit && text.utf8.count > KeyDecoder.pasteLimit / 2)
    #expect(
      text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.properties.generalCategory.isControl })
  }

  @Test("Random bytes never yield a control character, in pieces of any size")
  func randomBytes() {
    let starts = ["\u{1B}[", "\u{1B}", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}]", "会", "9;5u", "q"]
    for seed in 0..<3000 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      var bytes: [UInt8] = []
      for _ in 0..<20 {
        bytes +=
          Bool.random(using: &generator)
          ? Array(starts.oneElement(using: &generator).utf8)
          : [.random(in: 0...255, using: &generator)]
      }
      var whole = decoder()
      var pieces = decoder()
      let keys = whole.feed(bytes, at: .zero)
      #expect(keys == bytes.flatMap { pieces.feed([$0], at: .zero) }, "seed \(seed)")
      for key in keys {
        if case .character(let character) = key {
          #expect(
            !character.unicodeScalars.contains { $0.properties.generalCategory.isControl },
            "seed \(seed)")
        }
      }
    }
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isControl: Bool { self == .control }
}
