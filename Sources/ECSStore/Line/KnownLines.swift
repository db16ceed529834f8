import Basics

/// The lines of known entries, in order.
///
/// The files of synced devices have most lines in common. Each entry has exactly one encoding, so a
/// line with known bytes need not be decoded or checked.
struct KnownLines {
  let entries: [LogEntry]
  /// The lines with their newlines.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var next = 0

  /// Creates the lines by encoding known entries.
  ///
  /// - Parameter entries: The entries, sorted by ``LogEntry/precedes(_:)``.
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

  /// Consumes the next expected line if that line starts at an offset.
  ///
  /// - Parameters:
  ///   - text: The bytes of a file.
  ///   - start: The offset of a line in the file.
  /// - Returns: The entry of the line, and the offset after its newline, or nil if another line is
  ///   at the offset.
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

  /// Skips the expected lines up to and including a given entry.
  mutating func pass(_ entry: LogEntry) {
    while next < entries.count,
      (entries[next].counter, entries[next].device) <= (entry.counter, entry.device)
    {
      next += 1
    }
  }
}
