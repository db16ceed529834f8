/// A compressor for deflate streams, with lazy matching and Huffman codes.
///
/// Equal bytes always result in equal streams.
struct Deflater {
  private enum Token {
    case literal(UInt8)
    case repetition(length: Int, distance: Int)
  }

  /// The maximum number of tokens in a block.
  ///
  /// Each block has separate codes.
  private static let tokensOfBlock = 1 << 15
  /// The maximum number of earlier positions to compare with each position.
  private static let mostCandidates = 256

  private var writer = BitWriter()

  /// Returns a deflate stream of the bytes, padded to whole bytes.
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var deflater = Deflater()
    let tokens = Self.tokens(of: bytes)
    var start = 0
    repeat {
      let end = min(start + tokensOfBlock, tokens.count)
      deflater.write(Array(tokens[start..<end]), isLast: end == tokens.count)
      start = end
    } while start < tokens.count
    return deflater.writer.finished()
  }

  // MARK: Matches

  /// Returns the literals and matches that represent the bytes.
  ///
  /// Hash chains of three-byte sequences find the matches.
  private static func tokens(of bytes: [UInt8]) -> [Token] {
    let mask = 0x7FFF
    var latest = Array(repeating: -1, count: mask + 1)
    var former = Array(repeating: -1, count: bytes.count)
    var tokens: [Token] = []

    func key(_ position: Int) -> Int {
      let word =
        UInt32(bytes[position]) << 16 | UInt32(bytes[position + 1]) << 8
        | UInt32(bytes[position + 2])
      return Int(truncatingIfNeeded: (word &* 0x9E37_79B1) >> 17) & mask
    }
    func insert(_ position: Int) {
      guard position + 2 < bytes.count else { return }
      let key = key(position)
      former[position] = latest[key]
      latest[key] = position
    }
    func longest(at position: Int) -> (length: Int, distance: Int) {
      guard position + 2 < bytes.count else { return (0, 0) }
      let most = min(DeflateTables.lengths.upperBound, bytes.count - position)
      var best = (length: 0, distance: 0)
      var candidate = latest[key(position)]
      var left = mostCandidates
      while candidate >= 0, left > 0, position - candidate <= DeflateTables.window {
        var length = 0
        while length < most, bytes[candidate + length] == bytes[position + length] { length += 1 }
        if length > best.length { best = (length, position - candidate) }
        if length == most { break }
        candidate = former[candidate]
        left -= 1
      }
      return best.length < DeflateTables.lengths.lowerBound ? (0, 0) : best
    }

    var position = 0
    var found = longest(at: 0)
    while position < bytes.count {
      insert(position)
      // Lazy matching: if the next byte begins a longer match, this byte becomes a literal.
      let next = position + 1 < bytes.count ? longest(at: position + 1) : (length: 0, distance: 0)
      if found.length == 0 || next.length > found.length {
        tokens.append(.literal(bytes[position]))
        position += 1
        found = next
        continue
      }
      tokens.append(.repetition(length: found.length, distance: found.distance))
      for other in position + 1..<position + found.length { insert(other) }
      position += found.length
      found = longest(at: position)
    }
    return tokens
  }

  // MARK: Blocks

  private mutating func write(_ tokens: [Token], isLast: Bool) {
    var lengthCounts = Array(repeating: 0, count: 286)
    var distanceCounts = Array(repeating: 0, count: 30)
    for token in tokens {
      switch token {
      case .literal(let byte): lengthCounts[Int(byte)] += 1
      case .repetition(let length, let distance):
        lengthCounts[257 + Self.symbol(of: length, in: DeflateTables.lengthBases)] += 1
        distanceCounts[Self.symbol(of: distance, in: DeflateTables.distanceBases)] += 1
      }
    }
    lengthCounts[DeflateTables.endOfBlock] = 1
    let lengths = CodeLengths.best(for: lengthCounts, longest: DeflateTables.longestCode)
    let distances = CodeLengths.best(for: distanceCounts, longest: DeflateTables.longestCode)
    let header = DynamicHeader(lengths, distances)
    func cost(_ counts: [Int], _ lengths: [Int]) -> Int {
      zip(counts, lengths).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let dynamic = header.cost + cost(lengthCounts, lengths) + cost(distanceCounts, distances)
    let fixed =
      cost(lengthCounts, DeflateTables.fixedLengths)
      + cost(distanceCounts, DeflateTables.fixedDistances)
    writer.write(isLast ? 1 : 0, bits: 1)
    if fixed <= dynamic {
      writer.write(1, bits: 2)
      write(tokens, DeflateTables.fixedLengths, DeflateTables.fixedDistances)
    } else {
      writer.write(2, bits: 2)
      header.write(to: &writer)
      write(tokens, lengths, distances)
    }
  }

  private mutating func write(_ tokens: [Token], _ lengths: [Int], _ distances: [Int]) {
    let lengthCodes = CodeLengths.codes(of: lengths)
    let distanceCodes = CodeLengths.codes(of: distances)
    func write(_ symbol: Int, _ codes: [Int], _ lengths: [Int], to writer: inout BitWriter) {
      writer.write(codes[symbol], bits: lengths[symbol])
    }
    for token in tokens {
      switch token {
      case .literal(let byte): write(Int(byte), lengthCodes, lengths, to: &writer)
      case .repetition(let length, let distance):
        let long = Self.symbol(of: length, in: DeflateTables.lengthBases)
        write(257 + long, lengthCodes, lengths, to: &writer)
        writer.write(
          length - DeflateTables.lengthBases[long], bits: DeflateTables.lengthBits[long])
        let far = Self.symbol(of: distance, in: DeflateTables.distanceBases)
        write(far, distanceCodes, distances, to: &writer)
        writer.write(
          distance - DeflateTables.distanceBases[far], bits: DeflateTables.distanceBits[far])
      }
    }
    write(DeflateTables.endOfBlock, lengthCodes, lengths, to: &writer)
  }

  /// Returns the index of the last base that does not exceed the value.
  private static func symbol(of value: Int, in bases: [Int]) -> Int {
    (bases.firstIndex { $0 > value } ?? bases.count) - 1
  }
}

/// A writer for numbers with a given number of bits, least significant bit first.
struct BitWriter {
  private var bytes: [UInt8] = []
  private var bits = 0
  private var bitCount = 0

  mutating func write(_ value: Int, bits count: Int) {
    bits |= value << bitCount
    bitCount += count
    while bitCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }

  /// Pads the last byte and returns all bytes.
  consuming func finished() -> [UInt8] {
    if bitCount > 0 { bytes.append(UInt8(truncatingIfNeeded: bits)) }
    return bytes
  }
}
