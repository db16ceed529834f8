/// Functions that compute length-limited Huffman codes.
enum CodeLengths {
  /// Returns the code lengths that encode the symbols in the fewest bits.
  ///
  /// The package-merge algorithm computes these lengths from the frequency of each symbol. The
  /// length is 0 for a symbol that does not occur.
  ///
  /// - Complexity: O(*n* · *m*), where *n* is the number of symbols and *m* the maximum code
  ///   length.
  /// - SeeAlso: Larmore, Hirschberg, *A fast algorithm for optimal length-limited Huffman codes*
  ///   (1990).
  static func best(for counts: [Int], longest: Int) -> [Int] {
    var lengths = Array(repeating: 0, count: counts.count)
    let leaves = counts.indices.filter { counts[$0] > 0 }.sorted { counts[$0] < counts[$1] }
      .map { (weight: counts[$0], symbols: [$0]) }
    guard leaves.count > 1 else {
      // A single code of one bit is not complete, but even strict decoders accept it.
      for leaf in leaves { lengths[leaf.symbols[0]] = 1 }
      return lengths
    }
    var packages = leaves
    for _ in 1..<longest {
      let pairs = stride(from: 0, to: packages.count - 1, by: 2).map { place in
        (
          weight: packages[place].weight + packages[place + 1].weight,
          symbols: packages[place].symbols + packages[place + 1].symbols
        )
      }
      packages = merged(leaves, pairs)
    }
    for package in packages.prefix(2 * leaves.count - 2) {
      for symbol in package.symbols { lengths[symbol] += 1 }
    }
    return lengths
  }

  private typealias Package = (weight: Int, symbols: [Int])

  /// Returns two sorted lists merged by weight; among equal weights, leaves are first.
  private static func merged(_ leaves: [Package], _ pairs: [Package]) -> [Package] {
    var all: [Package] = []
    var rest = pairs[...]
    for leaf in leaves {
      while let first = rest.first, first.weight < leaf.weight { all.append(rest.removeFirst()) }
      all.append(leaf)
    }
    return all + rest
  }

  /// Returns the canonical codes with their bits in reverse order, as in the stream.
  ///
  /// The code is 0 for a symbol without a code.
  static func codes(of lengths: [Int]) -> [Int] {
    var codes = Array(repeating: 0, count: lengths.count)
    var next = 0
    for length in 1...DeflateTables.longestCode {
      for symbol in lengths.indices where lengths[symbol] == length {
        var bits = next
        for _ in 0..<length {
          codes[symbol] = codes[symbol] << 1 | bits & 1
          bits >>= 1
        }
        next += 1
      }
      next <<= 1
    }
    return codes
  }
}

/// The header of a block with dynamic Huffman codes.
struct DynamicHeader {
  private let lengthCount: Int
  private let distanceCount: Int
  /// The symbols of the run-length encoded code lengths, and their extra bits.
  private let symbols: [(symbol: Int, extra: Int, bits: Int)]
  private let codeLengths: [Int]

  /// Creates the header for the code lengths of the literal/length and distance alphabets.
  init(_ lengths: [Int], _ distances: [Int]) {
    lengthCount = max(257, (lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    distanceCount = max(1, (distances.lastIndex { $0 > 0 } ?? 0) + 1)
    symbols = Self.runs(
      of: Array(lengths.prefix(lengthCount)) + Array(distances.prefix(distanceCount)))
    var counts = Array(repeating: 0, count: 19)
    for run in symbols { counts[run.symbol] += 1 }
    // The code for code lengths must be complete, so it needs at least two symbols.
    if counts.count(where: { $0 > 0 }) < 2 { counts[counts[0] == 0 ? 0 : 1] += 1 }
    codeLengths = CodeLengths.best(for: counts, longest: 7)
  }

  /// Returns the run-length encoding of code lengths.
  private static func runs(of lengths: [Int]) -> [(symbol: Int, extra: Int, bits: Int)] {
    var runs: [(symbol: Int, extra: Int, bits: Int)] = []
    var rest = lengths[...]
    var last: Int?
    while let length = rest.first {
      let count = rest.prefix { $0 == length }.count
      let taken: Int
      if length == 0, count >= 11 {
        taken = min(count, 138)
        runs.append((18, taken - 11, 7))
      } else if length == 0, count >= 3 {
        taken = count
        runs.append((17, taken - 3, 3))
      } else if length == last, count >= 3 {
        taken = min(count, 6)
        runs.append((16, taken - 3, 2))
      } else {
        taken = 1
        runs.append((length, 0, 0))
      }
      rest = rest.dropFirst(taken)
      last = length
    }
    return runs
  }

  private var codeCount: Int {
    let order = DeflateTables.orderOfCodeLengths
    return max(4, (order.lastIndex { codeLengths[$0] > 0 } ?? 0) + 1)
  }

  /// The size of the header in bits.
  var cost: Int {
    14 + 3 * codeCount + symbols.reduce(0) { $0 + codeLengths[$1.symbol] + $1.bits }
  }

  func write(to writer: inout BitWriter) {
    writer.write(lengthCount - 257, bits: 5)
    writer.write(distanceCount - 1, bits: 5)
    writer.write(codeCount - 4, bits: 4)
    for place in DeflateTables.orderOfCodeLengths.prefix(codeCount) {
      writer.write(codeLengths[place], bits: 3)
    }
    let codes = CodeLengths.codes(of: codeLengths)
    for (symbol, extra, bits) in symbols {
      writer.write(codes[symbol], bits: codeLengths[symbol])
      writer.write(extra, bits: bits)
    }
  }
}
