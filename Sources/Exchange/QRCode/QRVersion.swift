/// The error correction level of a QR code.
///
/// The level determines the share of the code that may be unreadable.
package enum QRLevel: Int, CaseIterable, Sendable {
  /// Level L: about 7 percent of the code may be unreadable.
  case low
  /// Level M: about 15 percent of the code may be unreadable.
  case medium

  /// The indicator of the level in the format information.
  var sign: Int { self == .low ? 1 : 0 }

  /// The number of error correction codewords per block, for each version.
  fileprivate var correctionBytes: [Int] {
    switch self {
    case .low:
      [
        7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30,
        30,
        26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
      ]
    case .medium:
      [
        10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28,
        28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
      ]
    }
  }

  /// The number of blocks of codewords, for each version.
  fileprivate var blocks: [Int] {
    switch self {
    case .low:
      [
        1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14,
        15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
      ]
    case .medium:
      [
        1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23,
        25,
        26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
      ]
    }
  }
}

/// The version of a QR code.
///
/// The version determines the size of the code. Version 1 has 21 modules on each side. Each further
/// version has four more modules on each side.
package struct QRVersion: Equatable, Sendable {
  package static let all = 1...40

  package let number: Int

  /// The number of modules on each side.
  package var size: Int { 17 + 4 * number }

  /// Returns the maximum size of a string at an error correction level, in bytes.
  package func capacity(_ level: QRLevel) -> Int {
    (8 * dataBytes(level) - 4 - countBits) / 8
  }

  /// The number of bits that encode the length of the string.
  var countBits: Int { number < 10 ? 8 : 16 }

  /// The total number of codewords, including error correction.
  var allBytes: Int {
    var modules = (16 * number + 128) * number + 64
    if number >= 2 {
      let patterns = number / 7 + 2
      modules -= (25 * patterns - 10) * patterns - 55
      if number >= 7 { modules -= 36 }
    }
    return modules / 8
  }

  /// Returns the number of data codewords, without error correction.
  func dataBytes(_ level: QRLevel) -> Int {
    allBytes - correctionBytes(level) * blocks(level)
  }

  /// Returns the number of error correction codewords per block.
  func correctionBytes(_ level: QRLevel) -> Int { level.correctionBytes[number - 1] }

  func blocks(_ level: QRLevel) -> Int { level.blocks[number - 1] }

  /// The center rows of alignment patterns, equal to the center columns.
  var alignment: [Int] {
    if number == 1 { return [] }
    let count = number / 7 + 2
    let step = (8 * number + 3 * count + 5) / (4 * count - 4) * 2
    return [6] + (0..<count - 1).reversed().map { size - 7 - $0 * step }
  }
}
