import Schedule
import TestSupport
import Testing

@Suite("Zone file")
struct ZoneFileTests {
  private func offsets(_ zone: Zone, _ seconds: Int64...) -> [Int] {
    seconds.map { zone.offset(at: Instant(secondsSince1970: $0)) }
  }

  private func damage(_ file: ZoneFileBytes) -> ZoneError.Damage? {
    damage(file.bytes)
  }

  private func damage(_ bytes: [UInt8]) -> ZoneError.Damage? {
    do throws(ZoneError) {
      _ = try Zone(name: "Test", tzif: bytes)
      return nil
    } catch {
      guard case .damaged(name: "Test", let damage) = error else { return nil }
      return damage
    }
  }

  @Test("versions 2 and later are read with 64 bits and their rule", arguments: ["2", "3", "4"])
  func sixtyFourBits(version: Unicode.Scalar) throws {
    var file = ZoneFileBytes.example
    file.version = UInt8(ascii: version)
    file.changes.insert((-1 << 40, 2), at: 0)
    let zone = try Zone(name: "Test", tzif: file.bytes)
    #expect(offsets(zone, -1 << 41, -1 << 40, -1_000_000_000) == [3208, 7200, 3600])
    #expect(offsets(zone, 1_427_590_799, 1_427_590_800, 1_445_734_799) == [3600, 7200, 7200])
    #expect(offsets(zone, 1_445_734_800, 2_525_860_800, 2_541_499_200) == [3600, 3600, 7200])
    #expect(zone.period(at: Instant(secondsSince1970: 2_541_499_200)).abbreviation == "CEST")
    #expect(zone.period(at: Instant(secondsSince1970: .min)).abbreviation == "LMT")
  }

  @Test("version 1 is read with 32 bits and keeps its last offset")
  func thirtyTwoBits() throws {
    var file = ZoneFileBytes.example
    file.version = 0
    let zone = try Zone(name: "Test", tzif: file.bytes)
    #expect(offsets(zone, -1_000_000_001, -1_000_000_000, 1_427_590_800) == [3208, 3600, 7200])
    #expect(offsets(zone, 1_445_734_800, 2_541_499_200) == [3600, 3600])
  }

  @Test("without a rule the last offset stays in force")
  func emptyFooter() throws {
    var file = ZoneFileBytes.example
    file.footer = ""
    let zone = try Zone(name: "Test", tzif: file.bytes)
    #expect(offsets(zone, 1_445_734_800, 2_541_499_200) == [3600, 3600])
  }

  @Test("without transitions the rule applies to all times, and without both the first offset does")
  func noChanges() throws {
    var file = ZoneFileBytes(kinds: [(3600, 0, 0)], characters: Array("CET\0".utf8))
    #expect(
      offsets(try Zone(name: "Test", tzif: file.bytes), -1 << 40, 2_541_499_200) == [3600, 3600])
    file.footer = "EET-2"
    #expect(
      offsets(try Zone(name: "Test", tzif: file.bytes), -1 << 40, 2_541_499_200) == [7200, 7200])
  }

  @Test("abbreviations may share their characters")
  func sharedAbbreviations() throws {
    var file = ZoneFileBytes(kinds: [(0, 0, 0)], characters: Array("WEST\0".utf8))
    file.kinds[0].abbreviation = 1
    let zone = try Zone(name: "Test", tzif: file.bytes)
    #expect(zone.period(at: Instant(secondsSince1970: 0)).abbreviation == "EST")
  }

  @Test("each kind of damage is reported")
  func damages() {
    #expect(damage([]) == .signature)
    #expect(damage(Array("TZiF2".utf8)) == .signature)
    #expect(damage(Array("TZif2".utf8)) == .cutShort)
    func changed(_ change: (inout ZoneFileBytes) -> Void) -> ZoneError.Damage? {
      var file = ZoneFileBytes.example
      change(&file)
      return damage(file)
    }
    #expect(changed { _ in } == nil)
    #expect(changed { $0.version = UInt8(ascii: "1") } == .version)
    #expect(changed { $0.kinds = [] } == .counts)
    #expect(changed { $0.characters = [] } == .counts)
    #expect(changed { $0.changes[1].kind = 3 } == .counts)
    #expect(changed { $0.kinds[0].daylight = 2 } == .counts)
    #expect(changed { $0.changes[1].at = $0.changes[0].at } == .order)
    #expect(changed { $0.kinds[0].offset = 93_600 } == .offset)
    #expect(changed { $0.kinds[0].offset = .min } == .offset)
    #expect(changed { $0.kinds[0].abbreviation = 13 } == .abbreviation)
    #expect(changed { $0.characters[12] = 65 } == .abbreviation)
    #expect(changed { $0.characters[0] = 27 } == .abbreviation)
    #expect(changed { $0.leapSeconds = 1 } == .leapSeconds)
    #expect(changed { $0.footer = nil } == .cutShort)
    #expect(changed { $0.footer = "CET" } == .footer)
    #expect(changed { $0.footer = "CET-1\u{0}" } == .footer)
  }

  @Test("counts that exceed the file are refused")
  func hugeCounts() {
    for field in 0..<6 {
      var bytes = ZoneFileBytes.example.bytes
      bytes.replaceSubrange((20 + field * 4)..<(24 + field * 4), with: [255, 255, 255, 255])
      #expect(damage(bytes) == .cutShort)
    }
  }

  @Test("a truncated file is damaged", arguments: [UInt8(0), UInt8(ascii: "2")])
  func truncated(version: UInt8) {
    var file = ZoneFileBytes.example
    file.version = version
    let whole = file.bytes
    #expect(damage(whole) == nil)
    for count in whole.indices {
      #expect(damage(Array(whole[..<count])) != nil, "first \(count) bytes")
    }
  }

  @Test(
    "a file with any flipped bit results in a zone or an error",
    arguments: [UInt8(0), UInt8(ascii: "2")])
  func flipped(version: UInt8) {
    var file = ZoneFileBytes.example
    file.version = version
    let whole = file.bytes
    var refused = 0
    for place in whole.indices {
      for mask in [1, 2, 4, 8, 16, 32, 64, 128, 255] as [UInt8] {
        var bytes = whole
        bytes[place] ^= mask
        if let zone = try? Zone(name: "Test", tzif: bytes) {
          _ = zone.tryEverything()
        } else {
          refused += 1
        }
      }
    }
    #expect(refused > 100)
  }

  @Test("random damage results in a zone or an error", arguments: UInt64(1)...8)
  func scrambled(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var read = 0
    for _ in 0..<500 {
      var bytes = ZoneFileBytes.example.bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      if let zone = try? Zone(name: "Test", tzif: bytes) {
        read += 1
        _ = zone.tryEverything()
      }
    }
    #expect(read > 0, "seed \(seed)")
  }

  @Test("transitions at the limits of integers do no harm")
  func extremeChanges() throws {
    var file = ZoneFileBytes.example
    file.changes = [(.min, 1), (.max, 2)]
    let zone = try Zone(name: "Test", tzif: file.bytes)
    #expect(offsets(zone, .min, 0, .max - 1) == [3600, 3600, 3600])
    _ = zone.tryEverything()
  }
}
