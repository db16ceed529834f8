import ECSKit
import Importer
import SourceText
import Testing

private struct Level: Component, Equatable { var text: String }
private struct Languages: Component, Equatable { var codes: [String] }
private struct Seats: Component, Equatable { var count: Int }
private struct Sold: Component, Equatable {}
private struct Coordinates: Component, Equatable {
  var north: Double
  var east: Double
}

@Suite("Converter")
struct ConverterTests {
  /// Reads a value with a converter: the component that came of it, and the complaint.
  private func read<C: Component & Equatable>(
    _ json: String, _ converter: Converter, as type: C.Type
  ) throws -> (component: C?, message: String?) {
    let table = ConverterTable(converters: ["field": converter], keyFields: "field") { _ in "it" }
    let context = Context()
    let report = try table.importRecords(#"[{"field":\#(json)}]"#, into: context)
    #expect(report.issues.count <= 1)
    let entity = try #require(context.entity("it"))
    return (entity[type], report.messages.first)
  }

  @Test(
    "a text is any non-blank string",
    arguments: [
      (#""beginner""#, "beginner"), (#"" a ""#, " a "), (#""\u0041\n""#, "A\n"),
      (#""\u200b""#, "\u{200b}"), (#""0""#, "0"),
    ])
  func text(json: String, text: String) throws {
    let (level, message) = try read(json, .text { Level(text: $0) }, as: Level.self)
    #expect(level == Level(text: text))
    #expect(message == nil)
  }

  @Test(
    "blank strings and other values are not texts",
    arguments: [
      (#""""#, #"the text """#), (#""  ""#, #"the text "  ""#),
      (#""\t\u00a0""#, #"the text "\u{9}\u{a0}""#), ("5", "the number 5"), ("true", "true"),
      ("[]", "a list"), ("{}", "an object"), (#"["a"]"#, "a list"),
    ])
  func noText(json: String, found: String) throws {
    let (level, message) = try read(json, .text { Level(text: $0) }, as: Level.self)
    #expect(level == nil)
    #expect(
      message
        == #"1:11: item 1 (it), field "field": found \#(found); expected a non-blank string"#
    )
  }

  @Test("the closure converts a formatted text")
  func form() throws {
    let converter = Converter.text(accepting: "a word of three letters, such as \"abc\"") {
      $0.count == 3 ? Level(text: $0) : nil
    }
    #expect(try read(#""abc""#, converter, as: Level.self) == (Level(text: "abc"), nil))
    #expect(
      try read(#""abcd""#, converter, as: Level.self) == (
        nil,
        #"1:11: item 1 (it), field "field": found the text "abcd"; "#
          + #"expected a word of three letters, such as "abc""#
      ))
    #expect(
      try read("[3]", converter, as: Level.self).message
        == #"1:11: item 1 (it), field "field": found a list; "#
        + #"expected a word of three letters, such as "abc""#)
  }

  @Test(
    "texts are a list of non-blank strings",
    arguments: [
      (#"["de"]"#, ["de"]), (#"["de", "en", "de"]"#, ["de", "en", "de"]),
    ])
  func texts(json: String, codes: [String]) throws {
    let (languages, message) = try read(
      json, .texts { Languages(codes: $0) }, as: Languages.self)
    #expect(languages == Languages(codes: codes))
    #expect(message == nil)
  }

  @Test("an empty list of texts is a missing value")
  func noTexts() throws {
    #expect(
      try read("[]", .texts { Languages(codes: $0) }, as: Languages.self) == (nil, nil))
  }

  @Test(
    "an unreadable element among texts is reported with its position",
    arguments: [
      (#""de""#, "1:11", #"the text "de""#), (#"{"de": 1}"#, "1:11", "an object"),
      (#"["de", 5]"#, "1:18", "the number 5"), (#"["de", null]"#, "1:18", "null"),
      (#"["de", " "]"#, "1:18", #"the text " ""#), (#"[["de"]]"#, "1:12", "a list"),
    ])
  func notTexts(json: String, place: String, found: String) throws {
    let (languages, message) = try read(
      json, .texts { Languages(codes: $0) }, as: Languages.self)
    #expect(languages == nil)
    #expect(
      message == #"\#(place): item 1 (it), field "field": found \#(found); "#
        + "expected a list of non-blank strings")
  }

  @Test(
    "a number is a whole number in its range, however it is written",
    arguments: [
      ("1", 1), ("10", 10), ("5.0", 5), ("50e-1", 5), ("0.1e2", 10),
    ])
  func number(json: String, count: Int) throws {
    let (seats, message) = try read(
      json, .number(in: 1...10) { Seats(count: $0) }, as: Seats.self)
    #expect(seats == Seats(count: count))
    #expect(message == nil)
  }

  @Test(
    "fractions, out-of-range numbers and strings are not numbers",
    arguments: [
      ("0", "the number 0"), ("11", "the number 11"), ("-1", "the number -1"),
      ("1.5", "the number 1.5"), ("1e19", "the number 1e19"), (#""5""#, #"the text "5""#),
      ("true", "true"), ("[1]", "a list"),
    ])
  func noNumber(json: String, found: String) throws {
    let (seats, message) = try read(
      json, .number(in: 1...10) { Seats(count: $0) }, as: Seats.self)
    #expect(seats == nil)
    #expect(
      message == #"1:11: item 1 (it), field "field": found \#(found); "#
        + "expected a whole number from 1 to 10")
  }

  @Test("a number without an upper bound says so, and accepts any countable value")
  func openNumber() throws {
    let converter = Converter.number(in: -3...Int.max) { Seats(count: $0) }
    #expect(
      try read("9223372036854775807", converter, as: Seats.self).component
        == Seats(count: .max))
    #expect(
      try read("9223372036854775808", converter, as: Seats.self).message
        == #"1:11: item 1 (it), field "field": found the number 9223372036854775808; "#
        + "expected a whole number of at least -3")
  }

  @Test("a flag is set if the value is true, and not if it is false")
  func flag() throws {
    #expect(try read("true", .flag(Sold()), as: Sold.self) == (Sold(), nil))
    #expect(try read("false", .flag(Sold()), as: Sold.self) == (nil, nil))
  }

  @Test(
    "a flag is only true or false",
    arguments: [
      ("1", "the number 1"), (#""true""#, #"the text "true""#), ("[]", "a list"),
    ])
  func noFlag(json: String, found: String) throws {
    let (sold, message) = try read(json, .flag(Sold()), as: Sold.self)
    #expect(sold == nil)
    #expect(
      message
        == #"1:11: item 1 (it), field "field": found \#(found); expected true or false"#)
  }

  @Test(
    "null equals a missing field, for every converter",
    arguments: [
      Converter.text { Level(text: $0) }, .texts { Languages(codes: $0) },
      .number(in: 1...10) { Seats(count: $0) }, .flag(Sold()),
      .text(accepting: "nothing") { _ in Level?.none },
    ])
  func null(converter: Converter) throws {
    let table = ConverterTable(converters: ["field": converter], keyFields: "field") { _ in "it" }
    let context = Context()
    let report = try table.importRecords(#"[{"field":null}]"#, into: context)
    #expect(report.issues.isEmpty)
    let entity = try #require(context.entity("it"))
    #expect("\(entity)".hasSuffix("(RecordKey)"))
  }

  @Test("a custom converter reads any value and names the unreadable part")
  func own() throws {
    let converter = Converter(to: Coordinates.self, accepting: "north and east in degrees") {
      value in
      guard let north = value["north"], let east = value["east"] else { return .unreadable(value) }
      guard let degreesNorth = north.double else { return .unreadable(north) }
      guard let degreesEast = east.double else { return .unreadable(east) }
      if degreesNorth == 0 && degreesEast == 0 { return .nothing }
      return .component(Coordinates(north: degreesNorth, east: degreesEast))
    }
    func read(_ json: String) throws -> (component: Coordinates?, message: String?) {
      try self.read(json, converter, as: Coordinates.self)
    }
    #expect(
      try read(#"{"north": 52.5, "east": 13.4}"#) == (Coordinates(north: 52.5, east: 13.4), nil))
    #expect(try read(#"{"north": 0, "east": 0}"#) == (nil, nil))
    #expect(
      try read(#"{"north": 52.5, "east": "13"}"#).message
        == #"1:35: item 1 (it), field "field": found the text "13"; "#
        + "expected north and east in degrees")
    #expect(
      try read(#"{"north": 52.5}"#).message
        == #"1:11: item 1 (it), field "field": found an object; expected north and east in degrees"#
    )
  }
}
