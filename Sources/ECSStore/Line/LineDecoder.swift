import TextBasics

/// Reads entries from the bytes of logs, in one pass and with little to allocate.
///
/// Most lines of a log speak about a thing that an earlier line spoke about, in the same bytes. What
/// was read for such a line is taken from a small table, which also lets the entries share storage,
/// those of several logs too if one decoder reads them all.
package struct LineDecoder {
  /// The fields of a line that name its thing, as they were written.
  private struct Known {
    /// Where their bytes are.
    var bytes = 0..<0
    var subject: LogSubject?
  }

  private static let knownCount = 4096
  /// When there are more bytes of things than this, all of them are forgotten.
  private static let mostKnownBytes = 1 << 20

  private let checksum = Checksum()
  /// The most bytes of a line that is read.
  private let longest: Int
  /// How the format and the device of the last entry are written, each with its tab.
  ///
  /// It is empty before the first entry. Most often the next line begins in the same way.
  private var head: [UInt8] = []
  /// The values of these, and the state of the checksum after them.
  private var known = (format: 0, device: DeviceID(0), sum: Checksum.start)
  /// Whether the line that was scanned last begins with them.
  private var hasHead = false
  /// The offsets of the tabs of the line that was scanned last, as many as a whole line has.
  private var tabs = [Int](repeating: 0, count: LogLine.fieldCount - 1)
  /// The kind of the last entry that was about a new thing, and how it is written; empty if none was.
  private var lastKind = ""
  private var lastKindBytes: [UInt8] = []
  /// The number of controls found in that line.
  private var controlCount = 0
  /// Whether all controls in that line are tabs.
  private var onlyTabs = true
  /// Whether that line may have escapes, or bytes that are not ASCII.
  private var hasOthers = false
  private var subjects: [Known] = []
  /// The bytes of the things that are known, in one block, since most of a snapshot's are new.
  private var knownBytes: [UInt8] = []

  /// Creates a decoder that knows of nothing yet.
  package init() { self.init(longest: LogLine.longest) }

  /// Creates a decoder of lines that may be longer than those of a file.
  init(longest: Int) { self.longest = longest }

  /// Finds the end of a line, and its fields on the way.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of a log.
  ///   - start: The offset where a line starts.
  /// - Returns: The offset of its newline, or of the end of the bytes.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits = ones &* 0x80
    let low = ones &* 0x7F
    var (count, onlyTabs, others) = (0, true, UInt64(0))
    let mostTabs = LogLine.fieldCount - 1
    var offset = start
    hasHead = !head.isEmpty && bytes.hasBytes(head.span, at: start)
    if hasHead {
      offset = start + head.count
      tabs[0] = offset - 2 - DeviceID.digitCount
      tabs[1] = offset - 1
      count = 2
    }
    @inline(__always) func marks(_ byte: UInt8, in word: UInt64) -> UInt64 {
      ~(((word ^ ones &* UInt64(byte)) & low) &+ low) & highBits
    }
    // Notes the controls of a word; the outcome is the offset of a newline, if there is one.
    @inline(__always) func end(in word: UInt64, at offset: Int) -> Int? {
      others |= word & highBits | marks(LogLine.backslash, in: word)
      others |= marks(LogLine.delete, in: word)
      // Without the high bit no byte carries into the next one, so every mark is true.
      var controls = ~((word & low) &+ ones &* 0x60 | word) & highBits
      let areTabs = controls & ~marks(LogLine.tab, in: word) == 0
      while controls != 0 {
        let place = controls.trailingZeroBitCount & ~7
        let end = offset &+ place >> 3
        if !areTabs {
          let byte = UInt8(truncatingIfNeeded: word >> UInt64(place))
          if byte == LogLine.newline { return end }
          if byte != LogLine.tab { onlyTabs = false }
        }
        if count < mostTabs { tabs[count] = end }
        count &+= 1
        controls &= controls &- 1
      }
      return nil
    }
    var found: Int?
    while found == nil, offset <= bytes.count &- 8 {
      found = end(in: bytes.word(at: offset), at: offset)
      offset &+= 8
    }
    while found == nil, offset < bytes.count {
      // A byte alone is one of eight; the others are plain.
      found = end(in: ones &* 0x7E ^ UInt64(bytes[offset] ^ 0x7E), at: offset)
      offset &+= 1
    }
    (controlCount, self.onlyTabs, hasOthers) = (count, onlyTabs, others != 0)
    return found ?? bytes.count
  }

  /// Returns the entry in the line that was scanned last.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that were scanned.
  ///   - line: The range of the line, without its newline.
  /// - Returns: The entry.
  /// - Throws: Why the line is not an entry.
  mutating func entry(
    in bytes: Span<UInt8>, _ line: Range<Int>
  ) throws(LogDamage.Reason) -> LogEntry {
    if line.count > longest { throw .tooLong }
    // The checksum comes first: whatever it does not vouch for is not worth a closer look.
    let sumStart = line.upperBound - LogLine.checksumLength
    let start = hasHead ? line.lowerBound + head.count : line.lowerBound
    guard sumStart > line.lowerBound, sumStart >= start,
      bytes[sumStart - 1] == LogLine.tab,
      Self.hasDigits(
        of: ~checksum.adding(
          bytes.extracting(start..<sumStart), to: hasHead ? known.sum : Checksum.start),
        in: bytes, at: sumStart)
    else { throw .checksum }
    guard controlCount > 0,
      let format = hasHead ? known.format : Self.number(in: bytes, line.lowerBound..<tabs[0]),
      format >= 1
    else { throw .notCanonical }
    if format > LogLine.format { throw .newerFormat(format) }
    // The fields after the version are one further.
    let shift = format == 1 ? 0 : 1
    guard onlyTabs, controlCount == 10 + format,
      let device = hasHead ? known.device : device(in: bytes, from: line.lowerBound, format),
      let counter = Self.number(in: bytes, field(2)),
      counter >= 1, counter <= LogEntry.greatestCounter,
      let time = Self.number(in: bytes, field(3)),
      let subject = subject(in: bytes, isOnce: device == .ofSnapshots),
      let version = format == 1 ? 1 : Self.number(in: bytes, field(9)),
      format == 1 || version > (format == 2 ? 1 : 0),
      let value = text(in: bytes, field(9 + shift)),
      let comment = text(in: bytes, field(10 + shift))
    else { throw .notCanonical }
    let names = format < 3 ? nil : names(in: bytes, field(12), before: counter)
    if format == 3, names == nil { throw .notCanonical }
    return LogEntry(
      device: device, counter: UInt64(counter), time: Int64(time),
      change: LogChange(subject: subject, version: version, value: value, comment: comment),
      names: names)
  }

  /// Returns the names in a field; nil if there are none, or they have another form.
  private mutating func names(
    in bytes: Span<UInt8>, _ field: Range<Int>, before counter: Int
  ) -> VersionVector? {
    guard let text = text(in: bytes, field) else { return nil }
    let names = VersionVector(text)
    // An entry has a greater counter than all that its device knew.
    let known = 1..<UInt64(counter)
    let isPossible = names.counters.values.allSatisfy(known.contains)
    return names.isEmpty || !isPossible || names.text != text ? nil : names
  }

  /// Returns the range of a field between two tabs.
  private func field(_ index: Int) -> Range<Int> {
    tabs[index - 1] + 1..<tabs[index]
  }

  /// Returns the device of the line, and notes how the line begins.
  private mutating func device(
    in bytes: Span<UInt8>, from start: Int, _ format: Int
  ) -> DeviceID? {
    let digits = bytes.extracting(field(1)).withUnsafeBytes { [UInt8]($0) }
    guard let device = DeviceID(digits: digits) else { return nil }
    let span = bytes.extracting(start...tabs[1])
    head = span.withUnsafeBytes { [UInt8]($0) }
    known = (format, device, checksum.adding(span, to: Checksum.start))
    return device
  }

  /// Returns the thing that the line is about.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that were scanned.
  ///   - isOnce: Whether no other line is about it, so that it is not worth a look or a note.
  /// - Returns: The thing; nil if the fields are not as they are written.
  private mutating func subject(in bytes: Span<UInt8>, isOnce: Bool) -> LogSubject? {
    if isOnce { return newSubject(in: bytes) }
    if subjects.isEmpty { subjects = [Known](repeating: Known(), count: Self.knownCount) }
    let range = tabs[3] + 1..<tabs[8]
    let place = Self.hash(bytes, range) % Self.knownCount
    let former = subjects[place].bytes
    if let subject = subjects[place].subject,
      bytes.extracting(range).hasSameBytes(as: knownBytes.span.extracting(former))
    {
      return subject
    }
    guard let subject = newSubject(in: bytes) else { return nil }
    note(bytes.extracting(range), of: subject, at: place)
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

  /// Notes how a thing is written.
  private mutating func note(_ bytes: Span<UInt8>, of subject: LogSubject, at place: Int) {
    if knownBytes.count > Self.mostKnownBytes {
      knownBytes.removeAll(keepingCapacity: true)
      for place in subjects.indices { subjects[place] = Known() }
    }
    let start = knownBytes.count
    bytes.withUnsafeBytes { knownBytes += $0 }
    subjects[place] = Known(bytes: start..<knownBytes.count, subject: subject)
  }
}

extension LineDecoder {
  /// Returns whether there is a checksum at an offset, in its one form.
  private static func hasDigits(of sum: UInt64, in bytes: Span<UInt8>, at start: Int) -> Bool {
    let (high, low) = LogLine.digits(of: sum)
    return high == bytes.word(at: start) && low == bytes.word(at: start + 8)
  }

  /// Returns a decimal number in its shortest form, or nil for anything else.
  private static func number(in bytes: Span<UInt8>, _ field: Range<Int>) -> Int? {
    let negative = !field.isEmpty && bytes[field.lowerBound] == UInt8(ascii: "-")
    let digits = negative ? field.dropFirst() : field
    // Nineteen digits hold the greatest number; no more are looked at.
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

  /// Returns the text of a field.
  ///
  /// A function that could not change the decoder would be called with a copy of it.
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
      // An escape anywhere, also one of the end mark itself, shows as a text that is not plain.
      guard let text = plainText(span.extracting(start..<offset)) else {
        return LogLine.list(unescaping: span.withUnsafeBytes { [UInt8]($0) })
      }
      texts.append(text)
      start = offset + 1
    }
    return start == span.count ? texts : nil
  }

  /// Returns the text of bytes that stand for themselves, or nil if there is an escape or an error.
  ///
  /// The scan has ruled out all controls but one.
  private mutating func plainText(_ span: Span<UInt8>) -> String? {
    var seen: UInt8 = 0
    if hasOthers {
      for offset in 0..<span.count {
        let byte = span[offset]
        if byte == LogLine.backslash || byte == LogLine.delete { return nil }
        seen |= byte
      }
    }
    // Validation takes far longer to start than these few bytes to copy; ASCII needs none.
    return span.withUnsafeBytes { bytes in
      seen < 0x80
        ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
    }
  }

  /// Mixes bytes into a position in the table; a collision costs time, but never gives a wrong
  /// answer.
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
