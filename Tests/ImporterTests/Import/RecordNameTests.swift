import ECSKit
import Importer
import TestSupport
import Testing

@Suite("The name of a record") struct RecordNameTests {
  @Test("is shown as a single text")
  func text() {
    #expect(RecordName(.talk, "session1Day1", number: 2).text == "talk session1Day1/2")
    #expect(RecordName(.talk, "session1Day1").text == "talk session1Day1")
    #expect(RecordName(.location, "betahaus").text == "location betahaus")
    #expect(RecordName(.conference).text == "conference")
    #expect(RecordName(.talk, number: 3).text == "talk/3")
    #expect(RecordName("shelf 12").text == "shelf 12")
    let number = 12
    let shelf: RecordName = "shelf \(number)"
    #expect(shelf == RecordName("shelf 12") && shelf.kind == .item && shelf.name == "shelf 12")
  }

  @Test("differs if its kind, text or number differs")
  func equality() {
    let names: [RecordName] = [
      RecordName(.talk, "a", number: 1), RecordName(.talk, "a", number: 2), RecordName(.talk, "a"),
      RecordName(.talk, "b"), RecordName(.session, "a"), RecordName(.item, "a"),
      RecordName(.session),
    ]
    for (first, name) in names.enumerated() {
      for (second, other) in names.enumerated() { #expect((name == other) == (first == second)) }
    }
    #expect(Set(names + names).count == names.count)
    #expect(RecordName(.item, "a") == "a")
    // Letters that are made of the same characters in another way are the same.
    #expect(RecordName(.person, "Zo\u{EB}") == RecordName(.person, "Zoe\u{308}"))
  }

  @Test("forms a key with a number")
  func key() {
    let first = RecordKey(name: RecordName(.session, "lunch"))
    let second = RecordKey(name: RecordName(.session, "lunch"), number: 2)
    #expect(first.text == "session lunch" && second.text == "session lunch#2")
    #expect(first.number == 1 && second.number == 2 && first != second)
    #expect(first == RecordKey(name: RecordName(.session, "lunch"), number: 1))
    #expect(Set([first, second, first]).count == 2)
    let children = Mirror(reflecting: second).children.map { "\($0.label ?? "") \($0.value)" }
    #expect(children == ["name session lunch", "number 2"])
  }

  @Test("is counted correctly among many, some of them repeated", arguments: 1...2)
  func manyNames(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var uses: [String: Int] = [:]
    var expected: [String] = []
    var records: [String] = []
    for _ in 0..<20_000 {
      // A few names come often. A text is the name of a session, a person and a location, which are
      // three names of one hash.
      let bound = Bool.random(using: &random) ? 40 : 40_000
      let text = "name \(Int.random(in: 0..<bound, using: &random))"
      let name: String
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        name = "session \(text)"
        records.append(#"{"t_id": "\#(text)"}"#)
      case 1:
        name = "person \(text)"
        records.append(#"{"name": "\#(text)"}"#)
      case 2:
        name = "location \(text)"
        records.append(#"{"name": "\#(text)", "address": "here"}"#)
      default:
        name = "talk \(text)/1"
        records.append(#"{"t_id": "\#(text)", "title": "T", "t_index": 1}"#)
      }
      let number = uses[name, default: 0] + 1
      uses[name] = number
      expected.append(number == 1 ? name : "\(name)#\(number)")
    }
    let context = Context()
    let file = "[\(records.joined(separator: ",\n"))]"
    let report = try ConverterTable.uikonf.importRecords(file, into: context)
    #expect(report.counts == [20_000, 0, 0, 0])
    #expect(context.entities.map { $0[RecordKey.self]?.text } == expected)
    #expect(report.issues.count == 20_000 - uses.count)
    let again = try ConverterTable.uikonf.importRecords(file, into: context)
    #expect(again.counts == [0, 0, 20_000, 0])
    #expect(context.entities.map { $0[RecordKey.self]?.text } == expected)
  }
}
