/// Reads JSON by the grammar of RFC 8259 in the plainest way, as the model of the real reader.
struct PlainJSONReader {
  private struct NoJSON: Error {}

  private let bytes: [UInt8]
  private var offset = 0

  /// Returns the tree of a text, or nil if it is no JSON.
  static func tree(of bytes: [UInt8]) -> JSONTree? {
    var reader = PlainJSONReader(
      bytes: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
    do {
      let tree = try reader.readValue()
      return reader.offset == reader.bytes.count ? tree : nil
    } catch {
      return nil
    }
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipBlanks() {
    while let next, [0x20, 0x09, 0x0A, 0x0D].contains(next) { offset += 1 }
  }

  /// Moves over a text that is next; returns whether it is.
  private mutating func skip(_ text: String) -> Bool {
    guard bytes[offset...].starts(with: text.utf8) else { return false }
    offset += text.utf8.count
    return true
  }

  private mutating func readValue() throws -> JSONTree {
    skipBlanks()
    let value = try readValueItself()
    skipBlanks()
    return value
  }

  private mutating func readValueItself() throws -> JSONTree {
    if skip("null") { return .null }
    if skip("true") { return .bool(true) }
    if skip("false") { return .bool(false) }
    if next == UInt8(ascii: "\"") { return .text(try readText()) }
    if skip("[") {
      var values: [JSONTree] = []
      skipBlanks()
      if skip("]") { return .list([]) }
      repeat { values.append(try readValue()) } while skip(",")
      guard skip("]") else { throw NoJSON() }
      return .list(values)
    }
    if skip("{") {
      var members: [JSONTree.Member] = []
      skipBlanks()
      if skip("}") { return .object([]) }
      repeat {
        skipBlanks()
        let key = try readText()
        skipBlanks()
        guard skip(":") else { throw NoJSON() }
        members.append(JSONTree.Member(key: key, value: try readValue()))
      } while skip(",")
      guard skip("}") else { throw NoJSON() }
      return .object(members)
    }
    return try readNumber()
  }

  private mutating func readNumber() throws -> JSONTree {
    let start = offset
    _ = skip("-")
    let first = offset
    guard readDigits() > 0 else { throw NoJSON() }
    if bytes[first] == UInt8(ascii: "0"), offset > first + 1 { throw NoJSON() }
    if skip("."), readDigits() == 0 { throw NoJSON() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      if readDigits() == 0 { throw NoJSON() }
    }
    return .number(String(decoding: bytes[start..<offset], as: UTF8.self))
  }

  private mutating func readDigits() -> Int {
    let start = offset
    while let next, (0x30...0x39).contains(next) { offset += 1 }
    return offset - start
  }

  private mutating func readText() throws -> [UInt8] {
    guard skip("\"") else { throw NoJSON() }
    var units: [UInt16] = []
    var plain: [UInt8] = []
    /// Adds the bytes since the last escape, which are whole characters.
    func takePlain() throws {
      guard let text = String(validating: plain, as: UTF8.self) else { throw NoJSON() }
      units += text.utf16
      plain = []
    }
    while let next, next != UInt8(ascii: "\"") {
      offset += 1
      guard next == UInt8(ascii: "\\") else {
        if next < 0x20 { throw NoJSON() }
        plain.append(next)
        continue
      }
      try takePlain()
      units.append(try readEscape())
    }
    try takePlain()
    guard skip("\"") else { throw NoJSON() }
    guard let text = String(validating: units, as: UTF16.self) else { throw NoJSON() }
    return Array(text.utf8)
  }

  private mutating func readEscape() throws -> UInt16 {
    guard let letter = next else { throw NoJSON() }
    offset += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(letter)
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "u"):
      let digits = bytes[offset...].prefix(4)
      guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
      else { throw NoJSON() }
      offset += 4
      return unit
    default: throw NoJSON()
    }
  }
}
