import ECSKit
import ECSStore
import TestSupport
import Testing

/// What a component of every kind of value stores.
private struct Everything: StoredComponent, Codable, Equatable {
  static let storedName = "everything"

  enum Mood: String, Codable { case calm, wild }
  enum Shape: Codable, Equatable {
    case point
    case circle(radius: Double)
    case named(String, Int8)
  }
  struct Inner: Codable, Equatable {
    var list: [Int?]
    var nested: [[String]]
  }

  var text: String
  var flag: Bool
  var small: Int8
  var large: UInt64
  var least: Int64
  var double: Double
  var float: Float
  var maybe: String?
  var mood: Mood
  var shape: Shape
  var inner: Inner
  var byName: [String: Int]
  var byNumber: [Int: String]
}

private struct Counts: StoredComponent, Codable, Equatable {
  static let storedName = "counts"
  var byName: [String: Int]
}

/// A class with a superclass, which writes into a container of its own.
private class Base: Codable {
  var a = 0
}

private final class Derived: Base {
  var b = 0

  private enum Key: String, CodingKey { case b }

  override init() { super.init() }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    b = try container.decode(Int.self, forKey: .b)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(b, forKey: .b)
    try super.encode(to: container.superEncoder())
  }
}

@Suite("Components as stored values")
struct StoredComponentTests {
  private static func everything(_ random: inout SplitMix64) -> Everything {
    let pieces = ["", "a", "\"", "\\", "\n", "\u{1}", "é", "🎤", "\u{2028}", "{", ","]
    func text() -> String {
      (0..<Int.random(in: 0...4, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
    }
    let doubles = [
      0, -0.0, 1.5, .pi, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, Double(UInt64.max),
    ]
    let shapes: [Everything.Shape] = [
      .point, .circle(radius: doubles.randomElement(using: &random) ?? 0), .named(text(), -128),
    ]
    return Everything(
      text: text(), flag: Bool.random(using: &random),
      small: .random(in: .min ... .max, using: &random),
      large: Bool.random(using: &random) ? .max : .random(in: 0 ... .max, using: &random),
      least: Bool.random(using: &random) ? .min : .random(in: .min ... .max, using: &random),
      double: doubles.randomElement(using: &random) ?? 0,
      float: Float(doubles.randomElement(using: &random) ?? 0),
      maybe: Bool.random(using: &random) ? nil : text(),
      mood: Bool.random(using: &random) ? .calm : .wild,
      shape: shapes.randomElement(using: &random) ?? .point,
      inner: Everything.Inner(
        list: (0..<Int.random(in: 0...3, using: &random)).map { $0 == 1 ? nil : $0 },
        nested: [[], [text()], [text(), text()]]),
      byName: Dictionary(
        (0..<Int.random(in: 0...5, using: &random)).map { (text() + "\($0)", $0) },
        uniquingKeysWith: { first, _ in first }),
      byNumber: [3: text(), -1: text()])
  }

  @Test("values at the nesting limit are written, and deeper ones are refused")
  func depth() throws {
    /// Lists inside each other, with a number in the innermost.
    indirect enum Nest: Codable, Equatable {
      case number(Int)
      case list(Nest)

      init(levels: Int) { self = levels == 0 ? .number(7) : .list(Nest(levels: levels - 1)) }

      init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
          self = .list(try list.decode(Nest.self))
        } else {
          self = .number(try decoder.singleValueContainer().decode(Int.self))
        }
      }

      func encode(to encoder: any Encoder) throws {
        switch self {
        case .number(let number):
          var container = encoder.singleValueContainer()
          try container.encode(number)
        case .list(let inner):
          var list = encoder.unkeyedContainer()
          if case .number(let number) = inner {
            try list.encode(number)
          } else {
            try list.encode(inner)
          }
        }
      }
    }
    let deepest = Nest(levels: 128)
    #expect(try StoredValue(encoding: deepest).decoded(as: Nest.self) == deepest)
    let refusal = StoredValueError.text(found: "more than 128 levels", expected: "at most 128")
    for levels in [129, 1000] {
      #expect(throws: refusal) { try StoredValue(encoding: Nest(levels: levels)) }
    }
  }

  @Test(
    "every kind of Codable value survives a round trip, with the same text each time",
    arguments: 0..<200)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let value = Self.everything(&random)
    let stored = try value.stored
    let again = try Everything(stored: stored)
    // What is not a number is not equal to itself: the texts say more than the values.
    #expect(try again.stored == stored, "seed \(seed)")
    #expect("\(again)".count == "\(value)".count, "seed \(seed)")
    #expect(!stored.text.contains("\n") && !stored.text.isEmpty, "seed \(seed)")
  }

  @Test("the text of a value is JSON with sorted members")
  func text() throws {
    struct Pair: Codable {
      var b: [String: Int]
      var a: Int?
    }
    let value = try StoredValue(encoding: Pair(b: ["z": 1, "y": 2, "x\"": 3], a: nil))
    #expect(value.text == #"{"b":{"x\"":3,"y":2,"z":1}}"#)
    #expect(try StoredValue(encoding: "a\u{7}\n").text == #""a\u0007\u000a""#)
    #expect(try StoredValue(encoding: [nil, 1.5] as [Double?]).text == "[null,1.5]")
  }

  @Test("a value has the same text alone, in a list and in an object")
  func oneText() throws {
    func check<Value: Codable & Equatable>(_ value: Value, _ text: String) throws {
      let alone = try StoredValue(encoding: value)
      let list = try StoredValue(encoding: [value, value])
      let object = try StoredValue(encoding: ["a": value])
      #expect(
        [alone.text, list.text, object.text] == [text, "[\(text),\(text)]", "{\"a\":\(text)}"])
      #expect(try alone.decoded(as: Value.self) == value)
      #expect(try list.decoded(as: [Value].self) == [value, value])
      #expect(try object.decoded(as: [String: Value].self) == ["a": value])
    }
    try check("ä\"\n", #""ä\"\u000a""#)
    try check(true, "true")
    try check(Int.min, "-9223372036854775808")
    try check(Int8(-128), "-128")
    try check(UInt64.max, "18446744073709551615")
    try check(Int128.max, "170141183460469231731687303715884105727")
    try check(-0.5, "-0.5")
    try check(Float(0.1), "0.1")
    try check(Double.infinity, #""inf""#)
    try check(-Float.infinity, #""-inf""#)
    try check(nil as Int?, "null")
    try check(Optional("a"), #""a""#)
    try check([1.0: [UInt8(2)]], "[1.0,[2]]")
  }

  @Test("an error names the members around the unexpected value")
  func pathOfError() {
    struct Outer: Codable {
      struct Inner: Codable {
        var number: Int
        var text: String
      }
      var first: Inner
    }
    func path(_ text: String) -> [String] {
      switch Result(catching: { try StoredValue(text).decoded(as: Outer.self) }) {
      case .failure(DecodingError.dataCorrupted(let context)),
        .failure(DecodingError.keyNotFound(_, let context)):
        context.codingPath.map(\.stringValue)
      default: ["no error"]
      }
    }
    #expect(path(#"{"first":{"number":"1","text":""}}"#) == ["first", "number"])
    #expect(path(#"{"first":{"number":1,"text":1}}"#) == ["first", "text"])
    #expect(path(#"{"first":{"number":1}}"#) == ["first"])
    #expect(path(#"{"first":7}"#) == ["first"])
  }

  @Test("members are found by key, whether few or many, and the last of repeated ones wins")
  func membersByKey() throws {
    for count in [1, 2, 31, 32, 33, 34, 1_000] {
      let counts = Dictionary(uniqueKeysWithValues: (0..<count).map { ("key \($0)", $0) })
      let text = try Counts(byName: counts).stored.text
      #expect(try Counts(stored: StoredValue(text)) == Counts(byName: counts))
      let twice = text.replacing("\"key 0\":0", with: "\"key 0\":1,\"key 0\":2")
      #expect(try Counts(stored: StoredValue(twice)).byName["key 0"] == 2)
      let others = text.replacing("byName", with: "others")
      #expect(throws: DecodingError.self) { try Counts(stored: StoredValue(others)) }
    }
  }

  @Test("a superclass is stored under a separate key")
  func superclass() throws {
    let derived = Derived()
    (derived.a, derived.b) = (3, 4)
    let value = try StoredValue(encoding: derived)
    #expect(value.text == #"{"b":4,"super":{"a":3}}"#)
    let again = try value.decoded(as: Derived.self)
    #expect(again.a == 3 && again.b == 4)
  }

  @Test(
    "a missing part of a value is an error with the found and the expected value",
    arguments: [
      (#"{"a":"1"}"#, "a whole number"), (#"{"a":1.5}"#, "a whole number"),
      (#"{"a":300}"#, "from -128 to 127"), ("{}", "found no \"a\""), ("[1]", "an object"),
      ("{\"a\":1", "expected"), (#"{"a":null}"#, "a whole number"), ("", "expected"),
    ])
  func wrongValues(text: String, expected: String) {
    struct Small: Codable { var a: Int8 }
    do {
      _ = try StoredDecoderAccess.decode(Small.self, text)
      Issue.record("\(text) was read")
    } catch {
      #expect("\(error)".contains(expected), "\(error)")
    }
  }

  @Test("damaged text results in an error or a value, never a crash", arguments: 0..<300)
  func damage(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var bytes = Array(try Self.everything(&random).stored.text.utf8)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0...2, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1 where bytes.count > 1: bytes.remove(at: place)
      default: bytes.insert(bytes[place], at: place)
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let value = try? StoredDecoderAccess.decode(Everything.self, text) {
      #expect((try? value.stored) != nil, "seed \(seed)")
    }
  }
}

/// Reads a text through the public interface.
private enum StoredDecoderAccess {
  static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    // A stored value is never empty, and nothing reads an empty text.
    try StoredValue(text.isEmpty ? " " : text).decoded(as: type)
  }
}
