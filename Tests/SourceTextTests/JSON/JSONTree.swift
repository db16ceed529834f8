import SourceText
import TestSupport

/// A document as a plain tree, to compare one reading with another.
///
/// Texts are kept as UTF-8, because `String` takes two Unicode spellings of one text for equal.
indirect enum JSONTree: Equatable {
  case null
  case bool(Bool)
  case number(String)
  case text([UInt8])
  case list([JSONTree])
  case object([Member])

  struct Member: Equatable {
    var key: [UInt8]
    var value: JSONTree
  }

  init(_ value: SourceValue) {
    switch value.kind {
    case .null: self = .null
    case .bool: self = .bool(value.bool == true)
    case .number: self = .number(value.numberText ?? "")
    case .string: self = .text(Array((value.string ?? "").utf8))
    case .array: self = .list(value.elements.map { JSONTree($0) })
    case .object:
      self = .object(
        value.members.map { Member(key: Array($0.key.utf8), value: JSONTree($0.value)) })
    }
  }

  /// Makes a tree of at most a few levels.
  static func random(depth: Int, using generator: inout some RandomNumberGenerator) -> JSONTree {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2, 3: return .number(randomNumber(using: &generator))
    case 4, 5: return .text(randomText(using: &generator))
    case 6, 7:
      let count = Int.random(in: 0..<6, using: &generator)
      return .list((0..<count).map { _ in random(depth: depth - 1, using: &generator) })
    default:
      let count = Int.random(in: 0..<6, using: &generator)
      return .object(
        (0..<count).map { _ in
          let isCommon = Int.random(in: 0..<3, using: &generator) > 0
          let key =
            isCommon
            ? Array(["a", "b", "name", "a rather long key"].oneElement(using: &generator).utf8)
            : randomText(using: &generator)
          return Member(key: key, value: random(depth: depth - 1, using: &generator))
        })
    }
  }

  private static func randomNumber(using generator: inout some RandomNumberGenerator) -> String {
    var text = Bool.random(using: &generator) ? "-" : ""
    text += String(
      Int.random(in: 0...9_999_999, using: &generator) >> Int.random(in: 0...23, using: &generator))
    if Int.random(in: 0..<3, using: &generator) == 0 {
      text += "." + ["0", "5", "00", "125", "70000"].oneElement(using: &generator)
    }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      text += ["e", "E", "e+", "E-"].oneElement(using: &generator)
      text += ["0", "1", "02", "400"].oneElement(using: &generator)
    }
    return text
  }

  private static func randomText(using generator: inout some RandomNumberGenerator) -> [UInt8] {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x20...0x7E, 0x20...0x7E, 0x00...0x1F, 0x7F...0x7FF, 0x800...0xD7FF,
      0xE000...0xFFFF, 0x10000...0x10FFFF,
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0..<20, using: &generator) {
      let range = ranges.oneElement(using: &generator)
      let value = UInt32.random(in: range, using: &generator)
      text.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return Array(text.utf8)
  }

  /// Writes the tree as JSON, with every freedom the grammar leaves taken at random.
  func written(using generator: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, using: &generator)
    return bytes
  }

  private func write(to bytes: inout [UInt8], using generator: inout some RandomNumberGenerator) {
    Self.writeBlanks(to: &bytes, using: &generator)
    switch self {
    case .null: bytes += Array("null".utf8)
    case .bool(let bool): bytes += Array((bool ? "true" : "false").utf8)
    case .number(let text): bytes += Array(text.utf8)
    case .text(let text): Self.write(text, to: &bytes, using: &generator)
    case .list(let values):
      bytes.append(UInt8(ascii: "["))
      for (place, value) in values.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes, using: &generator)
      }
      Self.writeBlanks(to: &bytes, using: &generator)
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (place, member) in members.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.writeBlanks(to: &bytes, using: &generator)
        Self.write(member.key, to: &bytes, using: &generator)
        Self.writeBlanks(to: &bytes, using: &generator)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes, using: &generator)
      }
      Self.writeBlanks(to: &bytes, using: &generator)
      bytes.append(UInt8(ascii: "}"))
    }
    Self.writeBlanks(to: &bytes, using: &generator)
  }

  private static func writeBlanks(
    to bytes: inout [UInt8], using generator: inout some RandomNumberGenerator
  ) {
    while Int.random(in: 0..<4, using: &generator) == 0 {
      bytes.append([0x20, 0x09, 0x0A, 0x0D].oneElement(using: &generator))
    }
  }

  private static func write(
    _ text: [UInt8], to bytes: inout [UInt8], using generator: inout some RandomNumberGenerator
  ) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
      if mustEscape || Int.random(in: 0..<8, using: &generator) == 0 {
        for unit in String(Character(scalar)).utf16 {
          var digits = String(unit, radix: 16, uppercase: Bool.random(using: &generator))
          while digits.utf8.count < 4 { digits = "0" + digits }
          bytes += Array("\\u\(digits)".utf8)
        }
      } else {
        bytes += Array(String(Character(scalar)).utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
