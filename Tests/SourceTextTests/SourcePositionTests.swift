import SourceText
import TestSupport
import Testing
import XMLAndICalendar

@Suite("Positions of values")
struct SourcePositionTests {
  @Test("are the same for one value and for many, in any order", arguments: UInt64(1)...30)
  func many(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<20 {
      var bytes = JSONTree.random(depth: 6, using: &generator).written(using: &generator)
      if Bool.random(using: &generator) { bytes = [0xEF, 0xBB, 0xBF] + bytes }
      let document = try SourceDocument(json: bytes)
      var indices: [Int] = []
      var open = [document.root]
      while let value = open.popLast() {
        indices.append(value.index)
        open += Array(value.elements) + value.members.map(\.value)
      }
      if Bool.random(using: &generator) { indices.sort() }
      if Bool.random(using: &generator) { indices += indices.prefix(3) }
      let expected = indices.map { document.position(at: $0) }
      #expect(document.positions(at: indices) == expected, "seed \(seed)")
    }
  }

  @Test("count lines and scalars after line ends of all kinds", arguments: UInt64(1)...20)
  func counted(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let blanks = ["\n", "\r", "\r\n", "\t", " ", "       ", ""]
    let texts = ["", "a", "é", "日本", "😀", String(repeating: "x", count: 29)]
    var scalars = Array("[".unicodeScalars)
    var expected: [SourcePosition] = []
    for number in 0..<120 {
      for _ in 0..<3 { scalars += blanks.randomElement(using: &generator)!.unicodeScalars }
      let ends = scalars.indices.filter {
        scalars[$0] == "\n" || scalars[$0] == "\r" && scalars[($0 + 1)...].first != "\n"
      }
      let column = scalars.count - (ends.last ?? -1)
      expected.append(SourcePosition(line: ends.count + 1, column: column))
      let text = (0..<3).map { _ in texts.randomElement(using: &generator)! }.joined()
      scalars += "\"\(text)\"\(number == 119 ? "]" : ",")".unicodeScalars
    }
    var text = ""
    text.unicodeScalars += scalars
    let document = try SourceDocument(json: Array(text.utf8))
    let values = Array(document.root.elements)
    #expect(values.map(\.position) == expected)
    #expect(document.positions(at: values.map(\.index)) == expected)
  }

  @Test("refer to the original file even if a calendar's lines are folded")
  func folded() throws {
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "SUM", " MARY:Größe", "  and", "UID", " :1",
      "END:VEVENT", "END:VCALENDAR",
    ]
    let document = try SourceDocument(iCalendar: Array(lines.joined(separator: "\r\n").utf8))
    var indices: [Int] = []
    var open = [document.root]
    while let value = open.popLast() {
      indices.append(value.index)
      open += Array(value.elements) + value.members.map(\.value)
    }
    #expect(indices.count > 3)
    #expect(document.positions(at: indices) == indices.map { document.position(at: $0) })
  }
}
