import KonfCLI
import Testing
import TextBasics

private let subjects: [String?] =
  [nil] + CommandTable.konf.commandNames + CommandTable.konf.topics.map(\.name)

@Suite struct HelpTests {
  private func help(_ name: String?, _ width: Int) throws -> [String] {
    try CommandTable.konf.help(on: name, width: width).map { $0.rendered(color: false) }
  }

  @Test("no line is wider than the terminal or ends with spaces", arguments: subjects)
  func fits(name: String?) throws {
    for width in [20, 40, 80, 140, 1_000] {
      for line in try help(name, width) {
        #expect(DisplayWidth.of(line) <= width, "at \(width): \(line)")
        #expect(!line.hasSuffix(" "), "at \(width): \(line)")
      }
    }
  }

  @Test("the overview is one screen that names every command, topic and option")
  func overview() throws {
    let lines = try help(nil, 80)
    #expect(lines.count <= 90)
    let text = lines.joined(separator: "\n")
    for name in CommandTable.konf.commandNames { #expect(text.contains("\n  \(name)")) }
    for topic in CommandTable.konf.topics { #expect(text.contains("\n  \(topic.name)")) }
    for option in CommandTable.konf.options { #expect(text.contains(option.usage)) }
  }

  @Test(
    "the help on a command has its usage, its options and examples",
    arguments: CommandTable.konf.commandNames)
  func command(_ name: String) throws {
    let command = try #require(CommandTable.konf.command(name)).definition
    #expect(command.name == name)
    let text = try help(command.name, 80).joined(separator: "\n")
    for usage in command.usages { #expect(text.contains("\n  \(usage) [OPTION...]\n")) }
    for option in command.options + CommandTable.konf.options {
      #expect(text.contains(option.usage))
    }
    #expect(!command.examples.isEmpty)
    for example in command.examples { #expect(text.contains("\n  \(example.command)")) }
  }

  @Test("every example is a command line that konf understands")
  func examples() throws {
    let table = CommandTable.konf
    for example in table.examples + table.definitions.flatMap(\.examples) {
      let words = example.command.string.split(separator: " ").prefix { $0 != ">" }
      #expect(words.first == "konf")
      let invocation = try table.parse(words.dropFirst().map { Array($0.utf8) })
      if invocation.command.name == "help" {
        _ = try table.help(on: invocation.operands.first, width: 80)
      }
    }
  }

  @Test("an option that makes a word needless gives a second usage")
  func usages() {
    #expect(
      CommandTable.konf.command("rate")?.definition.usages
        == ["konf rate TARGET STARS", "konf rate TARGET --clear"])
    #expect(CommandTable.konf.command("help")?.definition.usages == ["konf help [COMMAND|TOPIC]"])
  }

  @Test("no two commands, topics or options share a name")
  func names() {
    let table = CommandTable.konf
    let words = table.commandNames + table.topics.map(\.name)
    #expect(Set(words).count == words.count)
    // Several commands may take an option, which is the same for all of them.
    var usages: [String: String] = [:]
    for option in table.options + table.definitions.flatMap(\.options) {
      #expect(usages[option.name, default: option.usage] == option.usage)
      for name in [option.name] + option.synonyms { usages[name] = option.usage }
    }
  }

  @Test("the help in JSON has the heading of each command")
  func groups() throws {
    let output = CommandLineRun()("help --json")
    let headings = CommandTable.konf.groups.flatMap { group in
      group.commands.map { _ in group.title.string }
    }
    let groups = try output.values("group")
    #expect(groups == headings + CommandTable.konf.topics.map { _ in "null" })
    #expect(try CommandLineRun()("help rate --json").values("group") == ["Rate"])
  }

  @Test("the topics tell every exit code and every variable")
  func topics() throws {
    let codes = try help("exit-codes", 80).joined(separator: "\n")
    for status in ExitStatus.allCases { #expect(codes.contains("\n  \(status.rawValue) ")) }
    let variables = try help("environment", 80).joined(separator: "\n")
    for variable in EnvironmentVariable.allCases {
      #expect(variables.contains("\n  \(variable.rawValue) "))
    }
  }

  @Test("an unknown subject is refused with the nearest command or topic")
  func unknown() {
    #expect(throws: UsageError.unknownTopic("exit-code", nearest: ["exit-codes"])) {
      try CommandTable.konf.help(on: "exit-code", width: 80)
    }
    #expect(throws: UsageError.unknownTopic("rat", nearest: ["rate"])) {
      try CommandTable.konf.help(on: "rat", width: 80)
    }
  }
}
