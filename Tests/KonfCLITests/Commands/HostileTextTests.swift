import CommandLine
import KonfCLI
import TestSupport
import Testing

/// Nothing that a schedule or an argument holds drives a terminal.
@Suite struct HostileTextTests {
  private static let commands = [
    "", "timeline", "talks", "speakers", "speaker person", "organizers", "locations",
    "location place", "ratings", "speaker nobody", "session nothing", "rate person 9",
    "entities all", "timeline --grid", "diff -", "check",
  ]

  private static let hostile = Set(SampleTexts.hostile)
  /// Each hostile scalar between letters.
  private static let whole = SampleTexts.hostile.map { "x\($0)y" }.joined()
  /// The same in parts that messages show whole; no argument holds a NUL.
  private static let parts = stride(from: 1, to: SampleTexts.hostile.count, by: 3).map { start in
    SampleTexts.hostile[start...].prefix(3).map { "x\($0)y" }.joined()
  }

  /// The scalars of some output that no terminal should be sent.
  private func raw(_ output: Output) -> [Unicode.Scalar] {
    var found: [Unicode.Scalar] = []
    for bytes in [output.out, output.err] {
      var previous: Unicode.Scalar?
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
        // A joiner between emoji is part of them.
        let isPart = scalar == "\u{200D}" && previous == "\u{1F469}"
        if Self.hostile.contains(scalar), scalar != "\n", !isPart { found.append(scalar) }
        previous = scalar
      }
    }
    return found
  }

  @Test("invisible characters in a schedule are shown escaped")
  func schedule() {
    for text in [HostileSchedule.attack, Self.whole] {
      var run = CommandLineRun()
      run.input = Array(HostileSchedule.json(with: text).utf8)
      for command in Self.commands {
        let output = run("\(command) --data - --width 60")
        #expect(raw(output) == [], "\(command): \(text.debugDescription)")
      }
    }
  }

  @Test("JSON has the original texts, with control and direction marks escaped")
  func json() throws {
    for text in [HostileSchedule.attack, Self.whole] {
      var run = CommandLineRun()
      run.input = Array(HostileSchedule.json(with: text).utf8)
      for (command, field) in [
        ("timeline", "title"), ("talks", "title"), ("speakers", "name"),
        ("locations", "address"),
      ] {
        let output = run("\(command) --data - --json")
        let value = try #require(try output.values(field).first)
        #expect(
          value.unicodeScalars.suffix(text.unicodeScalars.count)
            .elementsEqual(text.unicodeScalars), "\(command)")
        #expect(
          raw(output).filter { $0.properties.generalCategory == .control } == [], "\(command)")
        #expect(raw(output).filter { (0x202A...0x202E).contains($0.value) } == [], "\(command)")
      }
    }
  }

  @Test("messages about arguments escape invisible characters")
  func arguments() {
    let folder = TemporaryFolder()
    for text in [HostileSchedule.attack] + Self.parts {
      let lines = [
        [text], ["--\(text)"], ["-\(text)"], ["help", text], ["timeline", text],
        ["speaker", text], ["location", text], ["session", text], ["rate", text, "5"],
        ["rate", "session1Day1", text], ["--data", "\(folder.path)/\(text)"], ["--at", text],
        ["--month", text], ["--zone", text], ["--tz", text], ["--width", text], ["--color", text],
        ["--json=\(text)"], ["--home", "\(folder.path)/\(text)", "ratings"],
        ["--home", "/dev/null/\(text)", "rate", "session1Day1", "5"],
        ["--home", folder.path, "rate", "hofele", "5", "--comment", text],
        ["--home", folder.path, "ratings"],
      ]
      for line in lines {
        #expect(raw(CommandLineRun()(line)) == [], "\(line)")
      }
    }
  }

  @Test("bytes that are not UTF-8 are escaped and refused")
  func undecodable() {
    let output = CommandLineRun()(bytes: [Array("speaker".utf8), [0x61, 0xFF, 0x1B, 0x62]])
    #expect(output.status == .usage)
    #expect(
      output.notes == #"konf: argument 2: "a\xff\u{1b}b" is not valid UTF-8"#
        + "\n")
  }
}
