/// A key that orders a link in its list.
///
/// Keys are compared as text, and a new key sorts between the keys of its neighbors (fractional
/// indexing: Wallace, *Realtime Editing of Ordered Sequences*, 2017; Greenspan, *Implementing
/// Fractional Indexing*, 2017). A key consists of digits that sort between the neighbors, the tag
/// of the writer, and a number. A link that a writer inserts next to its own link gets the same
/// digits and another number. Runs that two writers insert at the same place therefore do not
/// interleave (Weidner and Kleppmann, *The Art of the Fugue*, 2023).
struct ListPosition: Hashable, Comparable, Sendable {
  /// The maximum number of bytes in a position.
  static let longest = 64

  /// The digits of the position, in base 62.
  ///
  /// The ASCII order of the digits is the order of their values. The last digit is not zero, so a
  /// smaller position always exists.
  let text: String

  private init(_ digits: some Sequence<Int>) {
    text = String(decoding: digits.lazy.map { Self.digits[$0] }, as: UTF8.self)
  }

  /// Creates a position from its text, or returns nil if the text is invalid.
  init?(_ text: Substring) {
    let bytes = text.utf8
    guard !bytes.isEmpty, bytes.count <= Self.longest, bytes.last != Self.digits[0],
      bytes.allSatisfy({ Self.value(of: $0) != nil })
    else { return nil }
    self.text = String(text)
  }

  static func < (first: ListPosition, second: ListPosition) -> Bool {
    first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
  }

  // MARK: Digits

  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  private static let base = 62

  private static func value(of byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A")) + 10
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 36
    default: nil
    }
  }

  private var values: [Int] { text.utf8.map { Self.value(of: $0) ?? 0 } }

  private static func digits(of number: UInt64, count: Int) -> [Int] {
    var (number, digits) = (number, [Int](repeating: 0, count: count))
    for place in digits.indices.reversed() {
      digits[place] = Int(number % UInt64(base))
      number /= UInt64(base)
    }
    return digits
  }

  // MARK: Labels

  /// Creates the position of a link in a list that was written as one value.
  ///
  /// The position depends only on the label, so all devices create the same position.
  init(label: Int) {
    // The sign bit is flipped, so that negative labels sort first.
    let digits = Self.digits(of: UInt64(bitPattern: Int64(label)) ^ (1 << 63), count: 11)
    self.init(digits + [1])
  }
}

// MARK: Positions between others

extension ListPosition {
  /// The parts of a position that one writer created: its leading digits and its number.
  private struct Run: Equatable {
    /// The exclusive upper bound of the numbers.
    static let end = 62 * 62 * 62 * 61
    /// The distance between successive numbers, to leave room for insertions.
    static let step = 32

    let start: [Int]
    let number: Int

    init(start: [Int], number: Int) { (self.start, self.number) = (start, number) }

    /// Creates the parts of a position, or returns nil if another writer created the position.
    init?(_ position: ListPosition, _ tag: [Int]) {
      let values = position.values
      guard values.count >= tag.count + 5, let last = values.last, last > 0,
        values.dropLast(4).suffix(tag.count).elementsEqual(tag)
      else { return nil }
      start = Array(values.dropLast(4))
      number = values.suffix(4).dropLast().reduce(0) { $0 * 62 + $1 } * 61 + last - 1
    }

    var position: ListPosition {
      ListPosition(
        start + ListPosition.digits(of: UInt64(number / 61), count: 3) + [number % 61 + 1])
    }
  }

  /// Returns positions between two others, in ascending order.
  ///
  /// - Parameters:
  ///   - lower: The position before the new ones, or nil at the start of the list.
  ///   - upper: The position after the new ones, or nil at the end. It must be greater than
  ///     `lower`.
  ///   - count: The number of positions.
  ///   - tag: A number that identifies the writer.
  /// - Returns: The positions, or nil if a position would be longer than ``longest``.
  static func between(
    _ lower: ListPosition?, _ upper: ListPosition?, count: Int, tag: Int
  ) -> [ListPosition]? {
    let tag = digits(of: UInt64(tag), count: 3)
    let before = lower.flatMap { Run($0, tag) }
    let after = upper.flatMap { Run($0, tag) }
    func run(_ start: [Int], _ number: (Int) -> Int) -> [ListPosition] {
      (0..<count).map { Run(start: start, number: number($0)).position }
    }
    if let before, let after, before.start == after.start {
      let gap = after.number - before.number
      if gap > count {
        return run(before.start) { before.number + gap * ($0 + 1) / (count + 1) }
      }
    }
    if let before, before.number + Run.step * count < Run.end {
      let positions = run(before.start) { before.number + Run.step * ($0 + 1) }
      if let last = positions.last, upper.map({ last < $0 }) ?? true { return positions }
    }
    if let after, after.number - Run.step * count > 0 {
      let positions = run(after.start) { after.number - Run.step * (count - $0) }
      if let first = positions.first, lower.map({ $0 < first }) ?? true { return positions }
    }
    let start = place(between: lower?.values ?? [], upper?.values) + tag
    if start.count + 4 > longest { return nil }
    let step = min(Run.step, Run.end / (count + 1))
    let first = (Run.end - step * count) / 2
    return run(start) { first + step * $0 }
  }

  /// Returns digits that sort between the digits of two positions.
  ///
  /// The result is not a prefix of the upper digits. At either end of a list, only the first four
  /// digits change, so positions remain short.
  private static func place(between lower: [Int], _ upper: [Int]?) -> [Int] {
    func start(_ values: [Int]) -> Int {
      (values + [0, 0, 0, 0]).prefix(4).reduce(0) { $0 * base + $1 }
    }
    let end = base * base * base * base
    if upper == nil, start(lower) + 1 < end {
      return digits(of: UInt64(lower.isEmpty ? end / 2 : start(lower) + 1), count: 4)
    }
    if let upper, lower.isEmpty, start(upper) > 1 {
      return digits(of: UInt64(start(upper) - 1), count: 4)
    }
    var upper = upper
    var digits: [Int] = []
    while true {
      let place = digits.count
      let low = place < lower.count ? lower[place] : 0
      let high = upper.map { place < $0.count ? $0[place] : 0 } ?? base
      if high - low > 1 { return digits + [(low + high) / 2] }
      digits.append(low)
      if high > low { upper = nil }
    }
  }
}
