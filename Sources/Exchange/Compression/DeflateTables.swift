/// The alphabets of deflate: lengths and distances, and their extra bits.
///
/// - SeeAlso: RFC 1951, 3.2.5 to 3.2.7.
enum DeflateTables {
  /// The maximum length of a literal, length or distance code, in bits.
  static let longestCode = 15
  static let endOfBlock = 256
  /// The valid lengths of a match.
  static let lengths = 3...258
  /// The maximum distance of a match, in bytes.
  static let window = 32_768

  /// The smallest match length of each length symbol, starting with symbol 257.
  static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  /// The number of extra bits of each length symbol.
  ///
  /// The value of these bits is added to the smallest length.
  static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  /// The smallest match distance of each distance symbol.
  static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12_289, 16_385, 24_577,
  ]
  /// The number of extra bits of each distance symbol.
  ///
  /// The value of these bits is added to the smallest distance.
  static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]
  /// The order in which a block header lists the code lengths of the code length alphabet.
  static let orderOfCodeLengths = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The code lengths of the literal/length alphabet in a block with fixed codes.
  static let fixedLengths =
    Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112)
    + Array(repeating: 7, count: 24) + Array(repeating: 8, count: 8)
  /// The code lengths of the distance alphabet in a block with fixed codes.
  static let fixedDistances = Array(repeating: 5, count: 30)
}
