/// The bytes of an answer, collected up to a bound.
///
/// Some answers repeat what is in the file once: each speaker of a talk has the talk with all its
/// speakers. Such an answer can be as large as the square of the file, so it is given up once it is
/// over its bound.
package struct Answer: Equatable, Sendable {
  /// The approximate bytes of a piece; a single array would be copied as a whole each time it
  /// grows.
  static let pieceSize = 1 << 16

  /// The most bytes; nil for no limit.
  package var limit: Int?
  private(set) var pieces: [[UInt8]] = []
  package private(set) var count = 0

  /// Creates an empty answer.
  ///
  /// - Parameter limit: The most bytes; nil for no limit.
  package init(limit: Int? = nil) {
    self.limit = limit
  }

  /// Whether the bound is exceeded, so that the code that makes the answer can stop.
  package var isOver: Bool { limit.map { count > $0 } ?? false }

  /// Whether there is nothing.
  package var isEmpty: Bool { count == 0 }

  /// Adds bytes; those beyond the bound are not kept.
  package mutating func add(_ bytes: some Collection<UInt8>) {
    count += bytes.count
    if isOver { return }
    if pieces.isEmpty || pieces[pieces.count - 1].count >= Self.pieceSize { pieces.append([]) }
    pieces[pieces.count - 1].append(contentsOf: bytes)
  }

  /// Adds a line of text, as UTF-8 with a newline.
  package mutating func add(line: String) {
    add(line.utf8)
    add(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Adds bytes that are in an array of their own.
  mutating func add(_ bytes: [UInt8]) {
    if bytes.count < Self.pieceSize { return add(bytes[...]) }
    count += bytes.count
    if !isOver { pieces.append(bytes) }
  }

  /// Adds another answer.
  package mutating func add(_ other: Answer) {
    count += other.count
    if !isOver { pieces += other.pieces }
  }

  package static func == (first: Answer, second: Answer) -> Bool {
    first.count == second.count && first.bytes == second.bytes
  }

  /// Returns whether there are so many lines or more.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the first so many lines.
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

  /// All bytes in one array.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
    for piece in pieces { bytes += piece }
    return bytes
  }
}
