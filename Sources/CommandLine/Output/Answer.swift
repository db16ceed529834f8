/// The bytes that a run writes to standard output, with an optional size limit.
///
/// Output can repeat parts of the input many times. For example, each speaker lists their talks,
/// and each talk lists its speakers. So the size of the output can be quadratic in the size of the
/// input. Bytes beyond the limit are not stored.
package struct Answer: Equatable, Sendable {
  /// The approximate size of a piece, in bytes.
  ///
  /// The output is stored in pieces, because a single array would be copied whenever it grows.
  static let pieceSize = 1 << 16

  /// The maximum size in bytes, or nil for no limit.
  package var limit: Int?
  private(set) var pieces: [[UInt8]] = []
  package private(set) var count = 0

  package init(limit: Int? = nil) {
    self.limit = limit
  }

  /// True if the output exceeds its limit, so that the producer can stop.
  package var isOver: Bool { limit.map { count > $0 } ?? false }

  package var isEmpty: Bool { count == 0 }

  /// Adds bytes; bytes beyond the limit are counted but not stored.
  package mutating func add(_ bytes: some Collection<UInt8>) {
    count += bytes.count
    if isOver { return }
    if pieces.isEmpty || pieces[pieces.count - 1].count >= Self.pieceSize { pieces.append([]) }
    pieces[pieces.count - 1].append(contentsOf: bytes)
  }

  /// Adds a line as UTF-8, followed by a newline.
  package mutating func add(line: String) {
    add(line.utf8)
    add(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Adds an array; a large array is stored without a copy.
  mutating func add(_ bytes: [UInt8]) {
    if bytes.count < Self.pieceSize { return add(bytes[...]) }
    count += bytes.count
    if !isOver { pieces.append(bytes) }
  }

  package mutating func add(_ other: Answer) {
    count += other.count
    if !isOver { pieces += other.pieces }
  }

  package static func == (first: Answer, second: Answer) -> Bool {
    first.count == second.count && first.bytes == second.bytes
  }

  /// Returns true if the output has at least the given number of lines.
  func hasLines(_ count: Int) -> Bool {
    var left = count
    for piece in pieces {
      for byte in piece where byte == UInt8(ascii: "\n") {
        left -= 1
        if left <= 0 { return true }
      }
    }
    return left <= 0
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
    for piece in pieces { bytes += piece }
    return bytes
  }
}
