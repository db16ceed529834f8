import TestSupport
import Testing
import TextBasics

@Suite("Span, scanning")
struct SpanScanningTests {
  @Test("steps of eight bytes end where steps of one do", arguments: UInt64(1)...40)
  func words(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // Bytes beside the limits: a borrow or a carry of one could make a hit of the next one.
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
}
