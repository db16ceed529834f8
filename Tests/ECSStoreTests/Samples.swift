import ECSStore
import TestSupport

/// Entries and lines that the tests of the log share.
enum Samples {
  static let device = DeviceID(0x0123_4567_89ab_cdef_0011_2233_4455_6677)
  static let otherDevice = DeviceID(0xffff_0000_0000_0000_0000_0000_0000_0001)

  /// Returns an entry about one thing.
  static func entry(
    _ counter: UInt64, _ value: String = "5", target: String = "slot/1",
    device: DeviceID = device, time: Int64 = 1_431_850_000
  ) -> LogEntry {
    LogEntry(
      device: device, counter: counter, time: time,
      change: LogChange(
        scope: "conference-2015", kind: "rating", target: target, name: "On Naming",
        details: ["Ada Example", "Bo Sample"], value: value))
  }

  /// Returns the bytes of a log with the entries.
  static func log(_ entries: [LogEntry]) -> [UInt8] {
    entries.flatMap { LogLine.encode($0) + [UInt8(ascii: "\n")] }
  }

  /// Returns a line with the fields and a right checksum, whatever the fields are.
  static func line(_ fields: [String]) -> [UInt8] {
    var line = fields.flatMap { Array($0.utf8) + [UInt8(ascii: "\t")] }
    let digits = String(crc64(line), radix: 16)
    line += Array(String(repeating: "0", count: 16 - digits.count).utf8) + Array(digits.utf8)
    return line
  }

  /// Returns the fields of an entry as its line has them, without the checksum.
  static func fields(of entry: LogEntry) -> [String] {
    let line = String(decoding: LogLine.encode(entry), as: UTF8.self)
    return line.split(separator: "\t", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// The checksum by its definition, bit by bit.
  static func crc64(_ bytes: [UInt8]) -> UInt64 {
    var sum = UInt64.max
    for byte in bytes {
      sum ^= UInt64(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xC96C_5795_D787_0F42 : sum >> 1 }
    }
    return ~sum
  }

  /// Returns a text with everything in it that could break a line or a list.
  static func text(using generator: inout SplitMix64) -> String {
    let pieces =
      (0..<0x21).compactMap { Unicode.Scalar($0).map { String($0) } } + [
        "\u{7f}", "\u{85}", "\u{9b}31m", "\\", "\\n", "\\x1b", ";", "\\;", "\r\n", "a", "Z", "0",
        "é", "e\u{301}", "ß", "漢字", "🎤", "👩‍👩‍👧", "\u{202e}", "\u{2066}", "\u{2028}", "\u{feff}",
        "\u{10ffff}", "a longer piece of plain text",
      ]
    let count = Int.random(in: 0...8, using: &generator)
    return (0..<count).map { _ in pieces[Int.random(in: pieces.indices, using: &generator)] }
      .joined()
  }

  /// Returns an entry with random texts.
  static func randomEntry(using generator: inout SplitMix64) -> LogEntry {
    let count = Int.random(in: 0...3, using: &generator)
    let details = (0..<count).map { _ in text(using: &generator) }
    return LogEntry(
      device: .random(using: &generator),
      counter: .random(in: 1...LogEntry.greatestCounter, using: &generator),
      time: Int64(truncatingIfNeeded: generator.next())
        >> Int64.random(in: 0...63, using: &generator),
      change: LogChange(
        scope: text(using: &generator), kind: text(using: &generator),
        target: text(using: &generator), name: text(using: &generator), details: details,
        version: [1, 1, 2, 70].oneElement(using: &generator), value: text(using: &generator),
        comment: text(using: &generator)))
  }
}
