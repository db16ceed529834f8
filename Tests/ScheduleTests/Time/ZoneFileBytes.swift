import Schedule

/// The bytes of a zone file, built field by field.
struct ZoneFileBytes {
  var version: UInt8 = UInt8(ascii: "2")
  var changes: [(at: Int64, kind: UInt8)] = []
  var kinds: [(offset: Int32, daylight: UInt8, abbreviation: UInt8)] = []
  var characters: [UInt8] = []
  var leapSeconds = 0
  var footer: String? = ""

  /// A zone with three changes: one hour ahead, then two, then one, and from then on by rule.
  static let example = ZoneFileBytes(
    changes: [(-1_000_000_000, 1), (1_427_590_800, 2), (1_445_734_800, 1)],
    kinds: [(3208, 0, 0), (3600, 0, 4), (7200, 1, 8)],
    characters: Array("LMT\0CET\0CEST\0".utf8),
    footer: "CET-1CEST,M3.5.0,M10.5.0/3")

  /// The whole file; from version 2 on its first block holds one kind and nothing else.
  var bytes: [UInt8] {
    guard version != 0 else { return block(timeSize: 4) }
    let first = ZoneFileBytes(version: version, kinds: [(0, 0, 0)], characters: [0])
    let tail = footer.map { "\n\($0)\n" } ?? ""
    return first.block(timeSize: 4) + block(timeSize: 8) + Array(tail.utf8)
  }

  private func block(timeSize: Int) -> [UInt8] {
    var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
    for count in [0, 0, leapSeconds, changes.count, kinds.count, characters.count] {
      bytes += Self.bigEndian(Int64(count), size: 4)
    }
    for change in changes { bytes += Self.bigEndian(change.at, size: timeSize) }
    bytes += changes.map(\.kind)
    for kind in kinds {
      bytes += Self.bigEndian(Int64(kind.offset), size: 4) + [kind.daylight, kind.abbreviation]
    }
    bytes += characters
    return bytes + [UInt8](repeating: 0, count: leapSeconds * (timeSize + 4))
  }

  static func bigEndian(_ value: Int64, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

extension Zone {
  /// Asks the zone about moments and dates near and far, for tests that fear a trap.
  func tryEverything() -> Int {
    var sum = 0
    for seconds in [.min, -1 << 40, -1, 0, 1_427_590_800, 1 << 40, Int64.max] {
      let instant = Instant(secondsSince1970: seconds)
      sum &+= offset(at: instant)
      let civil = civil(at: instant)
      sum &+= self.instant(of: civil) < instant ? 1 : 0
      sum &+= instant.iso8601(in: self).utf8.count
    }
    return sum
  }
}
