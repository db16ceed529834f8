import Basics

/// A one-pass decoder for the lines of logs, with few allocations.
///
/// `LogContents` calls `scan` and then `entry` for each line. Most lines have the same subject as
/// an earlier line. A small cache lets entries share these subjects, even entries from different
/// logs. Only the canonical encoding of an entry is accepted.
package struct LineDecoder {
  private struct CachedSubject {
    /// The range of the bytes in ``cachedBytes``.
    var bytes = 0..<0
    var subject: LogSubject?
  }

  private static let cacheSize = 4096
  /// The size of the cached bytes at which the cache is cleared.
  private static let mostCachedBytes = 1 << 20

  private let checksum = Checksum()
  private let longest: Int
  /// The encoded format and device of the last entry, each followed by a tab.
  ///
  /// The next line usually begins with the same bytes.
  private var head: [UInt8] = []
  /// The decoded values of ``head``, and the state of the checksum after the bytes of ``head``.
  private var headValues = (format: 0, device: DeviceID(0), sum: Checksum.start)
  /// True if the scanned line begins with ``head``.
  private var hasHead = false
  /// The offsets of the first tabs in the scanned line.
  ///
  /// The array has room for as many tabs as a valid line can have.
  private var tabs = [Int](repeating: 0, count: LogLine.fieldCount - 1)
  /// The kind of the last decoded subject.
  private var lastKind = ""
  private var lastKindBytes: [UInt8] = []
  /// The number of control characters in the scanned line.
  private var controlCount = 0
  /// True if all control characters in the scanned line are tabs.
  private var onlyTabs = true
  /// True if the scanned line may have escapes or bytes that are not ASCII.
  private var mayNeedDecoding = false
  private var cachedSubjects: [CachedSubject] = []
  /// The bytes of all cached subjects in one block.
  ///
  /// One block is cheaper than many arrays, because most subjects of a snapshot are new.
  private var cachedBytes: [UInt8] = []

  package init() { self.init(longest: LogLine.longest) }

  /// Creates a decoder for lines up to a given length.
  init(longest: Int) { self.longest = longest }

  /// Finds the end and the fields of the line at an offset.
  ///
  /// - Returns: The offset of the newline, or of the end of the bytes.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var scan = ControlScan()
    var offset = start
    hasHead = !head.isEmpty && bytes.hasBytes(head.span, at: start)
    if hasHead {
      offset = start + head.count
      tabs[0] = offset - 2 - DeviceID.digitCount
      tabs[1] = offset - 1
      scan.count = 2
    }
    var found: Int?
    while found == nil, offset <= bytes.count &- 8 {
      found = scan.end(in: bytes.word(at: offset), at: offset, &tabs)
      offset &+= 8
    }
    while found == nil, offset < bytes.count {
      found = scan.end(inByte: bytes[offset], at: offset, &tabs)
      offset &+= 1
    }
    (controlCount, onlyTabs) = (scan.count, scan.onlyTabs)
    mayNeedDecoding = scan.others != 0
    return found ?? bytes.count
  }

  /// Decodes the scanned line.
  ///
  /// `line` is the range of the line, without its newline.
  ///
  /// - Throws: The reason why the line is not an entry.
  mutating func entry(
    in bytes: Span<UInt8>, _ line: Range<Int>
  ) throws(LogDamage.Reason) -> LogEntry {
    if line.count > longest { throw .tooLong }
    // Checking the checksum first avoids decoding damaged lines.
    let sumStart = line.upperBound - LogLine.checksumLength
    let start = hasHead ? line.lowerBound + head.count : line.lowerBound
    guard sumStart > line.lowerBound, sumStart >= start,
      bytes[sumStart - 1] == LogLine.tab,
      Self.hasDigits(
        of: ~checksum.adding(
          bytes.extracting(start..<sumStart), to: hasHead ? headValues.sum : Checksum.start),
        in: bytes, at: sumStart)
    else { throw .checksum }
    guard controlCount > 0,
      let format = hasHead ? headValues.format : Self.number(in: bytes, line.lowerBound..<tabs[0]),
      format >= 1
    else { throw .notCanonical }
    if format > LogLine.format { throw .newerFormat(format) }
    // Formats after 1 have an additional field for the version.
    let shift = format == 1 ? 0 : 1
    guard onlyTabs, controlCount == 10 + min(format, 3),
      let device = hasHead ? headValues.device : device(in: bytes, from: line.lowerBound, format),
      let counter = Self.number(in: bytes, field(2)),
      counter >= 1, counter <= LogEntry.greatestCounter,
      let time = Self.number(in: bytes, field(3)),
      let subject = subject(in: bytes, isOnce: device == .ofSnapshots),
      subject.isLink == (format == 4),
      let version = format == 1 ? 1 : Self.number(in: bytes, field(9)),
      format == 1 || version > (format == 2 ? 1 : 0),
      let value = text(in: bytes, field(9 + shift)),
      let comment = text(in: bytes, field(10 + shift))
    else { throw .notCanonical }
    let names = format < 3 ? nil : names(in: bytes, field(12), before: counter)
    if format > 2, names == nil, format == 3 || !field(12).isEmpty { throw .notCanonical }
    return LogEntry(
      device: device, counter: UInt64(counter), time: Int64(time),
      change: LogChange(subject: subject, version: version, value: value, comment: comment),
      names: names)
  }

  /// Returns the version vector in a field, or nil if the field is empty or not canonical.
  private mutating func names(
    in bytes: Span<UInt8>, _ field: Range<Int>, before counter: Int
  ) -> VersionVector? {
    guard let text = text(in: bytes, field) else { return nil }
    let names = VersionVector(text)
    // The counter of an entry is greater than every counter that its device knew at that time.
    let known = 1..<UInt64(counter)
    let isPossible = names.counters.values.allSatisfy(known.contains)
    return names.isEmpty || !isPossible || names.text != text ? nil : names
  }

  private func field(_ index: Int) -> Range<Int> {
    tabs[index - 1] + 1..<tabs[index]
  }

  /// Decodes the device of the line, and caches the head.
  private mutating func device(
    in bytes: Span<UInt8>, from start: Int, _ format: Int
  ) -> DeviceID? {
    let digits = bytes.extracting(field(1)).withUnsafeBytes { [UInt8]($0) }
    guard let device = DeviceID(digits: digits) else { return nil }
    let span = bytes.extracting(start...tabs[1])
    head = span.withUnsafeBytes { [UInt8]($0) }
    headValues = (format, device, checksum.adding(span, to: Checksum.start))
    return device
  }

  /// Returns the subject of the scanned line, or nil if its fields are not canonical.
  ///
  /// If `isOnce` is true, no other line has the same subject, and the subject is not cached.
  private mutating func subject(in bytes: Span<UInt8>, isOnce: Bool) -> LogSubject? {
    if isOnce { return newSubject(in: bytes) }
    if cachedSubjects.isEmpty {
      cachedSubjects = [CachedSubject](repeating: CachedSubject(), count: Self.cacheSize)
    }
    let range = tabs[3] + 1..<tabs[8]
    let place = Self.hash(bytes, range) % Self.cacheSize
    let former = cachedSubjects[place].bytes
    if let subject = cachedSubjects[place].subject,
      bytes.extracting(range).hasSameBytes(as: cachedBytes.span.extracting(former))
    {
      return subject
    }
    guard let subject = newSubject(in: bytes) else { return nil }
    cache(bytes.extracting(range), of: subject, at: place)
    return subject
  }

  private mutating func newSubject(in bytes: Span<UInt8>) -> LogSubject? {
    guard let scope = text(in: bytes, field(4)), let kind = kind(in: bytes),
      let target = text(in: bytes, field(6)), let name = text(in: bytes, field(7)),
      let details = list(in: bytes, field(8))
    else { return nil }
    return LogSubject(scope: scope, kind: kind, target: target, name: name, details: details)
  }

  private mutating func kind(in bytes: Span<UInt8>) -> String? {
    let field = field(5)
    let written = bytes.extracting(field)
    if written.hasSameBytes(as: lastKindBytes.span) { return lastKind }
    guard let kind = text(in: bytes, field) else { return nil }
    lastKind = kind
    lastKindBytes = written.withUnsafeBytes { [UInt8]($0) }
    return kind
  }

  private mutating func cache(_ bytes: Span<UInt8>, of subject: LogSubject, at place: Int) {
    if cachedBytes.count > Self.mostCachedBytes {
      cachedBytes.removeAll(keepingCapacity: true)
      for place in cachedSubjects.indices { cachedSubjects[place] = CachedSubject() }
    }
    let start = cachedBytes.count
    bytes.withUnsafeBytes { cachedBytes += $0 }
    cachedSubjects[place] = CachedSubject(bytes: start..<cachedBytes.count, subject: subject)
  }
}

extension LineDecoder {
  /// Returns true if the canonical form of a checksum is at an offset.
  private static func hasDigits(of sum: UInt64, in bytes: Span<UInt8>, at start: Int) -> Bool {
    let (high, low) = LogLine.digits(of: sum)
    return high == bytes.word(at: start) && low == bytes.word(at: start + 8)
  }

  /// Returns the number in a field, or nil unless the field is a decimal number in shortest form.
  private static func number(in bytes: Span<UInt8>, _ field: Range<Int>) -> Int? {
    let negative = !field.isEmpty && bytes[field.lowerBound] == UInt8(ascii: "-")
    let digits = negative ? field.dropFirst() : field
    // The greatest number has nineteen digits.
    guard !digits.isEmpty, digits.count <= 19 else { return nil }
    let first = bytes[digits.lowerBound]
    if first == UInt8(ascii: "0") && (negative || digits.count > 1) { return nil }
    var magnitude: UInt64 = 0
    for offset in digits {
      let digit = bytes[offset] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      magnitude = magnitude &* 10 &+ UInt64(digit)
    }
    return negative ? Int(exactly: -Int128(magnitude)) : Int(exactly: magnitude)
  }

  /// Returns the string in a field, or nil if the field is not canonical.
  ///
  /// The function is mutating, because calling a nonmutating function would copy the decoder.
  private mutating func text(in bytes: Span<UInt8>, _ field: Range<Int>) -> String? {
    if field.isEmpty { return "" }
    let span = bytes.extracting(field)
    if let text = plainText(span) { return text }
    return LogLine.text(unescaping: span.withUnsafeBytes { [UInt8]($0) })
  }

  private mutating func list(in bytes: Span<UInt8>, _ field: Range<Int>) -> [String]? {
    if field.isEmpty { return [] }
    let span = bytes.extracting(field)
    var texts: [String] = []
    var start = 0
    for offset in 0..<span.count where span[offset] == LogLine.listEnd {
      // If the field contains any escape, including an escaped end mark, one part is not plain
      // text.
      guard let text = plainText(span.extracting(start..<offset)) else {
        return LogLine.list(unescaping: span.withUnsafeBytes { [UInt8]($0) })
      }
      texts.append(text)
      start = offset + 1
    }
    return start == span.count ? texts : nil
  }

  /// Returns bytes as a string, or nil if they contain an escape or are not UTF-8.
  ///
  /// The scan has found all other control characters, so only DEL is possible here.
  private mutating func plainText(_ span: Span<UInt8>) -> String? {
    var seen: UInt8 = 0
    if mayNeedDecoding {
      for offset in 0..<span.count {
        let byte = span[offset]
        if byte == LogLine.backslash || byte == LogLine.delete { return nil }
        seen |= byte
      }
    }
    // ASCII needs no validation. For a short string, validation would take longer than copying.
    return span.withUnsafeBytes { bytes in
      seen < 0x80
        ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
    }
  }

  /// Returns a hash of bytes, which determines the position of their subject in the cache.
  ///
  /// Collisions affect only the speed.
  private static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    var mixed = UInt64(range.count)
    var offset = range.lowerBound
    while offset <= range.upperBound &- 8 {
      mixed = (mixed ^ bytes.word(at: offset)) &* 0x9E37_79B9_7F4A_7C15
      mixed ^= mixed >> 29
      offset &+= 8
    }
    while offset < range.upperBound {
      let byte = bytes[offset]
      mixed = (mixed ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
      offset &+= 1
    }
    return Int(mixed >> 33)
  }
}

/// A scanner that finds control characters, eight bytes at a time.
private struct ControlScan {
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highBits: UInt64 { ones &* 0x80 }
  private static var low: UInt64 { ones &* 0x7F }

  var count = 0
  var onlyTabs = true
  /// A nonzero value if an escape or a non-ASCII byte was found.
  var others: UInt64 = 0

  /// Records the control characters of eight bytes and the offsets of the tabs.
  ///
  /// - Returns: The offset of a newline, or nil if the bytes have none.
  @inline(__always)
  mutating func end(in word: UInt64, at offset: Int, _ tabs: inout [Int]) -> Int? {
    others |= word & Self.highBits | Self.marks(LogLine.backslash, in: word)
    others |= Self.marks(LogLine.delete, in: word)
    // The sum is computed without the high bits, so no byte carries into the next byte. Every mark
    // is therefore exact.
    var controls = ~((word & Self.low) &+ Self.ones &* 0x60 | word) & Self.highBits
    let areTabs = controls & ~Self.marks(LogLine.tab, in: word) == 0
    while controls != 0 {
      let place = controls.trailingZeroBitCount & ~7
      let end = offset &+ place >> 3
      if !areTabs {
        let byte = UInt8(truncatingIfNeeded: word >> UInt64(place))
        if byte == LogLine.newline { return end }
        if byte != LogLine.tab { onlyTabs = false }
      }
      if count < LogLine.fieldCount - 1 { tabs[count] = end }
      count &+= 1
      controls &= controls &- 1
    }
    return nil
  }

  /// Records a single byte.
  ///
  /// The byte is scanned together with seven bytes that are not control characters.
  @inline(__always)
  mutating func end(inByte byte: UInt8, at offset: Int, _ tabs: inout [Int]) -> Int? {
    end(in: Self.ones &* 0x7E ^ UInt64(byte ^ 0x7E), at: offset, &tabs)
  }

  /// Returns the high bits of the bytes that equal a given ASCII character.
  @inline(__always)
  private static func marks(_ byte: UInt8, in word: UInt64) -> UInt64 {
    ~(((word ^ ones &* UInt64(byte)) & low) &+ low) & highBits
  }
}
