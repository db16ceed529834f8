/// How much of a code can be damaged or covered so that it is still read.
package enum QRLevel: Int, CaseIterable, Sendable {
  /// About 7 per cent.
  case low
  /// About 15 per cent.
  case medium

  /// The number of the level in the code itself.
  var sign: Int { self == .low ? 1 : 0 }

  /// For each version the bytes that correct errors, in each block.
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

  /// For each version the number of blocks.
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

/// The size of a code: version 1 has 21 modules a side, and each further one four more.
package struct QRVersion: Equatable, Sendable {
  /// The versions that there are.
  package static let all = 1...40

  /// The number of the version.
  package let number: Int

  /// The modules of a side.
  package var size: Int { 17 + 4 * number }

  /// Returns the most bytes of a text at a level.
  ///
  /// - Parameter level: The level of correction.
  /// - Returns: The bytes.
  package func capacity(_ level: QRLevel) -> Int {
    (8 * dataBytes(level) - 4 - countBits) / 8
  }

  /// The bits for the length of the text.
  var countBits: Int { number < 10 ? 8 : 16 }

  /// All bytes, those that correct errors among them.
  var allBytes: Int {
    var modules = (16 * number + 128) * number + 64
    if number >= 2 {
      let patterns = number / 7 + 2
      modules -= (25 * patterns - 10) * patterns - 55
      if number >= 7 { modules -= 36 }
    }
    return modules / 8
  }

  /// The bytes without those that correct errors.
  func dataBytes(_ level: QRLevel) -> Int {
    allBytes - correctionBytes(level) * blocks(level)
  }

  /// The bytes that correct errors, in each block.
  func correctionBytes(_ level: QRLevel) -> Int { level.correctionBytes[number - 1] }

  /// The number of blocks.
  func blocks(_ level: QRLevel) -> Int { level.blocks[number - 1] }

  /// The rows and columns of the alignment patterns.
  var alignment: [Int] {
    if number == 1 { return [] }
    let count = number / 7 + 2
    let step = (8 * number + 3 * count + 5) / (4 * count - 4) * 2
    return [6] + (0..<count - 1).reversed().map { size - 7 - $0 * step }
  }
}
