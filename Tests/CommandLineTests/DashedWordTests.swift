import CommandLine
import Testing

/// Words that start with a dash and are meant as values.
@Suite struct DashedWordTests {
  private static let table = CommandTable(
    of: "tell", summary: "", groups: [CommandGroup("", [SayCommand.self, RunCommand.self])],
    defaults: CommandTable.Defaults(
      none: SayCommand.self, help: SayCommand.self, version: SayCommand.self),
    options: [SayCommand.tone.definition, SayCommand.loud.definition])

  private func hint(for words: [String]) -> String? {
    do throws(UsageError) {
      _ = try Self.table.parse(words.map { Array($0.utf8) })
      return nil
    } catch {
      return error.hint?.string
    }
  }

  @Test(
    "the hint is a line that can be parsed, quoted for a shell",
    arguments: [
      (["say", "ada", "-x"], "tell say ada -- -x"),
      (["say", "ada", "-x y's"], #"tell say ada -- '-x y'\''s'"#),
      (["say", "-x", "hi there"], "tell say -- -x 'hi there'"),
      (["say", "-lx", "hi", "--tone", "a b"], "tell say --tone 'a b' -- -lx hi"),
      // The letter t takes the rest of the word, so TEXT is missing.
      (["say", "ada", "-then"], "tell say ada -- -then"),
      (["say", "ada", "-ll"], "tell say ada -- -ll"),
    ])
  func arguments(words: [String], line: String) {
    let word = words.first { $0.hasPrefix("-") } ?? ""
    #expect(hint(for: words) == "if \"\(word)\" is an argument, put -- before it: \(line)")
    let suggested = ShellWord.words(of: line).map(\.text).dropFirst()
    #expect(throws: Never.self) { try Self.table.parse(suggested.map { Array($0.utf8) }) }
  }

  @Test("the value of an option is written after an equals sign")
  func values() {
    let hint = hint(for: ["say", "ada", "hi", "-t", "-x y"])
    #expect(hint == "if \"-x y\" is the value, write --tone='-x y'")
  }

  @Test(
    "without a line that would work, there is no hint",
    arguments: [
      ["-x"], ["say", "-x"], ["say", "ada", "hi", "-x"], ["say", "ada", "-l"],
      ["say", "ada", "--", "-x", "-y"], ["say", "ada", "--x"], ["run", "-x"],
      ["say", "ada", "hi", "--tone"], ["say", "ada", "hi", "--tone", "--loud"],
      ["say", "ada", "hi", "--tone", "-lt"], ["say", "ada", "hi", "--count", "-x"],
    ])
  func none(words: [String]) {
    #expect(hint(for: words) == nil)
  }
}

/// A command with a free text.
private enum SayCommand: Command {
  static let name = "say"
  static let tone = Option<String>("tone", short: "t", "TONE", help: "")
  static let loud = Flag("loud", short: "l", help: "")
  static let count = Option<Int>("count", "N", in: 1...9, help: "")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "", operands: [OperandDefinition("WHO"), OperandDefinition("TEXT")],
      options: [count.definition])
  }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    streams.finished(.success)
  }
}

/// A command whose operand is one of a few words.
private enum RunCommand: Command {
  static let name = "run"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "", operands: [OperandDefinition("HOW", naming: .words(["fast"]))])
  }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    streams.finished(.success)
  }
}
