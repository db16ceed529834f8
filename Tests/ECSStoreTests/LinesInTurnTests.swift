import ECSKit
import ECSStore
import TestSupport
import Testing

/// A component whose text is any text.
private struct Words: StoredComponent {
  static let storedName = "words; of\ttheirs"
  static let storedVersion = 2
  var text: String

  init(_ text: String) { self.text = text }
  init(stored: StoredValue) throws { text = String(stored.text.dropFirst()) }
  var stored: StoredValue { StoredValue("=" + text, version: text.isEmpty ? 1 : 2) }
  static func migrated(from old: StoredValue) throws -> Words { try Words(stored: old) }
}

/// The entry of a line does not depend on the lines before it.
@Suite("Consecutive lines")
struct LinesInTurnTests {
  /// Returns a line that is an entry, or is damaged in one of many ways.
  private static func line(
    of entry: LogEntry, using generator: inout SplitMix64
  ) -> [UInt8] {
    var line = LogLine.encode(entry)
    let fields = Samples.fields(of: entry)
    switch Int.random(in: 0..<16, using: &generator) {
    case 0:
      line[Int.random(in: line.indices, using: &generator)] ^= UInt8.random(
        in: 1...255, using: &generator)
    case 1: line.removeLast(Int.random(in: 1...line.count, using: &generator))
    case 2: line.remove(at: Int.random(in: line.indices, using: &generator))
    case 3: line = Samples.line(["4"] + fields.dropFirst())
    case 4: line = Samples.line(["2"] + fields.dropFirst())
    // The first fields with a right checksum, and nothing else.
    case 5: line = Samples.line(Array(fields.prefix(Int.random(in: 0...4, using: &generator))))
    case 6: line = Samples.line([fields[0], fields[1] + "0"] + fields.dropFirst(2))
    case 7: line = [UInt8](repeating: 0, count: Int.random(in: 0...50, using: &generator))
    default: break
    }
    // Else it would be two lines.
    return line.filter { $0 != UInt8(ascii: "\n") }
  }

  @Test("each line is read or refused as if it were alone", arguments: UInt64(1)...40)
  func readInTurn(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var devices = [Samples.device, Samples.otherDevice, DeviceID(0)]
    devices.append(.random(using: &generator))
    var (bytes, entries, reasons): ([UInt8], [LogEntry], [LogDamage.Reason]) = ([], [], [])
    var device = devices[0]
    for _ in 0..<100 {
      if Int.random(in: 0..<4, using: &generator) == 0 {
        device = devices[Int.random(in: devices.indices, using: &generator)]
      }
      let entry = Samples.randomEntry(using: &generator)
      let line = Self.line(
        of: LogEntry(
          device: device, counter: entry.counter, time: entry.time, change: entry.change),
        using: &generator)
      do throws(LogDamage.Reason) {
        entries.append(try LogLine.decode(line))
      } catch {
        reasons.append(
          error == .checksum && !line.isEmpty && line.allSatisfy { $0 == 0 } ? .zeros : error)
      }
      bytes += line + [UInt8(ascii: "\n")]
    }
    let contents = LogContents(bytes)
    try #require(contents.entries == entries, "seed \(seed)")
    try #require(contents.damages.map(\.reason) == reasons, "seed \(seed)")
    // Written one after the other they are the same bytes as alone.
    let snapshot = StoredSnapshot(bytes)
    try #require(snapshot.bytes == Samples.log(entries), "seed \(seed)")
  }

  @Test("a correct checksum of the first fields alone is not a checksum error")
  func headAlone() {
    let entry = Samples.entry(1)
    let head = Samples.line(Array(Samples.fields(of: entry).prefix(2)))
    let contents = LogContents(Samples.log([entry]) + head)
    #expect(contents.entries == [entry])
    #expect(contents.damages.map(\.reason) == [.notCanonical])
  }

  @Test("a snapshot has the lines that its format requires", arguments: UInt64(1)...24)
  func form(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let components = StoredComponents(Words.self, Nickname.self)
    let context = Context()
    var expected: [UInt8] = []
    var count = 0
    func expect(_ kind: String, _ target: String, _ value: StoredValue) {
      count += 1
      let entry = LogEntry(
        device: DeviceID(0), counter: UInt64(count), time: 0,
        change: LogChange(
          scope: "", kind: kind, target: target, version: value.version, value: value.text))
      var fields = Samples.fields(of: entry)
      // Numbers, the device and the empty fields are as they are written by hand.
      fields.replaceSubrange(
        0..<5,
        with: [
          value.version > 1 ? "2" : "1", String(repeating: "0", count: 32), "\(count)", "0", "",
        ])
      expected += Samples.line(fields) + [UInt8(ascii: "\n")]
    }
    for number in 1...40 {
      let words = Words(Samples.text(using: &generator))
      let nickname = Nickname(Samples.text(using: &generator) + "n")
      let id = Samples.text(using: &generator) + "\(number)"
      let hasID = Bool.random(using: &generator)
      let entity = context.createEntity(words)
      if hasID { entity.set(DurableID(id)) }
      expect(Words.storedName, hasID ? id : "#\(number)", words.stored)
      if Bool.random(using: &generator) {
        entity.set(nickname)
        try expect(Nickname.storedName, hasID ? id : "#\(number)", nickname.stored)
      }
    }
    let snapshot = try StoredSnapshot(of: context, components)
    try #require(snapshot.bytes == expected, "seed \(seed)")
    // As a value it makes the same entities as through its bytes.
    let (direct, travelled) = (Context(), Context())
    snapshot.restore(into: direct, components)
    StoredSnapshot(expected).restore(into: travelled, components)
    for copy in [direct, travelled] {
      let again = try StoredSnapshot(of: copy, components)
      #expect(copy.count == 40)
      #expect(
        again.bytes.filter { $0 == UInt8(ascii: "\n") }.count
          == expected.filter { $0 == UInt8(ascii: "\n") }.count)
    }
    #expect(
      try StoredSnapshot(of: direct, components).bytes
        == StoredSnapshot(of: travelled, components).bytes)
  }

  @Test("a local snapshot stores values longer than any line")
  func longValue() throws {
    let components = StoredComponents(Words.self)
    let context = Context()
    let text = String(repeating: "long ", count: LogLine.longest / 4)
    context.createEntity(Words(text))
    let copy = Context()
    let entities = try StoredSnapshot(of: context, components).restore(into: copy, components)
    #expect(entities.map { $0[Words.self]?.text } == [text])
  }
}
