import Basics
import TestSupport
import Testing

@Suite("Scanning spans")
struct SpanScanningTests {
  @Test("steps of eight bytes end at the same position as steps of one", arguments: UInt64(1)...40)
  func words(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // Use bytes near the limits: a borrow or a carry could make the next byte a false match.
    let bytes: [UInt8] = (0..<Int.random(in: 0...40, using: &random)).map { _ in
      let limits: [UInt8] = [0, 1, 0x1F, 0x20, 0x21, 0x3B, 0x3C, 0x3D, 0x7E, 0x7F, 0x80, 0xFF]
      return Int.random(in: 0...3, using: &random) == 0
        ? limits.randomElement(using: &random) ?? 0 : UInt8.random(in: 0x22...0x7D, using: &random)
    }
    for start in 0...bytes.count {
      for lowest in [UInt8(1), 0x20, 0x21] {
        let end = bytes[start...].firstIndex { $0 < lowest || $0 >= 0x7F } ?? bytes.count
        #expect(bytes.span.endOfASCII(from: start, lowest: lowest) == end, "seed \(seed): \(bytes)")
      }
      for byte in [UInt8(0), 0x3C, 0x7F, 0x80, 0xFF] {
        let offset = bytes[start...].firstIndex(of: byte) ?? bytes.count
        #expect(bytes.span.firstOffset(of: byte, from: start) == offset, "seed \(seed): \(bytes)")
      }
    }
  }

  @Test("two parts are equal if all of their bytes are, whatever follows them")
  func equalParts() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<60 {
      let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        UInt8.random(in: 0...1, using: &random)
      }
      for first in 0...bytes.count {
        for second in 0...bytes.count {
          for length in 0...(bytes.count - max(first, second)) {
            let isEqual = bytes[first..<first + length] == bytes[second..<second + length]
            #expect(
              bytes.span.hasEqualBytes(first, second, count: length) == isEqual,
              "\(bytes): \(first), \(second), \(length)")
          }
        }
      }
    }
  }

  @Test("the first markup in a word is its first bracket, ampersand or control character")
  func markup() {
    var random = SplitMix64(seed: 1)
    let marks: [UInt8] = [
      0, 0x09, 0x0A, 0x1F, 0x20, 0x21, 0x25, 0x26, 0x27, 0x3B, 0x3C, 0x3D, 0x80, 0xFF,
    ]
    for _ in 0..<5_000 {
      let bytes = (0..<8).map { _ in
        Int.random(in: 0...5, using: &random) == 0
          ? marks.randomElement(using: &random) ?? 0 : UInt8.random(in: 0x3D...0xFF, using: &random)
      }
      let first = bytes.firstIndex { $0 < 0x20 || $0 == 0x26 || $0 == 0x3C } ?? 8
      let hits = Span<UInt8>.markup(in: bytes.span.word(at: 0))
      #expect(hits.trailingZeroBitCount >> 3 == first, "\(bytes)")
    }
  }

  @Test("a text of bytes equals the text of its characters, or is nil if they are not UTF-8")
  func validUTF8() {
    for text in ["", "a", "Höfele", "日本🚀", "a\u{0}b"] {
      let bytes = Array(text.utf8)
      #expect(String(validUTF8: bytes) == text)
      #expect(String(validUTF8: [0x78] + bytes, in: 1..<bytes.count + 1) == text)
    }
    for bytes: [UInt8] in [
      [0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80],
    ] {
      #expect(String(validUTF8: [0x61] + bytes) == nil)
    }
  }
}
