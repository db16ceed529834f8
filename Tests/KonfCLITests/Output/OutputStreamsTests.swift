import Basics
import CommandLine
import KonfCLI
import Schedule
import Testing

@Suite struct OutputStreamsTests {
  private let colored = Presentation(
    of: "konf",
    color: .always, terminal: TerminalFacts(outIsTerminal: true, errorIsTerminal: true))

  @Test("results and notes are separate, and each line is terminated")
  func streams() {
    var streams = OutputStreams(Presentation(of: "konf"))
    let name = "Eve\u{1B}\n"
    streams.write("speaker \(name)")
    streams.note("read \(name)")
    streams.write([Line(), "end"])
    streams.write(["id": 1])
    let output = streams.finished(.notFound)
    #expect(
      String(decoding: output.out, as: UTF8.self)
        == "speaker Eve\\u{1b}\\u{a}\n\nend\n{\"id\":1}\n")
    #expect(String(decoding: output.err, as: UTF8.self) == "konf: read Eve\\u{1b}\\u{a}\n")
    #expect(output.status == .notFound)
  }

  @Test("the presentation determines colour and JSON")
  func presentation() {
    var streams = OutputStreams(colored)
    streams.write(Line("day", .heading))
    streams.note("careful")
    streams.write([1])
    let output = streams.finished(.success)
    #expect(String(decoding: output.out, as: UTF8.self) == "\u{1B}[1;4mday\u{1B}[0m\n[\n  1\n]\n")
    #expect(String(decoding: output.err, as: UTF8.self) == "konf: careful\n")
  }

  private func notes(_ terminal: TerminalFacts, _ texts: SafeText...) -> String {
    var streams = OutputStreams(Presentation(of: "konf", terminal: terminal))
    for text in texts { streams.note(text) }
    return String(decoding: streams.finished(.success).err, as: UTF8.self)
  }

  @Test("a message is wrapped on a terminal, and a single line elsewhere")
  func wrappedNotes() {
    let texts: [SafeText] = [
      "found 3 talks that nobody knows", "  did you mean \"the other one\"?", "short",
      "see https://example.org/a/long/path",
    ]
    let terminal = TerminalFacts(errorIsTerminal: true, errorColumns: 24)
    #expect(
      notes(terminal, texts[0], texts[1], texts[2], texts[3]) == """
        konf: found 3 talks that
              nobody knows
        konf:   did you mean
                "the other one"?
        konf: short
        konf: see
              https://example.org/a/long/path

        """)
    let pipe = TerminalFacts(outIsTerminal: true, columns: 24)
    #expect(notes(pipe, texts[0]) == "konf: found 3 talks that nobody knows\n")
  }

  @Test("right-to-left text is isolated on a terminal, and nowhere else")
  func isolation() {
    let title = "שלום 12"
    func answer(_ terminal: TerminalFacts) -> Output {
      var streams = OutputStreams(Presentation(of: "konf", terminal: terminal))
      streams.write("\("09:30", .time)  \(title) \(3)")
      streams.write(["title": .string(title)])
      streams.note("no talk is called \(title.quoted())")
      return streams.finished(.success)
    }
    let onTerminal = answer(TerminalFacts(outIsTerminal: true, errorIsTerminal: true))
    #expect(
      onTerminal.text
        == "09:30  \u{2068}שלום 12\u{2069} 3\n{\n  \"title\": \"שלום 12\"\n}\n")
    #expect(onTerminal.notes == "konf: no talk is called \u{2068}\"שלום 12\"\u{2069}\n")
    let inPipe = answer(TerminalFacts())
    #expect(inPipe.text == "09:30  שלום 12 3\n{\"title\":\"שלום 12\"}\n")
    #expect(inPipe.notes == "konf: no talk is called \"שלום 12\"\n")
  }

  @Test("a usage error is a message with a suggestion on a separate line")
  func usageError() {
    var streams = OutputStreams(Presentation(of: "konf"))
    streams.note(.unknownCommand("timelin\u{1B}", nearest: ["timeline"]))
    streams.note(.unknownTopic("x", nearest: []))
    #expect(
      String(decoding: streams.finished(.usage).err, as: UTF8.self) == """
        konf: unknown command "timelin\\u{1b}"; konf help --all lists the commands
        konf: did you mean timeline?
        konf: help: unknown command or topic "x"; konf help --all lists all of them

        """)
  }

  @Test("the statuses are those that other programs rely on")
  func statuses() {
    #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 64, 65, 66, 70, 73, 74, 75, 76, 77])
    #expect(Set(ExitStatus.allCases.map(\.meaning)).count == ExitStatus.allCases.count)
  }
}
