/// What the bytes of a log say.
package struct LogContents: Equatable, Sendable {
  /// How many damages are described; a file of garbage has millions, too many to read.
  package static let describedDamages = 1000

  /// The entries, in the order of the file.
  package private(set) var entries: [LogEntry] = []
  /// Whether no entries were taken.
  package private(set) var isWhole = true
  /// The number of all entries, those that were taken too.
  package private(set) var entryCount = 0
  /// The first damages, in the order of the file, at most ``describedDamages``.
  package private(set) var damages: [LogDamage] = []
  /// The number of all damages, those that are not described too.
  package private(set) var damageCount = 0
  /// The last damage, whose kind is not known if it is not described.
  package private(set) var lastDamage: LogDamage?
  /// The newest format of any whole line, or nil if there is none.
  package private(set) var newestFormat: Int?
  /// Whether the last byte is part of a line that no newline ends.
  package private(set) var endsInsideLine = false
  /// The number of bytes that were read.
  package private(set) var byteCount = 0
  /// The greatest counter of all entries, or 0.
  package private(set) var greatestCounter: UInt64 = 0
  /// The number of bytes on lines whose entries, if they were any, are lost.
  private var lostBytes = 0
  /// The number of lines that were read.
  private var lineCount = 0

  /// Creates the contents of an empty log.
  package init() {}

  /// Reads the bytes of a log.
  ///
  /// A damaged line is stepped over and described, and never spoils its neighbours.
  ///
  /// - Parameter bytes: All bytes of a log.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(_ bytes: [UInt8]) {
    var decoder = LineDecoder()
    self.init(bytes, using: &decoder)
  }

  /// Reads the bytes of one of many logs.
  ///
  /// - Parameters:
  ///   - bytes: All bytes of a log, or some of its lines.
  ///   - decoder: What reads all of the logs, so that their entries share storage.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(_ bytes: [UInt8], using decoder: inout LineDecoder) {
    read(bytes[...], using: &decoder)
  }

  /// Reads the bytes that follow those that were read.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - decoder: What reads the lines.
  ///   - known: Lines that are likely to be there.
  /// - Precondition: The bytes begin a line, or continue one that is too long.
  mutating func read(
    _ bytes: ArraySlice<UInt8>, using decoder: inout LineDecoder,
    expecting known: KnownLines = KnownLines([])
  ) {
    let span = bytes.span
    var known = known
    let areExpected = !known.entries.isEmpty
    let before = byteCount
    byteCount += bytes.count
    // Lines are seldom shorter; room that is never used is never given by the system.
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
        add(try decoder.entry(in: span, start..<end))
        if areExpected, let entry = entries.last { known.pass(entry) }
        if !isTerminated { add(.unterminated, place) }
      } catch {
        let line = span.extracting(start..<end)
        let kind = damageCount < Self.describedDamages ? Self.kind(in: line) : nil
        let reason: LogDamage.Reason
        if error == .checksum, let entry = Self.entry(beforeNewlineIn: line, &decoder) {
          add(entry)
          reason = .newline
        } else {
          reason =
            switch error {
            case .checksum where Self.isZeros(line): .zeros
            case .checksum where !isTerminated || Self.isCancelled(line, &decoder): .torn
            default: error
            }
        }
        add(reason, place, kind: kind)
      }
      endsInsideLine = !isTerminated
      start = end + 1
      lineCount += 1
    }
  }

  /// Passes over the rest of a line that is too long, and returns where the next one begins.
  private mutating func passLine(in bytes: Span<UInt8>) -> Int {
    let end = bytes.indices.first { bytes[$0] == LogLine.newline }
    lostBytes += end ?? bytes.count
    endsInsideLine = end == nil
    return end.map { $0 + 1 } ?? bytes.count
  }

  /// Forgets the entries that a rewritten log would not have.
  mutating func removeNeedlessEntries() { entries = Compaction.kept(of: entries) }

  /// Notes that entries were appended, in a number of bytes.
  mutating func note(_ appended: [LogEntry], byteCount: Int) {
    for entry in appended { add(entry) }
    self.byteCount += byteCount
    lineCount += appended.count
    endsInsideLine = false
  }

  /// Notes that the log, which was sound, was rewritten.
  ///
  /// - Parameters:
  ///   - kept: All entries that it has now.
  ///   - byteCount: Their number of bytes.
  mutating func note(rewritten kept: [LogEntry], byteCount: Int) {
    if isWhole { entries = kept }
    (entryCount, lineCount) = (kept.count, kept.count)
    self.byteCount = byteCount
    newestFormat = kept.lazy.map { LogLine.format(of: $0) }.max()
  }

  /// Returns the entries, and forgets them.
  mutating func removeEntries() -> [LogEntry] {
    if !entries.isEmpty { isWhole = false }
    defer { entries = [] }
    return entries
  }

  /// Forgets the entries that a condition does not hold for.
  mutating func keepEntries(where isNeeded: (LogEntry) -> Bool) {
    entries.removeAll { !isNeeded($0) }
    isWhole = false
  }

  /// The counter for the next entry, greater than all that were ever given.
  ///
  /// A damaged line hides its counter. As many numbers are left out as the damaged bytes could have
  /// had entries, so that the number of a lost entry, which may live on elsewhere, is not used
  /// twice.
  package var nextCounter: UInt64 {
    greatestCounter + UInt64(lostBytes / LogLine.shortest + 1)
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
    damageCount += 1
    let damage = LogDamage(
      line: lineCount + 1, offset: place.lowerBound, length: place.count, reason: reason,
      entryCount: entryCount, kind: kind)
    lastDamage = damage
    if damages.count < Self.describedDamages { damages.append(damage) }
    switch reason {
    case .newerFormat(let version): newestFormat = max(newestFormat ?? 0, version)
    case .unterminated, .newline: break
    default: lostBytes += place.count
    }
  }

  /// The bytes that an append writes first, so that a line without an end does not become part of the next.
  ///
  /// They mark a torn line as such, since its append never succeeded.
  var separator: [UInt8] {
    guard endsInsideLine else { return [] }
    return lastDamage?.reason == .torn ? [LogLine.cancel, LogLine.newline] : [LogLine.newline]
  }

  /// Returns the entry of a whole line whose newline alone is damaged, by one bit; nil for other lines.
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

  /// Returns true if a line was torn before other lines were appended.
  ///
  /// A flipped bit makes the same mark of the digit 8, so a line that is whole with this digit is damaged.
  private static func isCancelled(_ line: Span<UInt8>, _ decoder: inout LineDecoder) -> Bool {
    guard line.count > 0, line[line.count - 1] == LogLine.cancel else { return false }
    var bytes = line.indices.map { line[$0] }
    bytes[bytes.count - 1] = UInt8(ascii: "8")
    return entry(in: bytes.span, &decoder) == nil
  }

  /// Returns the kind that a damaged line names, if it has all fields.
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
