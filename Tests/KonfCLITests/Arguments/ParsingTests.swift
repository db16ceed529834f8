import CommandLine
import KonfCLI
import Marks
import Schedule
import Testing

@Suite struct ParsingTests {
  typealias Accepted = (String, String, [String], [String])
  typealias Refused = (String, String)

  private func parse(_ line: String, with table: CommandTable = .konf) throws -> Invocation {
    try table.parse(line.split(separator: " ").map { Array($0.utf8) })
  }

  @Test(
    "a valid command line is parsed into the requested run",
    arguments: [
      ("", "overview", [], []),
      ("timeline", "timeline", [], []),
      ("--json", "overview", [], ["json"]),
      ("timeline --json", "timeline", [], ["json"]),
      ("timeline -jw40", "timeline", [], ["json", "width"]),
      ("-d a.json talks", "talks", [], ["data"]),
      ("talk swift", "session", ["swift"], []),
      ("room hall", "location", ["hall"], []),
      ("person Ada", "speaker", ["Ada"], []),
      ("find swift", "search", ["swift"], []),
      ("--json timeline", "timeline", [], ["json"]),
      ("--data a.json timeline", "timeline", [], ["data"]),
      ("--data=a=b timeline", "timeline", [], ["data"]),
      ("timeline --data= --json", "timeline", [], ["data", "json"]),
      ("--data - timeline", "timeline", [], ["data"]),
      ("speaker Graham Lee", "speaker", ["Graham", "Lee"], []),
      ("speaker Graham --width 40 Lee", "speaker", ["Graham", "Lee"], ["width"]),
      ("--width 40 talks --width=20", "talks", [], ["width"]),
      ("--color never --color always talks", "talks", [], ["color"]),
      ("rate session1Day1 5", "rate", ["session1Day1", "5"], []),
      ("rate session1Day1 -1", "rate", ["session1Day1", "-1"], []),
      ("rate a -.5", "rate", ["a", "-.5"], []),
      ("--tz -1 talks", "talks", [], ["tz"]),
      ("rate a b 5 --comment fine", "rate", ["a", "b", "5"], ["comment"]),
      ("--clear rate a", "rate", ["a"], ["clear"]),
      ("rate a --comment=--x 5", "rate", ["a", "5"], ["comment"]),
      ("speaker -- --json -h", "speaker", ["--json", "-h"], []),
      ("-- timeline", "timeline", [], []),
      ("speaker -- --", "speaker", ["--"], []),
      ("speaker -", "speaker", ["-"], []),
      ("help", "help", [], []),
      ("help rate", "help", ["rate"], []),
      ("-h", "help", [], ["help"]),
      ("rate --help", "help", ["rate"], ["help"]),
      ("--help rate a", "help", ["rate"], ["help"]),
      ("help --help", "help", ["help"], ["help"]),
      ("help rate -h", "help", ["rate"], ["help"]),
      ("--version", "version", [], ["version"]),
      ("talks --version", "version", [], ["version"]),
    ] as [Accepted])
  func accepted(line: String, command: String, operands: [String], options: [String]) throws {
    let invocation = try parse(line)
    #expect(invocation.command.name == command)
    #expect(invocation.operands == operands)
    #expect(invocation.optionNames == options)
  }

  @Test(
    "a wrong command line is reported with the unexpected word and a working alternative",
    arguments: [
      (
        "timelin",
        "unknown command \"timelin\"; konf help --all lists the commands\ndid you mean timeline?"
      ),
      (
        "Tlaks",
        "unknown command \"Tlaks\"; konf help --all lists the commands\ndid you mean talks?"
      ),
      (
        "speakre",
        "unknown command \"speakre\"; konf help --all lists the commands\n"
          + "did you mean speaker?"
      ),
      (
        "loca",
        "unknown command \"loca\"; konf help --all lists the commands\n"
          + "did you mean locations or location?"
      ),
      (
        "version",
        "unknown command \"version\"; konf help --all lists the commands\n"
          + "did you mean konf --version?"
      ),
      ("rtae", "unknown command \"rtae\"; konf help --all lists the commands\ndid you mean rate?"),
      ("bake", "unknown command \"bake\"; konf help --all lists the commands"),
      ("xyzzy", "unknown command \"xyzzy\"; konf help --all lists the commands"),
      ("- x", "unknown command \"-\"; konf help --all lists the commands"),
      (
        "\u{1B}[31m",
        "unknown command \"\\u{1b}[31m\"; konf help --all lists the commands"
      ),
      (
        "--jsno",
        "unknown option \"--jsno\"; konf help options lists the options\ndid you mean --json?"
      ),
      (
        "talks --col=never",
        "unknown option \"--col\"; konf help talks lists the options\ndid you mean --color?"
      ),
      ("-json", "unknown option \"-s\"; konf help options lists the options\ndid you mean --json?"),
      ("-x", "unknown option \"-x\"; konf help options lists the options"),
      ("-hx", "unknown option \"-x\"; konf help options lists the options"),
      ("--=x", "unknown option \"--\"; konf help options lists the options"),
      ("talks --data", "--data: missing value; use --data PATH|-"),
      ("--data --json talks", "--data: missing value; use --data PATH|-"),
      ("--data -- talks", "--data: missing value; use --data PATH|-"),
      ("--color", "--color: missing value; use --color auto|always|never"),
      ("--color blue", "--color: invalid value \"blue\"; expected auto, always or never"),
      ("--color=", "--color: invalid value \"\"; expected auto, always or never"),
      ("--width 19", "--width: invalid value \"19\"; expected a whole number from 20 to 1000"),
      ("--width -1", "--width: invalid value \"-1\"; expected a whole number from 20 to 1000"),
      ("--width=4e1", "--width: invalid value \"4e1\"; expected a whole number from 20 to 1000"),
      (
        "--at noon",
        "--at: invalid value \"noon\"; expected a time such as 2015-05-18T11:00, "
          + "2015-05-18T11:00+02:00, 11:00, \"mon 11:00\" or +2h"
      ),
      ("--month 5", "--month: invalid value \"5\"; expected a year and a month, such as 2015-05"),
      ("--home= talks", "--home: invalid value \"\"; expected a folder"),
      (
        "next --in 5",
        "--in: invalid value \"5\"; expected a length of time such as 90m, 2h, 1h30m or 1d"
      ),
      (
        "talks --day x",
        "--day: invalid value \"x\"; expected a date such as 2015-05-18 or \"18 may\", a weekday such as mon, "
          + "the number of a day, today or tomorrow"
      ),
      (
        "talks --day 1,x",
        "--day: invalid value \"1,x\"; expected a date such as 2015-05-18 or \"18 may\", a weekday such as mon, "
          + "the number of a day, today or tomorrow; repeat --day for several values"
      ),
      ("add D --start 5", "unknown option \"--start\"; konf help add lists the options"),
      (
        "unhide x",
        "unknown command \"unhide\"; konf help --all lists the commands\n"
          + "did you mean konf hide --clear?"
      ),
      (
        "note x --remove",
        "note: option --remove does not apply to this command\ndid you mean --clear?"
      ),
      (
        "use fair --remove",
        "use: option --remove does not apply to this command\ndid you mean --forget?"
      ),
      ("talks --mine=yes", "--mine: unexpected value \"yes\""),
      ("speaker", "speaker: missing NAME; usage: konf speaker NAME"),
      ("rate", "rate: missing TARGET; usage: konf rate TARGET STARS"),
      ("rate a", "rate: missing STARS; usage: konf rate TARGET STARS"),
      ("rate --clear", "rate: missing TARGET; usage: konf rate TARGET STARS"),
      ("timeline today", "timeline: unexpected argument \"today\"; usage: konf timeline"),
      ("now a", "now: unexpected argument \"a\"; usage: konf now"),
      (
        "talks --clear",
        "talks: option --clear does not apply to this command; "
          + "use it with konf note, konf hide and konf rate"
      ),
      ("--comment fine", "option --comment does not apply to this command; use it with konf rate"),
      (
        "note a -later",
        "unknown option \"-l\"; konf help note lists the options\n"
          + "if \"-later\" is an argument, put -- before it: konf note a -- -later"
      ),
      (
        "note a -later --home /h",
        "unknown option \"-l\"; konf help note lists the options\n"
          + "if \"-later\" is an argument, put -- before it: konf note a --home /h -- -later"
      ),
      (
        "note a -dash",
        "note: missing TEXT; usage: konf note TARGET TEXT\n"
          + "if \"-dash\" is an argument, put -- before it: konf note a -- -dash"
      ),
      (
        "search -x y --json -z",
        "unknown option \"-x\"; konf help search lists the options\n"
          + "if \"-x\" is an argument, put -- before it: konf search --json -- -x y -z"
      ),
      (
        "search -wide",
        "--width: invalid value \"ide\"; expected a whole number from 20 to 1000\n"
          + "if \"-wide\" is an argument, put -- before it: konf search -- -wide"
      ),
      (
        "speaker -x",
        "unknown option \"-x\"; konf help speaker lists the options\n"
          + "if \"-x\" is an argument, put -- before it: konf speaker -- -x"
      ),
      ("talks -x", "unknown option \"-x\"; konf help talks lists the options"),
      ("rate a -x", "unknown option \"-x\"; konf help rate lists the options"),
      ("note -later", "unknown option \"-l\"; konf help note lists the options"),
      ("note a -d", "-d: missing value; use -d PATH|-"),
      (
        "rate a 3 --comment -bad",
        "--comment: missing value; use --comment TEXT\n"
          + "if \"-bad\" is the value, write --comment=-bad"
      ),
      (
        "talks -d -nope",
        "-d: missing value; use -d PATH|-\nif \"-nope\" is the value, write --data=-nope"
      ),
      ("talks --width -x", "--width: missing value; use --width N"),
      ("rate a 3 --comment -jv", "--comment: missing value; use --comment TEXT"),
    ] as [Refused])
  func refused(line: String, message: String) {
    let error = #expect(throws: UsageError.self) { try parse(line) }
    #expect(error?.text == message)
  }

  @Test("an argument that is not UTF-8 is refused, and shown without its bytes")
  func undecodable() {
    let arguments: [[UInt8]] = [Array("speaker".utf8), [0x61, 0xFF, 0x0A, 0xC3]]
    let error = #expect(throws: UsageError.self) { try CommandTable.konf.parse(arguments) }
    #expect(
      error?.text
        == "argument 2: \"a\\xff\\u{a}\\xc3\" is not valid UTF-8")
  }

  @Test("short options can be combined, the last with its value attached or following")
  func letters() throws {
    let table = CommandTable(
      of: "go", summary: "", groups: [CommandGroup("", [GoCommand.self])],
      defaults: CommandTable.Defaults(
        none: GoCommand.self, help: GoCommand.self, version: GoCommand.self),
      options: [GoCommand.all.definition, GoCommand.out.definition])
    for line in ["go -abox", "-ab -o x go", "-ba go -ox", "-ab go --out=x -abab"] {
      let invocation = try parse(line, with: table)
      #expect(invocation[GoCommand.all] && invocation[GoCommand.brief], "\(line)")
      #expect(invocation[GoCommand.out] == "x", "\(line)")
    }
    #expect(throws: UsageError.missingValue(option: "-o", expected: "FILE")) {
      try parse("go -abo", with: table)
    }
  }

  @Test("the value of an option is read once, and the last one wins")
  func values() throws {
    #expect(try parse("--data=a=b timeline")[CommonOption.data] == "a=b")
    #expect(try parse("timeline --data= --json")[CommonOption.data] == "")
    #expect(try parse("--width 40 talks --width=20")[CommonOption.width] == 20)
    #expect(try parse("--color never --color always talks")[CommonOption.color] == .always)
    #expect(try parse("talks --month 2015-05")[CommonOption.month]?.month == 5)
    #expect(try parse("talks --room a --location b").all(FilterOption.location) == ["a", "b"])
    #expect(try parse("talks --json=a --json")[CommonOption.json] == .all)
    #expect(try parse("talks --json=id,title")[CommonOption.json] == .named(["id", "title"]))
    #expect(try parse("-j talks")[CommonOption.json] == .all)
    #expect(try parse("talks --tsv=?")[CommonOption.tsv] == .question)
    #expect(throws: UsageError.self) { try parse("talks --json=id,,title") }
    #expect(try parse("talks --room=a")[FilterOption.location] == "a")
    let invocation = try parse("rate a --clear --width 40")
    #expect(invocation[CommonOption.json] == nil)
    #expect(invocation[CommonOption.data] == nil)
  }

  @Test("a synonym is accepted and never printed")
  func synonyms() {
    for (line, message) in [
      ("talks --room", "--location: missing value; use --location NAME"),
      ("--room x rate", "rate: option --location does not apply to this command; use it with "),
      ("talks --rom", "unknown option \"--rom\"; konf help talks lists the options\n"),
    ] {
      let error = #expect(throws: UsageError.self) { try parse(line) }
      #expect(error?.text.hasPrefix(message) == true, "\(error?.text ?? "")")
      #expect(error?.text.contains("--room") == false)
    }
  }

  @Test("a very long word is handled like any other")
  func longWord() {
    let word = String(repeating: "a", count: 100_000)
    #expect(throws: UsageError.unknownCommand(word, nearest: [])) {
      try CommandTable.konf.parse([Array(word.utf8)])
    }
  }
}

/// A command of a table of its own.
private enum GoCommand: Command {
  static let name = "go"
  static let all = Flag("all", short: "a", help: "")
  static let brief = Flag("brief", short: "b", help: "")
  static let out = Option<String>("out", short: "o", "FILE", help: "")

  static var definition: CommandDefinition {
    CommandDefinition(name, summary: "", options: [brief.definition])
  }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    streams.finished(.success)
  }
}

extension UsageError {
  /// The message of konf, and the hint on a line of its own.
  fileprivate var text: String {
    hint.map { "\(message(in: "konf"))\n\($0)" } ?? message(in: "konf").string
  }
}
