import KonfCLI
import Testing

@Suite struct OutputStreamsTests {
  private let colored = Presentation(
    color: .always, terminal: TerminalFacts(outIsTerminal: true, errorIsTerminal: true))

  @Test("results and remarks are kept apart, each line ended")
  func streams() {
    var streams = OutputStreams(Presentation())
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

  @Test("the presentation decides about colour and about JSON")
  func presentation() {
    var streams = OutputStreams(colored)
    streams.write(Line("day", .heading))
    streams.note("careful")
    streams.write([1])
    let output = streams.finished(.success)
    #expect(String(decoding: output.out, as: UTF8.self) == "\u{1B}[1;4mday\u{1B}[0m\n[\n  1\n]\n")
    #expect(String(decoding: output.err, as: UTF8.self) == "\u{1B}[35mkonf:\u{1B}[0m careful\n")
  }

  @Test("a usage error is a message, and a guess on its own line")
  func usageError() {
    var streams = OutputStreams(Presentation())
    streams.note(.unknownCommand("timelin\u{1B}", nearest: ["timeline"]))
    streams.note(.unknownTopic("x", nearest: []))
    #expect(
      String(decoding: streams.finished(.usage).err, as: UTF8.self) == """
        konf: unknown command "timelin\\u{1b}"; konf help lists the commands
        konf: did you mean timeline?
        konf: help: "x" is no command and no topic; konf help lists both

        """)
  }

  @Test("the statuses are those that other programs rely on")
  func statuses() {
    #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 64, 65, 66, 70, 73, 74, 75, 77])
    #expect(Set(ExitStatus.allCases.map(\.meaning)).count == ExitStatus.allCases.count)
  }
}
