import Basics

extension SourceValue {
  /// The number as written, or nil for other kinds of values.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the number.
  public var numberText: String? {
    guard let range = numberRange else { return nil }
    return tape.text(in: range, isEscaped: false)
  }

  /// The number if it is an integer that fits in `Int`, or nil.
  ///
  /// The number is never rounded: `5`, `5.0` and `50e-1` are 5, but `5.5` and `1e19` are nil.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the number.
  public var integer: Int? {
    guard let range = numberRange else { return nil }
    let bytes = tape.bytes
    return JSONDecimal(bytes.span.extracting(range)).integer
  }

  /// The nearest floating-point number, or nil if the value is not a number or is too large.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the number.
  public var double: Double? {
    guard let text = numberText, let number = Double(text), number.isFinite else { return nil }
    return number
  }

  private var numberRange: Range<Int>? {
    let token = token
    return token.kind == .number ? Int(token.start)..<Int(token.end) : nil
  }
}

/// A decimal number as its digits and a power of ten.
private struct JSONDecimal {
  /// The digits as an integer, without leading and trailing zeros.
  ///
  /// The value is nil if the digits do not fit in `Int`.
  private var digits: Int? = 0
  private var exponent = 0

  /// Creates a decimal number from text with valid syntax.
  init(_ text: Span<UInt8>) {
    let isNegative = text[0] == ASCII.minus
    var zeros = 0
    var isFraction = false
    var offset = isNegative ? 1 : 0
    while offset < text.count {
      let byte = text[offset]
      switch byte {
      case ASCII.point: isFraction = true
      case ASCII.zero:
        zeros += 1
        exponent -= isFraction ? 1 : 0
      case ASCII.zero...ASCII.nine:
        for _ in 0..<(digits == 0 ? 0 : zeros) { append(0) }
        zeros = 0
        append(isNegative ? -Int(byte - ASCII.zero) : Int(byte - ASCII.zero))
        exponent -= isFraction ? 1 : 0
      default:
        exponent += zeros + Self.exponent(text, from: offset + 1)
        return
      }
      offset += 1
    }
    exponent += zeros
  }

  var integer: Int? {
    guard var number = digits else { return nil }
    if number == 0 { return 0 }
    guard exponent >= 0 else { return nil }
    for _ in 0..<exponent {
      let (product, overflows) = number.multipliedReportingOverflow(by: 10)
      if overflows { return nil }
      number = product
    }
    return number
  }

  private mutating func append(_ digit: Int) {
    guard let old = digits else { return }
    let (product, productOverflows) = old.multipliedReportingOverflow(by: 10)
    let (sum, sumOverflows) = product.addingReportingOverflow(digit)
    digits = productOverflows || sumOverflows ? nil : sum
  }

  /// Returns the exponent after the letter `e`.
  ///
  /// A huge exponent is replaced with a smaller exponent that has the same effect.
  private static func exponent(_ text: Span<UInt8>, from start: Int) -> Int {
    var exponent = 0
    for offset in start..<text.count where text[offset] >= ASCII.zero {
      // No number in a document has enough digits to compensate for such an exponent.
      if exponent > Int.max / 100 { break }
      exponent = exponent * 10 + Int(text[offset] - ASCII.zero)
    }
    return text[start] == ASCII.minus ? -exponent : exponent
  }
}
