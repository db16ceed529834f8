import ECSStore
import TestSupport
import Testing

@Suite("LogLine")
struct LogLineTests {
  @Test("the format of a line is fixed")
  func form() {
    let entry = LogEntry(
      device: Samples.device, counter: 7, time: -1,
      change: LogChange(
        scope: "conference-2015", kind: "rating", target: "slot/1", name: "Tabs\tand \\ lines\n",
        details: ["A;B", ""], value: "5", comment: "\u{1b}[1m\r\u{7f}é"))
    let expected =
      #"1|0123456789abcdef0011223344556677|7|-1|conference-2015|rating|slot/1|"#
      + #"Tabs\tand \\ lines\n|A\;B;;|5|\x1b[1m\r\x7fé"#
    let fields = expected.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    #expect(LogLine.encode(entry) == Samples.line(fields))
  }

  @Test("the checksum matches the documented algorithm")
  func checksum() {
    #expect(Samples.crc64(Array("123456789".utf8)) == 0x995d_c9bb_df19_39fa)
  }

  @Test("every entry survives a round trip through its single line", arguments: UInt64(1)...64)
  func roundTrip(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let entry = Samples.randomEntry(using: &generator)
      let line = LogLine.encode(entry)
      let controls = line.filter { $0 < 0x20 || $0 == 0x7f }
      let tabs = entry.change.version == 1 ? 11 : 12
      try #require(controls == [UInt8](repeating: 9, count: tabs), "seed \(seed): \(entry)")
      try #require(String(validating: line, as: UTF8.self) != nil)
      let again = try LogLine.decode(line)
      try #require(again == entry, "seed \(seed)")
      // Equal texts can differ in their bytes; the line does not.
      try #require(LogLine.encode(again) == line, "seed \(seed)")
    }
  }

  @Test("a missing list, a list of one empty text and a list of two are distinct")
  func lists() throws {
    for details in [[], [""], ["", ""], [";"], ["a", "b"], ["a;b"], ["\\;"], ["\\", ""]] {
      let entry = LogEntry(
        device: Samples.device, counter: 1, time: 0,
        change: LogChange(scope: "", kind: "", target: "", details: details, value: ""))
      #expect(try LogLine.decode(LogLine.encode(entry)).change.details == details)
    }
  }

  @Test(
    "a line in any other format is refused even with a correct checksum",
    arguments: [
      (0, "01"), (0, "0"), (0, ""), (0, "+1"), (0, "-1"), (0, "x"),
      (1, "0123456789ABCDEF0011223344556677"), (1, "0123456789abcdef001122334455667"),
      (1, "0123456789abcdef00112233445566777"), (1, ""),
      (2, "0"), (2, "01"), (2, "-1"), (2, ""), (2, "9007199254740992"),
      (2, "18446744073709551617"), (2, "99999999999999999999"), (2, "1e3"),
      (3, "-0"), (3, "-"), (3, "00"), (3, "+5"), (3, "9223372036854775808"),
      (3, "-9223372036854775809"), (3, " 1"),
      (7, #"\"#), (7, #"\x"#), (7, #"\x1"#), (7, #"\x1B"#), (7, #"\x09"#), (7, #"\x41"#),
      (7, #"\x5c"#), (7, #"\;"#), (7, #"\q"#), (7, #"\u0041"#), (7, "\u{7f}"), (7, "\u{1b}"),
      (7, "\r"), (7, "\0"), (7, #"\xff"#), (7, "a\tb"),
      (8, "a"), (8, "a;b"), (8, #"a\;"#), (8, #"\"#), (8, #"a;\"#), (8, #"\x3b;"#), (8, #"\,;"#),
      (9, "\u{7f}"), (10, #"\xc3\xa9"#),
    ])
  func otherForms(field: Int, text: String) {
    var fields = Samples.fields(of: Samples.entry(1))
    fields[field] = text
    #expect(throws: LogDamage.Reason.notCanonical, "\(field): \(text)") {
      try LogLine.decode(Samples.line(fields))
    }
  }

  @Test("a value of version 1 is always written in format 1, and any other in format 2")
  func formats() throws {
    let first = Samples.fields(of: Samples.entry(1))
    let change = LogChange(subject: Samples.entry(1).change.subject, version: 12, value: "5")
    let entry = LogEntry(device: Samples.device, counter: 1, time: 1_431_850_000, change: change)
    let fields = Samples.fields(of: entry)
    #expect(first[0] == "1" && first.count == 11)
    #expect(fields[0] == "2" && fields.count == 12)
    var expected = first
    expected[0] = "2"
    expected.insert("12", at: 9)
    #expect(fields == expected)
    #expect(try LogLine.decode(Samples.line(fields)) == entry)
    for version in ["1", "0", "-2", "02", "", "x", "9223372036854775808"] {
      var wrong = fields
      wrong[9] = version
      #expect(throws: LogDamage.Reason.notCanonical) { try LogLine.decode(Samples.line(wrong)) }
    }
    for wrong in [["2"] + first.dropFirst(), ["1"] + fields.dropFirst(), fields + [""]] {
      #expect(throws: LogDamage.Reason.notCanonical) { try LogLine.decode(Samples.line(wrong)) }
    }
  }

  @Test("the largest and smallest numbers are read")
  func limits() throws {
    for time in [Int64.min, -1, 0, 1, Int64.max] {
      let entry = Samples.entry(LogEntry.greatestCounter, time: time)
      #expect(try LogLine.decode(LogLine.encode(entry)) == entry)
    }
  }

  @Test("a line with too few or too many fields is refused even with a correct checksum")
  func fieldCount() {
    let fields = Samples.fields(of: Samples.entry(1))
    for wrong in [Array(fields.dropLast()), fields + [""], Array(fields.prefix(1))] {
      #expect(throws: LogDamage.Reason.notCanonical) { try LogLine.decode(Samples.line(wrong)) }
    }
    #expect(throws: LogDamage.Reason.checksum) { try LogLine.decode(Samples.line([])) }
    #expect(throws: LogDamage.Reason.checksum) { try LogLine.decode([]) }
  }

  @Test("bytes that are not UTF-8 are refused even with a correct checksum")
  func badUnicode() {
    let good = LogLine.encode(Samples.entry(1))
    let bad: [[UInt8]] = [
      [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xc3], [0xf5, 0x80, 0x80, 0x80],
    ]
    for bytes in bad {
      for place in [UInt8(ascii: "O"), UInt8(ascii: "A"), UInt8(ascii: "5")] {
        // The first byte of the title, of a person; a digit of the device is refused as well.
        guard let index = good.firstIndex(of: place) else { continue }
        var line = Array(good.dropLast(16))
        line.replaceSubrange(index...index, with: bytes)
        let digits = String(Samples.crc64(line), radix: 16)
        line += Array(String(repeating: "0", count: 16 - digits.count).utf8) + Array(digits.utf8)
        #expect(throws: LogDamage.Reason.notCanonical) { try LogLine.decode(line) }
      }
    }
  }

  @Test("an uppercase, truncated or extended checksum is refused")
  func checksumForm() throws {
    let line = LogLine.encode(Samples.entry(1))
    let capitals = line.dropLast(16) + line.suffix(16).map { $0 >= 0x61 ? $0 - 0x20 : $0 }
    try #require(Array(capitals) != line)
    for wrong in [Array(capitals), line.dropLast(), line + [0x30], line + [0x0a], [0x20] + line] {
      #expect(throws: LogDamage.Reason.checksum) { try LogLine.decode(Array(wrong)) }
    }
  }

  @Test("a complete line of a newer format is distinguished from a damaged one")
  func newerFormat() throws {
    let fields = Samples.fields(of: Samples.entry(1))
    let newer = [
      Samples.line(["5"] + fields.dropFirst()), Samples.line(["5"]),
      Samples.line(["5", "anything", "at all"] + fields),
    ]
    for line in newer {
      #expect(throws: LogDamage.Reason.newerFormat(5)) { try LogLine.decode(line) }
      var damaged = line
      damaged[0] = UInt8(ascii: "6")
      #expect(throws: LogDamage.Reason.checksum) { try LogLine.decode(damaged) }
    }
  }

  @Test("a line longer than the limit is refused")
  func tooLong() throws {
    func entry(_ count: Int) -> LogEntry {
      LogEntry(
        device: Samples.device, counter: 1, time: 0,
        change: LogChange(
          scope: "", kind: "", target: "", value: "", comment: String(repeating: "a", count: count))
      )
    }
    let rest = LogLine.encode(entry(0)).count
    let longest = entry(LogLine.longest - rest)
    #expect(try LogLine.decode(LogLine.encode(longest)) == longest)
    #expect(throws: LogDamage.Reason.tooLong) {
      try LogLine.decode(LogLine.encode(entry(LogLine.longest - rest + 1)))
    }
  }

  @Test("a device has one textual form")
  func deviceText() {
    #expect(DeviceID(255).description == "000000000000000000000000000000ff")
    #expect(DeviceID(digits: DeviceID(255).description.utf8) == DeviceID(255))
    #expect(DeviceID(digits: "ff".utf8) == nil)
    #expect(DeviceID(1) < DeviceID(1 << 100))
  }
}
