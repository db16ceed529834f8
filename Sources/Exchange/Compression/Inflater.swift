/// A decompressor for a deflate stream.
///
/// The stream is untrusted. Each read is checked, and the output is limited while it grows.
struct Inflater {
  /// The index of the first unread byte.
  ///
  /// After decompression, it is the index of the first byte after the stream.
  private(set) var position: Int
  private let bytes: [UInt8]
  private let limit: Int
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  /// Creates a decompressor.
  ///
  /// The stream begins at index `start`. Decompression fails if the content exceeds `limit` bytes.
  init(_ bytes: [UInt8], from start: Int, limit: Int) {
    self.bytes = bytes
    self.limit = limit
    position = start
  }

  static let cutOff = ExchangeError(
    "found only the beginning of the compressed bytes; the end is missing")

  private static func damage(_ what: String) -> ExchangeError {
    ExchangeError("found \(what); the compressed bytes are damaged")
  }

  /// Decompresses the whole stream and returns its content.
  ///
  /// - Throws: `ExchangeError` if the stream is truncated or damaged, or the content exceeds its
  ///   limit.
  mutating func content() throws(ExchangeError) -> [UInt8] {
    var isLast = false
    while !isLast {
      isLast = try read(1) == 1
      switch try read(2) {
      case 0: try readStored()
      case 1: try readCodes(Self.fixedLengths, Self.fixedDistances)
      case 2: try readDynamic()
      default: throw Self.damage("a block of an unknown type")
      }
    }
    return output
  }

  private static let fixedLengths = PrefixCode(DeflateTables.fixedLengths)
  private static let fixedDistances = PrefixCode(DeflateTables.fixedDistances)

  // MARK: Bits

  /// Reads a number of `count` bits, least significant bit first.
  private mutating func read(_ count: Int) throws(ExchangeError) -> Int {
    while bitCount < count {
      guard position < bytes.count else { throw Self.cutOff }
      bits |= UInt32(bytes[position]) << UInt32(bitCount)
      position += 1
      bitCount += 8
    }
    let value = Int(bits & (1 << UInt32(count) - 1))
    bits >>= UInt32(count)
    bitCount -= count
    return value
  }

  /// Decodes the next symbol, bit by bit.
  private mutating func readSymbol(_ code: PrefixCode) throws(ExchangeError) -> Int {
    var (word, first, index) = (0, 0, 0)
    for length in 1...DeflateTables.longestCode {
      word |= try read(1)
      let count = code.counts[length]
      if word - first < count { return code.symbols[index + word - first] }
      index += count
      first = (first + count) << 1
      word <<= 1
    }
    throw Self.damage("an undefined code")
  }

  // MARK: Blocks

  private mutating func append(_ byte: UInt8) throws(ExchangeError) {
    guard output.count < limit else {
      throw ExchangeError(
        "found more than \(limit) bytes after decompression; expected at most \(limit)")
    }
    output.append(byte)
  }

  private mutating func readStored() throws(ExchangeError) {
    // A stored block begins at a byte boundary.
    bits = 0
    bitCount = 0
    let length = try read(16)
    guard try read(16) == length ^ 0xFFFF else {
      throw Self.damage("a stored block without a length")
    }
    guard bytes.count - position >= length else { throw Self.cutOff }
    for byte in bytes[position..<position + length] { try append(byte) }
    position += length
  }

  private mutating func readDynamic() throws(ExchangeError) {
    let lengthCount = try read(5) + 257
    let distanceCount = try read(5) + 1
    let codeCount = try read(4) + 4
    guard lengthCount <= 286, distanceCount <= 30 else { throw Self.damage("too many symbols") }
    var codeLengths = Array(repeating: 0, count: 19)
    for place in DeflateTables.orderOfCodeLengths.prefix(codeCount) {
      codeLengths[place] = try read(3)
    }
    let code = PrefixCode(codeLengths)
    guard code.isComplete else { throw Self.damage("impossible codes") }
    var lengths: [Int] = []
    while lengths.count < lengthCount + distanceCount {
      let symbol = try readSymbol(code)
      switch symbol {
      case 16:
        guard let last = lengths.last else {
          throw Self.damage("a repeat code without a previous length")
        }
        lengths += Array(repeating: last, count: try read(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try read(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try read(7) + 11)
      default: lengths.append(symbol)
      }
    }
    guard lengths.count == lengthCount + distanceCount else { throw Self.damage("too many codes") }
    guard lengths[DeflateTables.endOfBlock] > 0 else {
      throw Self.damage("a block without an end code")
    }
    let literals = PrefixCode(Array(lengths[..<lengthCount]))
    let distances = PrefixCode(Array(lengths[lengthCount...]))
    guard literals.isUsable, distances.isUsable else { throw Self.damage("impossible codes") }
    try readCodes(literals, distances)
  }

  private mutating func readCodes(
    _ literals: PrefixCode, _ distances: PrefixCode
  ) throws(ExchangeError) {
    while true {
      let symbol = try readSymbol(literals)
      if symbol == DeflateTables.endOfBlock { return }
      if symbol < DeflateTables.endOfBlock {
        try append(UInt8(symbol))
        continue
      }
      let index = symbol - 257
      guard index < DeflateTables.lengthBases.count else {
        throw Self.damage("an impossible length")
      }
      let length = DeflateTables.lengthBases[index] + (try read(DeflateTables.lengthBits[index]))
      let far = try readSymbol(distances)
      guard far < DeflateTables.distanceBases.count else {
        throw Self.damage("an impossible distance")
      }
      let distance = DeflateTables.distanceBases[far] + (try read(DeflateTables.distanceBits[far]))
      guard distance <= output.count else {
        throw Self.damage("a distance beyond the beginning of the output")
      }
      for _ in 0..<length { try append(output[output.count - distance]) }
    }
  }
}

/// A canonical prefix code, stored as the number of codes of each length, and the sorted symbols.
struct PrefixCode {
  /// The number of codes of each length.
  ///
  /// The element at index 0 is the number of symbols without a code.
  private(set) var counts = Array(repeating: 0, count: DeflateTables.longestCode + 1)
  /// The symbols with a code, in code order.
  private(set) var symbols: [Int] = []
  /// The number of unused codes of the maximum length.
  ///
  /// A negative number means that there are too many codes.
  private let rest: Int

  /// Creates the code from the code length of each symbol.
  ///
  /// A length of 0 means no code.
  init(_ lengths: [Int]) {
    for length in lengths { counts[length] += 1 }
    var rest = 1 << DeflateTables.longestCode
    for length in 1...DeflateTables.longestCode {
      rest -= counts[length] << (DeflateTables.longestCode - length)
      symbols += lengths.indices.filter { lengths[$0] == length }
    }
    self.rest = rest
  }

  /// True if every sequence of bits begins with exactly one code.
  var isComplete: Bool { rest == 0 }

  /// True if the code is complete, empty, or a single code of one bit.
  var isUsable: Bool {
    isComplete || symbols.isEmpty || symbols.count == 1 && counts[1] == 1
  }
}
