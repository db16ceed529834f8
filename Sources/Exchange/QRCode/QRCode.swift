/// A QR code that contains a string.
///
/// The string is encoded in byte mode. The code has the smallest version that fits the string, the
/// highest level that fits into this version, and the mask with the lowest penalty.
///
/// - SeeAlso: ISO/IEC 18004, *QR Code bar code symbology specification*.
package struct QRCode: Equatable, Sendable {
  /// The width of the light margin around a code, in modules.
  package static let quietZone = 4

  package let version: QRVersion
  package let level: QRLevel
  /// The number of the mask, from 0 to 7.
  package let mask: Int
  private let modules: [[Bool]]

  /// Creates a QR code that contains a string.
  ///
  /// If `mask` is nil, the code has the mask with the lowest penalty.
  ///
  /// - Throws: `ExchangeError` if the string is too long for any version.
  package init(
    _ text: String, atLeast lowest: QRLevel = .low, mask: Int? = nil
  ) throws(ExchangeError) {
    let bytes = Array(text.utf8)
    let found = QRVersion.all.lazy.map { QRVersion(number: $0) }
      .first { bytes.count <= $0.capacity(lowest) }
    guard let version = found else {
      let most = QRVersion(number: QRVersion.all.upperBound).capacity(lowest)
      throw ExchangeError(
        "found \(bytes.count) bytes for a QR code; expected at most \(most)")
    }
    let level = bytes.count <= version.capacity(.medium) ? QRLevel.medium : lowest
    let words = Self.interleaved(Self.words(bytes, version, level), version, level)
    let painters = (mask.map { $0...$0 } ?? 0...7).map { mask in
      var painter = QRPainter(version)
      painter.fill(with: words, mask: mask)
      painter.drawFormat(level, mask: mask)
      return (mask: mask, painter: painter)
    }
    let penalties = painters.map { QRPenalty.of($0.painter.modules) }
    let best = penalties.indices.min { penalties[$0] < penalties[$1] } ?? 0
    self.version = version
    self.level = level
    self.mask = painters[best].mask
    modules = painters[best].painter.modules
  }

  /// The number of modules on each side, without the quiet zone.
  package var size: Int { modules.count }

  /// Returns true if a module is dark.
  ///
  /// Modules outside the code are light.
  package func isDark(_ row: Int, _ column: Int) -> Bool {
    modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column]
  }

  // MARK: Bytes

  /// Returns the data codewords: mode, length, content and padding.
  private static func words(_ bytes: [UInt8], _ version: QRVersion, _ level: QRLevel) -> [UInt8] {
    let capacity = version.dataBytes(level)
    var bits: [Bool] = []
    func add(_ value: Int, bits count: Int) {
      for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
    }
    // The indicator of byte mode.
    add(4, bits: 4)
    add(bytes.count, bits: version.countBits)
    for byte in bytes { add(Int(byte), bits: 8) }
    add(0, bits: min(4, 8 * capacity - bits.count))
    add(0, bits: (8 - bits.count % 8) % 8)
    var words = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(0 as UInt8) { $0 << 1 | ($1 ? 1 : 0) }
    }
    var isEven = true
    while words.count < capacity {
      words.append(isEven ? 0xEC : 0x11)
      isEven.toggle()
    }
    return words
  }

  /// Returns the interleaved codewords of all blocks: first the data, then the error correction.
  private static func interleaved(
    _ words: [UInt8], _ version: QRVersion, _ level: QRLevel
  ) -> [UInt8] {
    let count = version.blocks(level)
    let shortest = words.count / count
    let longer = words.count % count
    let solomon = ReedSolomon(count: version.correctionBytes(level))
    var blocks: [[UInt8]] = []
    var rest = words[...]
    for number in 0..<count {
      let length = shortest + (number < count - longer ? 0 : 1)
      blocks.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    func inTurn(_ lists: [[UInt8]]) -> [UInt8] {
      (0..<(lists.map(\.count).max() ?? 0)).flatMap { place in
        lists.compactMap { place < $0.count ? $0[place] : nil }
      }
    }
    return inTurn(blocks) + inTurn(blocks.map(solomon.remainder))
  }
}
