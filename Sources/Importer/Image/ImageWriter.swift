/// Writes the bytes of an image, which ``ImageReader`` reads.
struct ImageWriter {
  /// Texts of fewer bytes are written each time, since they take no memory of their own.
  static let shortest = 16

  /// All but the long texts.
  private(set) var core: [UInt8] = []
  /// The long texts.
  private(set) var prose: [UInt8] = []
  /// The numbers of the texts that were written, by their bytes: equal texts may have other bytes.
  private var texts: [[UInt8]: UInt64] = [:]

  mutating func add(byte: UInt8) { core.append(byte) }

  /// Adds a number, seven bits in each byte.
  mutating func add(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      core.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    core.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Adds a number that may be negative.
  mutating func add(signed number: Int64) {
    add(UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  /// Adds a text, or the number of one with the same bytes.
  mutating func add(_ text: String) {
    let bytes = Array(text.utf8)
    if bytes.count >= Self.shortest {
      if let place = texts[bytes] { return add(place << 1 | 1) }
      texts[bytes] = UInt64(texts.count)
    }
    add(UInt64(bytes.count) << 1)
    core += bytes
  }

  mutating func add(_ texts: [String]) {
    add(UInt64(texts.count))
    for text in texts { add(text) }
  }

  /// Adds a long text, which is read only if it is wanted.
  mutating func add(prose text: String) {
    let bytes = Array(text.utf8)
    add(UInt64(bytes.count))
    prose += bytes
  }
}
