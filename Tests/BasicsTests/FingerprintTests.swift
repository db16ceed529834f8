import Basics
import TestSupport
import Testing

@Suite struct FingerprintTests {
  private func fingerprint(_ bytes: [UInt8]) -> UInt64 { Fingerprint.of(bytes.span) }

  @Test("each flipped bit, each cut and each swap of words changes the fingerprint")
  func damage() {
    var random = SplitMix64(seed: 7)
    for count in [0, 1, 7, 8, 31, 32, 33, 64, 100] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let whole = fingerprint(bytes)
      for place in bytes.indices {
        for bit in 0..<8 {
          var other = bytes
          other[place] ^= 1 << UInt8(bit)
          #expect(fingerprint(other) != whole, "\(count) \(place) \(bit)")
        }
        #expect(fingerprint(Array(bytes[..<place])) != whole, "\(count) \(place)")
      }
      for first in stride(from: 0, to: count - 16, by: 8) {
        var other = bytes
        for place in first..<(first + 8) { other.swapAt(place, place + 8) }
        #expect(fingerprint(other) != whole, "\(count) \(first)")
      }
      #expect(fingerprint(bytes + [0]) != whole)
    }
  }

  @Test("pieces have the same fingerprint as the whole")
  func pieces() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 31) }
    for size in [32, 64, 320, 992, 1024] {
      var fingerprint = Fingerprint()
      var start = 0
      while start < bytes.count {
        let end = min(start + size, bytes.count)
        fingerprint.add(bytes.span.extracting(start..<end))
        start = end
      }
      #expect(fingerprint.value == self.fingerprint(bytes), "\(size)")
    }
  }
}
