import Basics
import CommandLine
import TestSupport
import Testing

@Suite struct TableTests {
  private func lines(_ rows: [[Line]], _ width: Int, indent: Int = 0) -> [String] {
    Table(rows: rows).lines(width: width, indent: indent).map { $0.rendered(color: false) }
  }

  @Test("columns are as wide as needed, and the last one wraps")
  func columns() {
    #expect(
      lines([["speakers", "who gives a talk"], ["rate", "gives stars to a talk"]], 24) == [
        "speakers  who gives a",
        "          talk",
        "rate      gives stars to",
        "          a talk",
      ])
    #expect(
      lines([["会议", "5", "one"], ["a", "15", "two"]], 28, indent: 2) == [
        "  会议  5   one", "  a     15  two",
      ])
  }

  @Test("a row with wide columns has its last cell on the next line")
  func stacked() {
    #expect(
      lines([["--json", "as JSON"], ["--color auto|always|never", "colour"]], 30, indent: 2) == [
        "  --json  as JSON",
        "  --color auto|always|never",
        "          colour",
      ])
    #expect(
      lines([["a rather wide cell", "two", "the end"]], 24) == [
        "a rather wide cell  two", "  the end",
      ])
    #expect(
      lines([["a rather wide cell", "and another", "the end"]], 24) == [
        "a rather wide cell", "and another", "  the end",
      ])
  }

  @Test("rows may be short, empty or end in empty cells, and no line ends with spaces")
  func uneven() {
    #expect(
      lines([["a", "b", "c"], ["d"], [], ["e", "", ""], ["f", "", "g"], ["", ""]], 30) == [
        "a  b  c", "d", "", "e", "f     g", "",
      ])
    #expect(lines([], 20) == [])
  }

  @Test("no line is wider than the width", arguments: UInt64(1)...60)
  func property(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var rows: [[Line]] = []
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      rows.append(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          let count = Int.random(in: 0...5, using: &random)
          return Line(
            SafeText(SampleTexts.words(count, using: &random).joined(separator: " ")), .strong)
        })
    }
    let width = Int.random(in: 20...100, using: &random)
    let indent = Int.random(in: 0...6, using: &random)
    let lines = lines(rows, width, indent: indent)
    for line in lines {
      // An address is never cut.
      #expect(
        DisplayWidth.of(line) <= width || line.hasSuffix("/nowhere"),
        "seed \(seed): \"\(line)\" at \(width)")
      #expect(!line.hasSuffix(" "), "seed \(seed): \"\(line)\"")
    }
    func letters(_ text: String) -> [Character] { text.filter { $0 != " " }.sorted() }
    #expect(
      letters(lines.joined()) == letters(rows.joined().map { $0.rendered(color: false) }.joined()),
      "seed \(seed)")
  }
}
