import ECSKit
import Importer
import TestSupport
import Testing

// Types; each draft has some of them.
private struct One: Component, Equatable, Sample { var value: Int }
private struct Two: Component, Equatable, Sample { var value: Int }
private struct Three: Component, Equatable, Sample { var value: Int }
private struct Four: Component, Equatable, Sample { var value: Int }
private struct Five: Component, Equatable, Sample { var value: Int }

private protocol Sample: Component, Equatable {
  init(value: Int)
  var value: Int { get }
}

@Suite("Draft") struct DraftTests {
  private static let types: [any Sample.Type] = [
    One.self, Two.self, Three.self, Four.self, Five.self,
  ]

  private func set(_ place: Int, to value: Int?, in draft: inout Draft) {
    func set<C: Sample>(_ type: C.Type) { draft[C.self] = value.map(C.init(value:)) }
    set(Self.types[place])
  }

  private func value(_ place: Int, in draft: Draft) -> Int? {
    func value<C: Sample>(_ type: C.Type) -> Int? {
      // Both ways of asking have to agree.
      draft.has(C.self) == (draft[C.self] != nil) ? draft[C.self]?.value : -1
    }
    return value(Self.types[place])
  }

  private func values(_ draft: Draft) -> [Int: Int] {
    var values: [Int: Int] = [:]
    for place in Self.types.indices { values[place] = value(place, in: draft) }
    return values
  }

  @Test("A copy and its original do not see each other's changes")
  func copies() {
    var first = Draft()
    first[One.self] = One(value: 1)
    first[Two.self] = Two(value: 2)
    var second = first
    second[One.self] = One(value: 3)
    second[Three.self] = Three(value: 4)
    #expect(values(first) == [0: 1, 1: 2] && values(second) == [0: 3, 1: 2, 2: 4])
    first[Two.self] = nil
    #expect(values(first) == [0: 1] && values(second) == [0: 3, 1: 2, 2: 4])
    second = first
    first[Two.self] = Two(value: 5)
    #expect(values(first) == [0: 1, 1: 5] && values(second) == [0: 1])
  }

  @Test("Removed values do not reappear in reused storage")
  func takenAway() {
    var draft = Draft()
    draft[One.self] = One(value: 1)
    draft[Two.self] = Two(value: 2)
    draft[One.self] = nil
    draft[One.self] = nil
    #expect(values(draft) == [1: 2])
    draft[Three.self] = Three(value: 3)
    let copy = draft
    draft[One.self] = One(value: 4)
    draft[Two.self] = nil
    #expect(values(draft) == [0: 4, 2: 3] && values(copy) == [1: 2, 2: 3])
  }

  @Test("Every random script of copies matches dictionaries", arguments: 1...40)
  func script(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    var drafts = Array(repeating: Draft(), count: 5)
    var expected = Array(repeating: [Int: Int](), count: 5)
    for step in 1...300 {
      let (place, type) = (below(5), below(Self.types.count))
      switch below(10) {
      case 0..<2:
        let other = below(5)
        drafts[place] = drafts[other]
        expected[place] = expected[other]
      case 2..<4:
        set(type, to: nil, in: &drafts[place])
        expected[place][type] = nil
      case 4:
        drafts[place] = Draft()
        expected[place] = [:]
      default:
        let value = below(100)
        set(type, to: value, in: &drafts[place])
        expected[place][type] = value
      }
      guard drafts.map(values) == expected else {
        Issue.record("seed \(seed), step \(step): \(drafts.map(values)) instead of \(expected)")
        return
      }
    }
  }

  @Test("A record inherits nothing from its predecessor if each has its own fields")
  func recordByRecord() throws {
    var random = SplitMix64(seed: 7)
    var records: [String] = []
    var expected: [[Int: Int]] = []
    for number in 0..<400 {
      var fields = ["\"t_id\": \"\(number)\""]
      var values: [Int: Int] = [:]
      for place in Self.types.indices.shuffled(using: &random)
      where Bool.random(using: &random) {
        let value = Int.random(in: 0..<9, using: &random)
        fields.append("\"field \(place)\": \(value)")
        values[place] = value
      }
      // The refinement replaces one by another.
      if let value = values[0], value > 4 { (values[0], values[4]) = (nil, value) }
      records.append("{\(fields.shuffled(using: &random).joined(separator: ", "))}")
      expected.append(values)
    }
    func converter<C: Sample & Sendable>(_ type: C.Type) -> Converter {
      .number(in: 0...9) { C(value: $0) }
    }
    let table = ConverterTable(
      converters: [
        "t_id": .text { Title(text: $0) }, "field 0": converter(One.self),
        "field 1": converter(Two.self), "field 2": converter(Three.self),
        "field 3": converter(Four.self), "field 4": converter(Five.self),
      ],
      refinement: Refinement(making: []) { draft in
        let before = draft
        guard let one = draft[One.self], one.value > 4 else { return }
        draft[One.self] = nil
        draft[Five.self] = Five(value: one.value)
        // The copy is as it was, so nothing is changed where this is not so.
        if before[One.self] != one { draft[Two.self] = Two(value: -1) }
      },
      keyFields: "t_id"
    ) { $0[Title.self].map { RecordName(.session, $0.text) } }
    let context = Context()
    let file = "[\(records.joined(separator: ",\n"))]"
    #expect(try table.importRecords(file, into: context).counts == [400, 0, 0, 0])
    let found = context.entities.map { entity in
      var values: [Int: Int] = [:]
      values[0] = entity[One.self]?.value
      values[1] = entity[Two.self]?.value
      values[2] = entity[Three.self]?.value
      values[3] = entity[Four.self]?.value
      values[4] = entity[Five.self]?.value
      return values
    }
    #expect(found == expected)
    #expect(try table.importRecords(file, into: context).counts == [0, 0, 400, 0])
  }
}

private struct Title: Component, Equatable { var text: String }
