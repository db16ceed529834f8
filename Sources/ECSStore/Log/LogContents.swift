/// The decoded contents of a log.
///
/// `LogReading` and `ChangeLog` read the bytes, in pieces if the file is large. Counts and the
/// greatest counter always include entries that were removed from memory.
package struct LogContents: Equatable, Sendable {
  /// The maximum number of damaged lines that are described.
  ///
  /// A file with random bytes may contain millions of damaged lines.
  package static let describedDamages = 1000

  /// The entries, in file order.
  package private(set) var entries: [LogEntry] = []
  /// True if no entries were removed from memory.
  package private(set) var isWhole = true
  /// The number of all entries, including those removed from memory.
  package private(set) var entryCount = 0
  /// The first damaged lines, in file order.
  ///
  /// At most ``describedDamages`` lines are listed.
  package var damages: [LogDamage] {
    lasting.first + (lasting.first.count < Self.describedDamages ? endDamage : [])
  }
  /// The number of all damages, including those not described.
  package var damageCount: Int { lasting.count + endDamage.count }
  /// The last damage.
  ///
  /// If more than ``describedDamages`` lines are damaged, its ``LogDamage/kind`` is nil.
  package var lastDamage: LogDamage? { endDamage.last ?? lasting.last }
  /// The damages that an append does not resolve.
  private var lasting = Damages()

  private struct Damages: Equatable {
    var first: [LogDamage] = []
    var count = 0
    var last: LogDamage?
    /// The total size of the damaged lines that yield no entry, in bytes.
    var lostBytes = 0
  }

  /// The damage of an incomplete last line, which the next append terminates or cancels.
  private var endDamage: [LogDamage] = []
  /// The size of a torn last line, in bytes.
  private var tornBytes = 0
  /// The number of torn lines that a later append has cancelled.
  ///
  /// The append of such a line never succeeded, so nothing was lost and it is not damage.
  package private(set) var cancelledCount = 0
  /// The newest format of the undamaged lines, or nil if no line is undamaged.
  package private(set) var newestFormat: Int?
  /// True if the last line has no newline.
  package private(set) var endsInsideLine = false
  /// The number of bytes that have been read.
  package private(set) var byteCount = 0
  /// The greatest counter of all entries, or 0.
  package private(set) var greatestCounter: UInt64 = 0
  private var lineCount = 0
  /// The append that is being read, or nil if its lines are complete or it has only one line.
  private var openAppend: OpenAppend?

  /// The position of an append that began with a line of kind ``LogKind/append``.
  private struct OpenAppend: Equatable {
    /// The offset of the append's first line.
    let start: Int
    /// The offset after the append's last line.
    let end: Int
    /// The line number of the append's first line.
    let line: Int
    /// The number of entries before the append.
    let entryCount: Int
    let damages: Damages
  }

  package init() {}

  /// Creates the contents of a log from its bytes.
  ///
  /// A damaged line is skipped and described. It does not affect other lines.
  ///
  /// - Parameter bytes: All bytes of a log.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(_ bytes: [UInt8]) {
    var decoder = LineDecoder()
    self.init(bytes, using: &decoder)
    noteEnd()
  }

  /// Creates the contents of a log from its bytes, with a decoder that several logs share.
  ///
  /// - Parameters:
  ///   - bytes: All bytes of a log, or some of its lines.
  ///   - decoder: The decoder for all of the logs, so that their entries share storage.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(_ bytes: [UInt8], using decoder: inout LineDecoder) {
    read(bytes[...], using: &decoder)
  }

  /// Reads more bytes of the log.
  ///
  /// `known` contains lines that probably occur in the bytes.
  ///
  /// - Precondition: The bytes begin at the start of a line, or continue a line that is too long.
  mutating func read(
    _ bytes: ArraySlice<UInt8>, using decoder: inout LineDecoder,
    expecting known: KnownLines = KnownLines([])
  ) {
    let span = bytes.span
    var known = known
    let areExpected = !known.entries.isEmpty
    let before = byteCount
    byteCount += bytes.count
    // Few lines are shorter than 80 bytes. Reserved memory costs nothing until it is used.
    entries.reserveCapacity(entries.count + span.count / 80)
    var start = endsInsideLine ? passLine(in: span) : 0
    while start < span.count {
      if areExpected, let line = known.take(in: span, at: start) {
        add(line.entry)
        endsInsideLine = false
        start = line.end
        lineCount += 1
        continue
      }
      let end = decoder.scan(span, from: start)
      let isTerminated = end < span.count
      let place = before + start..<before + end
      do throws(LogDamage.Reason) {
        if Self.mayStartAppend(span, end) {
          let entry = try decoder.entry(in: span, start..<end)
          if entry.change.kind == LogKind.append { noteAppend(entry, place) } else { add(entry) }
        } else {
          add(try decoder.entry(in: span, start..<end))
        }
        if areExpected, let entry = entries.last { known.pass(entry) }
        if !isTerminated { add(.unterminated, place) }
      } catch {
        addDamaged(span.extracting(start..<end), error, place, isTerminated, &decoder)
      }
      endsInsideLine = !isTerminated
      start = end + 1
      lineCount += 1
      if let end = openAppend?.end, before + start >= end, !endsTorn { openAppend = nil }
    }
  }

  /// True if only the first lines of the last append have been read.
  var endsInsideAppend: Bool { openAppend != nil }

  /// Returns true if a line may be of kind ``LogKind/append``, judged by its last bytes.
  ///
  /// The comment of such a line is empty, and its value is a number. Most lines differ in this, so
  /// their kinds need not be compared.
  @inline(__always)
  private static func mayStartAppend(_ bytes: Span<UInt8>, _ end: Int) -> Bool {
    let value = end - LogLine.checksumLength - 3
    return value > 0 && bytes[value + 1] == LogLine.tab && bytes[value + 2] == LogLine.tab
      && UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[value]
  }

  private mutating func noteAppend(_ entry: LogEntry, _ place: Range<Int>) {
    greatestCounter = max(greatestCounter, entry.counter)
    guard let length = UInt32(entry.change.value) else { return }
    openAppend = OpenAppend(
      start: place.lowerBound, end: place.upperBound + 1 + Int(length), line: lineCount + 1,
      entryCount: entryCount, damages: lasting)
  }

  /// Records that no more bytes follow.
  ///
  /// An incomplete append becomes a torn line: its writer may still be writing, or was killed.
  mutating func noteEnd() {
    guard let append = openAppend else { return }
    removeOpenAppend()
    endDamage = [
      LogDamage(
        line: append.line, offset: append.start, length: byteCount - append.start, reason: .torn,
        entryCount: entryCount, kind: nil)
    ]
    endsInsideLine = true
  }

  /// Removes the entries and damages of an append that never succeeded.
  private mutating func removeOpenAppend() {
    guard let append = openAppend else { return }
    entries.removeLast(entryCount - append.entryCount)
    (entryCount, lasting, openAppend) = (append.entryCount, append.damages, nil)
  }

  /// Adds a damaged line.
  ///
  /// If only the newline is damaged, the entry of the line is added, too.
  private mutating func addDamaged(
    _ line: Span<UInt8>, _ error: LogDamage.Reason, _ place: Range<Int>, _ isTerminated: Bool,
    _ decoder: inout LineDecoder
  ) {
    if error == .checksum, isTerminated, Self.isCancelled(line) {
      removeOpenAppend()
      return noteCancelled(byteCount: place.count)
    }
    let kind = damageCount < Self.describedDamages ? Self.kind(in: line) : nil
    let reason: LogDamage.Reason
    if error == .checksum, let entry = Self.entry(beforeNewlineIn: line, &decoder) {
      add(entry)
      reason = .newline
    } else {
      reason =
        switch error {
        case .checksum where Self.isZeros(line): .zeros
        case .checksum where !isTerminated: .torn
        default: error
        }
    }
    if reason == .zeros { removeOpenAppend() }
    add(reason, place, kind: kind)
  }

  private mutating func noteCancelled(byteCount: Int) {
    cancelledCount += 1
    lasting.lostBytes += byteCount
  }

  /// Skips the rest of a line that is too long.
  ///
  /// - Returns: The offset of the next line.
  private mutating func passLine(in bytes: Span<UInt8>) -> Int {
    let end = bytes.indices.first { bytes[$0] == LogLine.newline }
    lasting.lostBytes += end ?? bytes.count
    endsInsideLine = end == nil
    return end.map { $0 + 1 } ?? bytes.count
  }

  /// Removes the entries that a rewritten log would omit.
  mutating func removeNeedlessEntries() { entries = Compaction.retainedEntries(of: entries) }

  /// Adds entries that this program has appended to the file.
  ///
  /// `start` is the line of kind ``LogKind/append`` that was written for them, if any.
  mutating func note(_ appended: [LogEntry], startingWith start: LogEntry?, byteCount: Int) {
    if let start {
      greatestCounter = max(greatestCounter, start.counter)
      lineCount += 1
    }
    if endsTorn { noteCancelled(byteCount: tornBytes + LogLine.cancelMark.count) }
    (endDamage, tornBytes) = ([], 0)
    for entry in appended { add(entry) }
    self.byteCount += byteCount
    lineCount += appended.count
    endsInsideLine = false
  }

  /// Records that an undamaged log was rewritten.
  ///
  /// `retained` contains all entries of the new file.
  mutating func note(rewritten retained: [LogEntry], byteCount: Int) {
    if isWhole { entries = retained }
    (entryCount, lineCount) = (retained.count, retained.count)
    self.byteCount = byteCount
    newestFormat = retained.lazy.map { LogLine.format(of: $0) }.max()
    (cancelledCount, lasting) = (0, Damages())
  }

  mutating func removeEntries() -> [LogEntry] {
    if !entries.isEmpty { isWhole = false }
    defer { entries = [] }
    return entries
  }

  mutating func retainEntries(where isNeeded: (LogEntry) -> Bool) {
    entries.removeAll { !isNeeded($0) }
    isWhole = false
  }

  /// The counter for the next entry of the log.
  ///
  /// The counter is greater than all counters used so far. The counters in damaged lines are
  /// unknown, and other devices may still have the lost entries. The next counter therefore skips
  /// one value for each entry that the damaged bytes could have contained.
  package var nextCounter: UInt64 {
    greatestCounter + UInt64((lasting.lostBytes + tornBytes) / LogLine.shortest + 1)
  }

  private mutating func add(_ entry: consuming LogEntry) {
    entryCount += 1
    greatestCounter = max(greatestCounter, entry.counter)
    newestFormat = max(newestFormat ?? 0, LogLine.format(of: entry))
    entries.append(entry)
  }

  private mutating func add(
    _ reason: LogDamage.Reason, _ place: Range<Int>, kind: String? = nil
  ) {
    let damage = LogDamage(
      line: lineCount + 1, offset: place.lowerBound, length: place.count, reason: reason,
      entryCount: entryCount, kind: kind)
    if reason == .torn || reason == .unterminated {
      endDamage = [damage]
      if reason == .torn { tornBytes = place.count }
    } else {
      lasting.count += 1
      lasting.last = damage
      if lasting.first.count < Self.describedDamages { lasting.first.append(damage) }
    }
    switch reason {
    case .newerFormat(let version): newestFormat = max(newestFormat ?? 0, version)
    case .unterminated, .newline, .torn: break
    default: lasting.lostBytes += place.count
    }
  }

  /// True if the last line or the last append is incomplete.
  var endsTorn: Bool { endDamage.last?.reason == .torn }

  /// Removes the incomplete last line or append, to read it again with the bytes that follow.
  ///
  /// - Returns: The number of removed bytes, or 0 if the end is complete.
  mutating func removeTornEnd() -> Int {
    guard endsTorn, let damage = endDamage.first else { return 0 }
    (endDamage, tornBytes, endsInsideLine) = ([], 0, false)
    (byteCount, lineCount) = (damage.offset, damage.line - 1)
    return damage.length
  }

  /// The bytes to write before an append.
  ///
  /// These bytes end an incomplete line. They also mark a torn line as cancelled, because its
  /// append never succeeded.
  var separator: [UInt8] {
    guard endsInsideLine else { return [] }
    return (endsTorn ? LogLine.cancelMark : []) + [LogLine.newline]
  }

  /// Returns the entry of a line whose only damage is a flipped bit in its newline, otherwise nil.
  private static func entry(
    beforeNewlineIn line: Span<UInt8>, _ decoder: inout LineDecoder
  ) -> LogEntry? {
    guard line.count > 0, (line[line.count - 1] ^ LogLine.newline).nonzeroBitCount == 1 else {
      return nil
    }
    return entry(in: line.extracting(droppingLast: 1), &decoder)
  }

  /// Returns the entry of a line without its newline, or nil if the line is not valid.
  private static func entry(in line: Span<UInt8>, _ decoder: inout LineDecoder) -> LogEntry? {
    guard decoder.scan(line, from: 0) == line.count else { return nil }
    do throws(LogDamage.Reason) {
      return try decoder.entry(in: line, 0..<line.count)
    } catch {
      return nil
    }
  }

  /// Returns true if a line was torn and then marked as cancelled by the next append.
  ///
  /// One flipped bit turns the digit 8 into ``LogLine/cancel``, which older programs wrote only
  /// once. So a line with all fields and as many digits as a checksum is damaged, not torn.
  private static func isCancelled(_ line: Span<UInt8>) -> Bool {
    guard line.count > 0, line[line.count - 1] == LogLine.cancel else { return false }
    if line.count > 1, line[line.count - 2] == LogLine.cancel { return true }
    let digits = line.indices.reversed().prefix { line[$0] != LogLine.tab }.count
    return digits != LogLine.checksumLength || kind(in: line) == nil
  }

  /// Returns the kind in a damaged line, or nil if the number of fields is wrong.
  private static func kind(in line: Span<UInt8>) -> String? {
    guard line.count <= LogLine.longest else { return nil }
    let fields = line.withUnsafeBytes {
      $0.split(separator: LogLine.tab, omittingEmptySubsequences: false).map { [UInt8]($0) }
    }
    guard (LogLine.fieldCount - 2...LogLine.fieldCount).contains(fields.count) else { return nil }
    return String(validating: fields[5], as: UTF8.self)
  }

  private static func isZeros(_ bytes: Span<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.indices.allSatisfy { bytes[$0] == 0 }
  }
}
