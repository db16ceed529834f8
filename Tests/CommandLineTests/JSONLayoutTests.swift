import CommandLine
import Testing

@Suite("Layout of JSON for people")
struct JSONLayoutTests {
  private let fare: JSONOutput = ["city": "Zürich", "prices": [1, 25, 300], "note": nil]

  @Test("a value that fits is on one line")
  func oneLine() {
    let text = fare.laidOut(width: 60, indent: 0, used: 0)
    #expect(text == #"{ "city": "Zürich", "prices": [1, 25, 300], "note": null }"#)
  }

  @Test("a longer value is on several lines, and a long list fills its lines")
  func severalLines() {
    #expect(
      fare.laidOut(width: 16, indent: 2, used: 0) == """
        {
            "city": "Zürich",
            "prices": [
              1, 25, 300
            ],
            "note": null
          }
        """)
  }

  @Test("control characters are escaped")
  func escapes() {
    let text = JSONOutput.array([.string("a\u{1b}[31m\"")]).laidOut(width: 80, indent: 0, used: 0)
    #expect(text == #"["a\u001b[31m\""]"#)
  }

  private struct Trip: Record {
    let stops: [String]

    static let meaning: String? = "A way from a city to others."
    static let fields: [Field<Trip>] = [
      Field("stops", .array(.text), "In their order.") { .array($0.stops.map { .string($0) }) },
      Field("class", .orNull(.integer(from: 1, to: 2))) { _ in nil },
      Field("kind", .words(["bus", "train"])) { _ in "bus" },
    ]
  }

  @Test("a record is laid out like its fields")
  func record() {
    let text = JSONOutput.object(Trip.schema).laidOut(width: 60, indent: 0, used: 0)
    #expect(
      text == """
        {
          "description": "A way from a city to others.",
          "type": "object",
          "additionalProperties": false,
          "required": ["stops", "class", "kind"],
          "properties": {
            "stops": {
              "description": "In their order.",
              "type": "array",
              "items": { "type": "string" }
            },
            "class": {
              "type": ["integer", "null"],
              "minimum": 1,
              "maximum": 2
            },
            "kind": { "enum": ["bus", "train"] }
          }
        }
        """)
  }
}
