import TextBasics

/// Lines whose entries are known, in the order of these.
///
/// The files of devices that have synced say nearly the same in the same order. Every entry has exactly one
/// form, so a line that is there byte for byte needs neither its checksum nor another look.
struct KnownLines {
  /// What the lines say.
  let entries: [LogEntry]
  /// The lines, each with its newline, and where each one ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The position of the line that is expected next.
  private var next = 0

  /// Writes the lines of entries.
  ///
  /// - Parameter entries: The entries, each before the next one by ``LogEntry/precedes(_:)``.
  /// - Complexity: O(*n*) in the number of bytes.
  init(_ entries: [LogEntry]) {
    self.entries = entries
    ends.reserveCapacity(entries.count)
    var encoder = LineEncoder()
    for entry in entries {
      encoder.append(entry, to: &bytes)
      bytes.append(LogLine.newline)
      ends.append(bytes.count)
    }
  }

  /// Takes the line that is expected next, if it begins at an offset.
  ///
  /// - Parameters:
  ///   - text: The bytes of a file.
  ///   - start: The offset where a line of it begins.
  /// - Returns: The entry of the line, and the offset after its newline; nil if another line is there.
  mutating func take(in text: Span<UInt8>, at start: Int) -> (entry: LogEntry, end: Int)? {
    guard next < ends.count else { return nil }
    let from = next == 0 ? 0 : ends[next - 1]
    let end = start + ends[next] - from
    guard end <= text.count,
      text.extracting(start..<end).hasSameBytes(as: bytes.span.extracting(from..<ends[next]))
    else { return nil }
    next += 1
    return (entries[next - 1], end)
  }

  /// Passes the lines that do not come after an entry which is there instead.
  mutating func pass(_ entry: LogEntry) {
    while next < entries.count,
      (entries[next].counter, entries[next].device) <= (entry.counter, entry.device)
    {
      next += 1
    }
  }
}
