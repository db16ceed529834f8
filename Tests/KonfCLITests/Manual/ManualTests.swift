import Basics
import CommandLine
import KonfCLI
import Marks
import TestSupport
import Testing

private let pages: [String?] = [nil] + CommandTable.konf.commandNames

/// A table with text that means something to roff wherever it is.
private enum HostileCommand: Command {
  static let name = "Ar"
  static let attack: SafeText = """
    .Sh EVIL \\fBbold\\fR 'quoted' "twice" -dash .Nm ^ ~ ` \u{2026} .
    """
  static let option = Option<String>("Fl", short: "-", ".Nm \\e", help: attack)

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: attack, operands: [OperandDefinition(".Ar"), OperandDefinition("|")],
      options: [option.definition],
      discussion: [
        .paragraph(attack), .verbatim([attack, ".Ed", "'br"]),
        .list([HelpBlock.Entry(attack, attack), HelpBlock.Entry(".", ".")]), .stars([attack]),
      ],
      examples: [Example(attack, attack)])
  }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    streams.finished(.success)
  }
}

@Suite struct ManualTests {
  private static let sections = [
    "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "ENVIRONMENT", "FILES", "EXIT STATUS",
    "EXAMPLES", "SEE ALSO",
  ]

  @Test("every page has its sections in order", arguments: pages)
  func sections(name: String?) throws {
    let page = try CommandTable.konf.manual(on: name, dated: Konf.date)
    let found = page.split(separator: "\n").filter { $0.hasPrefix(".Sh ") }
      .map { String($0.dropFirst(4)) }.filter { $0 != "TOPICS" }
    #expect(found == Self.sections)
  }

  @Test("every line is short and consists of ASCII", arguments: pages)
  func lines(name: String?) throws {
    var isVerbatim = false
    for line in try CommandTable.konf.manual(on: name, dated: Konf.date).split(separator: "\n") {
      if line.hasPrefix(".Bd") { isVerbatim = true }
      if line == ".Ed" { isVerbatim = false }
      #expect(line.utf8.allSatisfy { 0x20..<0x7F ~= $0 }, "\(line)")
      #expect(isVerbatim || line.hasPrefix(".") || line.utf8.count <= 80, "\(line)")
    }
  }

  @Test("the page of konf names every command, option, variable and exit code")
  func whole() throws {
    let page = try CommandTable.konf.manual(on: nil, dated: Konf.date)
    for name in CommandTable.konf.commandNames {
      #expect(page.contains("\n.Xr konf-\(name) 1"), "\(name)")
    }
    for option in CommandTable.konf.options {
      #expect(page.contains("\\-\\-\(option.name.split(separator: "-").joined(separator: "\\-"))"))
    }
    for variable in EnvironmentVariable.all {
      let entries = ["", "\\&"].map { "\n.It Sy \($0)\(variable.name)\n" }
      #expect(entries.contains(where: page.contains), "\(variable)")
    }
    for status in ExitStatus.allCases {
      #expect(page.contains("\n.It Sy \\&\(status.rawValue)\n"), "\(status)")
    }
  }

  @Test("no text of the table is a macro or an escape sequence of roff")
  func hostile() throws {
    let table = CommandTable(
      of: "konf", summary: HostileCommand.attack,
      groups: [CommandGroup(HostileCommand.attack, [HostileCommand.self])],
      defaults: CommandTable.Defaults(
        none: HostileCommand.self, help: HostileCommand.self, version: HostileCommand.self),
      options: [HostileCommand.option.definition],
      topics: [TopicDefinition("x", summary: "", discussion: HostileCommand.definition.discussion)],
      examples: HostileCommand.definition.examples)
    let macros = [
      "Dd", "Dt", "Os", "Sh", "Ss", "Nm", "Nd", "Pp", "Bl", "It", "El", "Bd", "Ed", "Xr",
    ]
    let sections = Self.sections + ["TOPICS"]
    for name in [nil, "Ar"] {
      for line in try table.manual(on: name, dated: Konf.date).split(separator: "\n") {
        #expect(!line.hasPrefix("'"), "\(line)")
        let words = line.split(separator: " ", maxSplits: 1)
        if line.hasPrefix(".") { #expect(macros.contains(String(words[0].dropFirst())), "\(line)") }
        if words[0] == ".Sh" { #expect(sections.contains(String(words[1])), "\(line)") }
        #expect(!line.contains("\\fB"), "\(line)")
      }
    }
    #expect(
      try table.manual(on: "Ar", dated: Konf.date).contains(
        #".Sh EVIL \efBbold\efR \(aqquoted\(aq"#))
  }

  @Test("mandoc reports no mistake in the pages, and shows hostile text unchanged")
  func mandoc() throws {
    guard BuiltProgram.shell("command -v mandoc").status == 0 else {
      print("skipped: mandoc is not installed")
      return
    }
    let folder = TemporaryFolder()
    for name in pages {
      let page = try CommandTable.konf.manual(on: name, dated: Konf.date)
      folder.write(page, to: "konf\(name.map { "-\($0)" } ?? "").1")
    }
    let found = BuiltProgram.shell("cd \(folder.path) && mandoc -T lint -W all *.1 2>&1")
    #expect(found.output == "")
  }

  @Test("the program prints the pages and refuses an unknown command")
  func program() throws {
    let run = CommandLineRun()
    #expect(run("help --man").text == (try CommandTable.konf.manual(on: nil, dated: Konf.date)))
    #expect(
      run("help rate --man").text == (try CommandTable.konf.manual(on: "rate", dated: Konf.date)))
    #expect(run("help --man rat").status == .usage)
    #expect(run("help --man rat").notes.contains("did you mean rate?"))
    #expect(run("help --man --json").notes == "konf: help: --man and --json cannot be combined\n")
  }
}
