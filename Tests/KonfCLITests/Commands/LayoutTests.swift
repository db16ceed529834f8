import CommandLine
import KonfCLI
import Testing

/// Texts of a schedule as an answer lays them out.
@Suite struct LayoutTests {
  private func answer(
    _ abstract: String, title: String = "Title", width: Int = 40,
    terminal: TerminalFacts = TerminalFacts()
  ) -> String {
    var run = CommandLineRun()
    run.terminal = terminal
    let texts = [("title", title), ("abstract", abstract), ("speaker_name", "Ada")].map {
      let text = JSONWriter.bytes(of: .string($0.1), isIndented: false).dropLast()
      return "\"\($0.0)\": \(String(decoding: text, as: UTF8.self))"
    }
    let json = """
      [{"conference": "Fair", "month": "2016-04", "zone": "Europe/Berlin"},
       {"t_id": "a", "startTime": "24-09-00", "endTime": "24-10-00"},
       {"t_id": "a", "t_index": 1, \(texts.joined(separator: ", "))}, {"name": "Ada"}]
      """
    run.input = Array(json.utf8)
    return run("session a --data - --width \(width)").text
  }

  @Test("wrapped lines keep the indentation, as in a nested list or in a program")
  func indentation() throws {
    let lines = answer(
      """
      • fruit
        • apples and all that is like an apple, if only a little
        1. one
      func f() {
      \treturn   1
      }
      """
    ).split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex { $0.hasSuffix("• fruit") })
    let indent = String(repeating: " ", count: lines[start].count - "• fruit".count)
    let expected = [
      "• fruit", "  • apples and all that is like an", "    apple, if only a little", "  1. one",
      "func f() {", "    return   1", "}",
    ]
    #expect(lines[start...].prefix(expected.count) == expected.map { indent + $0 }[...])
  }

  @Test("an address in a text is on one line at every width", arguments: [20, 40, 80])
  func addresses(width: Int) {
    let address = "https://example.org/a-long/path/to-a/page.html?with=a&query=in-it"
    let lines = answer("The slides (\(address)), and more.", width: width).split(separator: "\n")
    #expect(lines.count { $0.contains(address) } == 1)
  }

  @Test("a right-to-left title does not move times and ids, on a terminal only")
  func direction() {
    let title = "שלום 2016"
    let terminal = TerminalFacts(outIsTerminal: true, columns: 80)
    #expect(answer("x", title: title, terminal: terminal).contains("\u{2068}\(title)\u{2069}"))
    let piped = answer("x", title: title)
    #expect(piped.contains(title))
    #expect(!piped.unicodeScalars.contains { $0 == "\u{2068}" || $0 == "\u{2069}" })
  }
}
