extension ZoneTable {
  /// Creates a table from a zone file in any version of RFC 9636.
  init(tzif bytes: [UInt8], of name: String) throws(ZoneError) {
    var reader = ZoneFileReader(name: name, bytes: bytes)
    var header = try reader.header()
    if header.version >= 2 {
      // The first block is for readers that support only 32-bit times.
      try reader.skip(header.size(timeSize: 4))
      header = try reader.header()
    }
    try self.init(from: &reader, header: header)
  }

  private init(
    from reader: inout ZoneFileReader, header: ZoneFileReader.Header
  ) throws(ZoneError) {
    let timeSize: Int64 = header.version >= 2 ? 8 : 4
    guard header.leapSeconds == 0 else { throw reader.damage(.leapSeconds) }
    guard 1...256 ~= header.kinds, header.characters >= 1 else { throw reader.damage(.counts) }
    // The size is checked before allocating, because the counts may be forged.
    guard header.size(timeSize: timeSize) <= reader.remaining else {
      throw reader.damage(.cutShort)
    }

    var changes: [Int64] = []
    for _ in 0..<header.changes {
      let change = try timeSize == 8 ? reader.int64() : Int64(reader.int32())
      guard changes.last.map({ $0 < change }) ?? true else { throw reader.damage(.order) }
      changes.append(change)
    }
    var begun: [UInt8] = []
    for _ in 0..<header.changes {
      let kind = try reader.byte()
      guard kind < header.kinds else { throw reader.damage(.counts) }
      begun.append(kind)
    }
    var records: [(offset: Int, abbreviation: Int)] = []
    for _ in 0..<header.kinds {
      let offset = Int(try reader.int32())
      guard ZonePeriod.offsets ~= offset else { throw reader.damage(.offset) }
      guard try reader.byte() <= 1 else { throw reader.damage(.counts) }
      records.append((offset, Int(try reader.byte())))
    }
    let characters = try reader.bytes(Int(header.characters))
    var periods: [ZonePeriod] = []
    for record in records {
      guard record.abbreviation < characters.count else { throw reader.damage(.abbreviation) }
      let rest = characters[(characters.startIndex + record.abbreviation)...]
      guard let end = rest.firstIndex(of: 0) else { throw reader.damage(.abbreviation) }
      guard rest[..<end].allSatisfy({ 0x20...0x7E ~= $0 }) else {
        throw reader.damage(.abbreviation)
      }
      let abbreviation = String(decoding: rest[..<end], as: UTF8.self)
      periods.append(ZonePeriod(offset: record.offset, abbreviation: abbreviation))
    }
    try reader.skip(header.standardFlags + header.utcFlags)
    let rule = header.version >= 2 ? try reader.footer() : nil
    self.init(changes: changes, begun: begun, periods: periods, rule: rule)
  }
}

private struct ZoneFileReader {
  struct Header {
    var version: UInt8
    var utcFlags: Int64
    var standardFlags: Int64
    var leapSeconds: Int64
    var changes: Int64
    var kinds: Int64
    var characters: Int64

    /// Returns the size of the block after the header, in bytes.
    func size(timeSize: Int64) -> Int64 {
      changes * (timeSize + 1) + kinds * 6 + characters + leapSeconds * (timeSize + 4)
        + standardFlags + utcFlags
    }
  }

  private let name: String
  let bytes: [UInt8]
  var position = 0

  init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  func damage(_ damage: ZoneError.Damage) -> ZoneError { .damaged(name: name, damage) }

  var remaining: Int64 { Int64(bytes.count - position) }

  mutating func skip(_ count: Int64) throws(ZoneError) {
    guard count <= remaining else { throw damage(.cutShort) }
    position += Int(count)
  }

  mutating func bytes(_ count: Int) throws(ZoneError) -> ArraySlice<UInt8> {
    let start = position
    try skip(Int64(count))
    return bytes[start..<position]
  }

  mutating func byte() throws(ZoneError) -> UInt8 {
    guard position < bytes.count else { throw damage(.cutShort) }
    position += 1
    return bytes[position - 1]
  }

  mutating func int32() throws(ZoneError) -> Int32 {
    Int32(bitPattern: try bytes(4).reduce(0) { $0 << 8 | UInt32($1) })
  }

  mutating func int64() throws(ZoneError) -> Int64 {
    Int64(bitPattern: try bytes(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  private mutating func count() throws(ZoneError) -> Int64 {
    Int64(UInt32(bitPattern: try int32()))
  }

  mutating func header() throws(ZoneError) -> Header {
    guard bytes[position...].starts(with: Array("TZif".utf8)) else { throw damage(.signature) }
    try skip(4)
    let mark = try byte()
    // Version 1 has a zero byte here. Versions after 2 keep the format of version 2.
    guard mark == 0 || UInt8(ascii: "2")...UInt8(ascii: "9") ~= mark else { throw damage(.version) }
    try skip(15)
    return Header(
      version: mark == 0 ? 1 : mark - UInt8(ascii: "0"), utcFlags: try count(),
      standardFlags: try count(), leapSeconds: try count(), changes: try count(),
      kinds: try count(), characters: try count())
  }

  /// Parses the rule between the file's last two line feeds, or returns nil for an empty rule.
  mutating func footer() throws(ZoneError) -> ZoneRule? {
    let lineFeed = UInt8(ascii: "\n")
    guard try byte() == lineFeed else { throw damage(.footer) }
    guard let end = bytes[position...].firstIndex(of: lineFeed) else { throw damage(.cutShort) }
    guard position < end else { return nil }
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    guard let rule = ZoneRule(text) else { throw damage(.footer) }
    return rule
  }
}
