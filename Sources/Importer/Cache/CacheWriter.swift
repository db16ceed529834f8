/// Writes a section of a schedule image for ``CacheReader``.
struct CacheWriter {
  /// The minimum length, in bytes, of a repeated string that is replaced with a reference.
  ///
  /// Swift stores shorter strings inline, so sharing them saves no memory.
  static let shortest = 16

  private(set) var core: [UInt8] = []
  private(set) var prose: [UInt8] = []
  /// The reference numbers of the written strings that have at least ``shortest`` bytes.
  ///
  /// The keys are bytes, because equal strings may have different bytes.
  private var texts: [[UInt8]: UInt64] = [:]
  /// The reference numbers of the written lists that are not empty.
  private var lists: [[[UInt8]]: UInt64] = [:]

  mutating func add(byte: UInt8) { core.append(byte) }

  /// Adds a number as a variable-length integer with seven bits per byte.
  mutating func add(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      core.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    core.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Adds a signed number in zigzag encoding.
  mutating func add(signed number: Int64) {
    add(UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  /// Adds a string, or a reference to an earlier string with the same bytes.
  mutating func add(_ text: String) {
    let bytes = Array(text.utf8)
    if bytes.count >= Self.shortest {
      if let place = texts[bytes] { return add(place << 1 | 1) }
      texts[bytes] = UInt64(texts.count)
    }
    add(UInt64(bytes.count) << 1)
    core += bytes
  }

  /// Adds a list of strings, or a reference to an earlier list with the same bytes.
  ///
  /// Lists of tracks and locations repeat often, and readers then share one array.
  mutating func add(_ texts: [String]) {
    let bytes = texts.map { Array($0.utf8) }
    if let place = lists[bytes] { return add(place << 1 | 1) }
    if !bytes.isEmpty { lists[bytes] = UInt64(lists.count) }
    add(UInt64(texts.count) << 1)
    for text in texts { add(text) }
  }

  /// Adds a string of prose: its length to `core`, and its bytes to `prose`.
  mutating func add(prose text: String) {
    let bytes = Array(text.utf8)
    add(UInt64(bytes.count))
    prose += bytes
  }
}
