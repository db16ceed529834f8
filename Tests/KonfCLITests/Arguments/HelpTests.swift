import Basics
import CommandLine
import KonfCLI
import Marks
import Testing

private let subjects: [String?] =
  [nil] + CommandTable.konf.commandNames + CommandTable.konf.topics.map(\.name)

@Suite struct HelpTests {
  private func help(
    _ name: String?, _ width: Int, isBrief: Bool = false, isWhole: Bool = false
  ) throws -> [String] {
    let presentation = Presentation(of: "konf", width: width, environment: ["LANG": "C.UTF-8"])
    return try CommandTable.konf.help(
      on: name, isBrief: isBrief, isWhole: isWhole, presentation
    )
    .map { $0.rendered(color: false) }
  }

  /// Returns the help without the breaks of lines.
  private func words(_ lines: [String]) -> String {
    lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
  }

  @Test("no line is wider than the terminal or ends with spaces", arguments: subjects)
  func fits(name: String?) throws {
    for width in [20, 40, 80, 140, 1_000] {
      let forms = try help(name, width) + help(name, width, isBrief: true)
      for line in try forms + help(name, width, isWhole: true) {
        #expect(DisplayWidth.of(line) <= width, "at \(width): \(line)")
        #expect(!line.hasSuffix(" "), "at \(width): \(line)")
      }
    }
  }

  @Test("the first page fits on a screen, and leads to the other commands")
  func firstPage() throws {
    let lines = try help(nil, 80)
    #expect(lines.count <= 24)
    #expect(lines.contains { $0.contains("konf help --all lists all commands") })
    #expect(lines.last?.hasPrefix("Common options: --data, ") == true)
    #expect(CommandLineRun()("help --all rate").status == .usage)
    #expect(
      CommandLineRun()("help --all --width 80").text
        == (try help(nil, 80, isWhole: true))
        .map { "\($0)\n" }.joined())
  }

  @Test("the list of all commands is two screens that name every command and topic")
  func overview() throws {
    let lines = try help(nil, 80, isWhole: true)
    #expect(lines.count <= 66)
    let text = lines.joined(separator: "\n")
    for name in CommandTable.konf.commandNames { #expect(text.contains("\n  \(name)")) }
    for topic in CommandTable.konf.topics { #expect(words(lines).contains(topic.name)) }
    #expect(lines.last?.hasPrefix("Common options: --data, ") == true)
  }

  @Test("the short overview is half a screen that names every command")
  func briefOverview() throws {
    let lines = try help(nil, 80, isBrief: true)
    #expect(lines.count <= 24)
    for name in CommandTable.konf.commandNames { #expect(words(lines).contains(" \(name)")) }
    #expect(lines.last?.hasPrefix("Run konf --help ") == true)
  }

  @Test(
    "the help on a command has its usage, its options and examples",
    arguments: CommandTable.konf.commandNames)
  func command(_ name: String) throws {
    let command = try #require(CommandTable.konf.command(name)).definition
    #expect(command.name == name)
    let lines = try help(command.name, 80)
    let text = lines.joined(separator: "\n")
    for usage in command.usages(of: "konf") { #expect(text.contains("\n  \(usage) [OPTION...]\n")) }
    for option in command.options {
      #expect(words(lines).contains(option.isFilter ? "--\(option.name)" : option.heading))
    }
    #expect(!command.examples.isEmpty)
    for example in command.examples { #expect(text.contains("\n  \(example.command)")) }
  }

  @Test(
    "no command repeats the topics on filters and common options",
    arguments: CommandTable.konf.commandNames)
  func saidOnce(_ name: String) throws {
    let command = try #require(CommandTable.konf.command(name)).definition
    let text = words(try help(name, 80))
    for option in command.options where option.isFilter {
      #expect(text.contains("--\(option.name)"))
    }
    for option in CommandTable.konf.options + command.options.filter(\.isFilter) {
      #expect(!text.contains(option.help.string), "\(option.name)")
    }
    #expect(text.contains("Common options: --data, ") && text.hasSuffix(" konf help options"))
    #expect(text.contains("; konf help filters") == command.options.contains(where: \.isFilter))
  }

  @Test("the topics explain every option of every command and every filter")
  func topicsOfOptions() throws {
    let options = words(try help("options", 80))
    for option in CommandTable.konf.options {
      #expect(options.contains("\(option.heading) \(option.help)"))
    }
    let all = CommandTable.konf.definitions.flatMap(\.options)
    let filters = all.filter(\.isFilter)
    #expect(!filters.isEmpty)
    let text = words(try help("filters", 80))
    for filter in filters { #expect(text.contains("\(filter.heading) \(filter.help)")) }
    // The same option is a filter of all lists, or of none.
    for option in all where option.name != "location" {
      #expect(option.isFilter == filters.contains { $0.name == option.name }, "\(option.name)")
    }
  }

  @Test(
    "the short help of a command is its usage, options and three examples",
    arguments: CommandTable.konf.commandNames)
  func brief(_ name: String) throws {
    let command = try #require(CommandTable.konf.command(name)).definition
    let lines = try help(name, 80, isBrief: true)
    #expect(lines.count <= 30)
    #expect(lines.last == "Run konf \(name) --help for more.")
    let text = words(lines)
    for option in command.options { #expect(text.contains("--\(option.name)")) }
    for usage in command.usages(of: "konf") { #expect(text.contains(usage)) }
    let examples = command.examples.filter { lines.joined().contains("  \($0.command)  ") }
    #expect(examples.count <= 3)
    #expect(text.contains("\(command.examples[0].command)"))
    if let option = CommandTable.konf.options.first { #expect(!text.contains(option.usage)) }
  }

  @Test("-h prints the short help and --help the long one, and the last of both wins")
  func lengths() {
    let run = CommandLineRun()
    let long = run("help rate").text
    let short = run("rate -h").text
    #expect(short != long)
    #expect(short == run("-h rate").text)
    #expect(short == run("rate --help -h").text)
    #expect(short == run("help rate -h").text)
    #expect(long == run("rate --help").text)
    #expect(long == run("rate -h --help").text)
    #expect(run("-h").text != run("--help").text)
    #expect(run("help").text == run("--help").text)
  }

  @Test("the meaning of the stars is drawn like ratings")
  func stars() {
    #expect(CommandLineRun()("help rate").text.contains("\n  4  ★★★★☆  very good\n"))
    var run = CommandLineRun()
    run.environment = [:]
    #expect(run("help rate").text.contains("\n  4  4 of 5  very good\n"))
  }

  @Test("every example is a command line that konf understands")
  func examples() throws {
    let table = CommandTable.konf
    for example in table.examples + table.definitions.flatMap(\.examples) {
      let words = example.command.string.split(separator: " ").prefix { $0 != ">" }
      #expect(words.first == "konf")
      let invocation = try table.parse(words.dropFirst().map { Array($0.utf8) })
      if invocation.command.name == "help" {
        _ = try table.help(on: invocation.operands.first, Presentation(of: "konf"))
      }
    }
  }

  @Test("an option that replaces an argument has a second usage line")
  func usages() {
    #expect(
      CommandTable.konf.command("rate")?.definition.usages(of: "konf")
        == ["konf rate TARGET STARS", "konf rate TARGET --clear"])
    #expect(
      CommandTable.konf.command("help")?.definition.usages(of: "konf") == [
        "konf help [COMMAND|TOPIC]"
      ])
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

  @Test("the topics list every exit code and every variable")
  func topics() throws {
    let codes = try help("exit-codes", 80).joined(separator: "\n")
    for status in ExitStatus.allCases { #expect(codes.contains("\n  \(status.rawValue) ")) }
    let variables = try help("environment", 80).joined(separator: "\n")
    for variable in EnvironmentVariable.all {
      #expect(variables.contains("\n  \(variable.name) "))
    }
  }

  @Test("an unknown subject is refused with the nearest command or topic")
  func unknown() {
    #expect(throws: UsageError.unknownTopic("exit-code", nearest: ["exit-codes"])) {
      try CommandTable.konf.help(on: "exit-code", Presentation(of: "konf"))
    }
    #expect(throws: UsageError.unknownTopic("rat", nearest: ["rate"])) {
      try CommandTable.konf.help(on: "rat", Presentation(of: "konf"))
    }
  }
}
