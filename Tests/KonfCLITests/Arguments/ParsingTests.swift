import KonfCLI
import Testing

@Suite struct ParsingTests {
  typealias Accepted = (String, Invocation)
  typealias Refused = (String, String)

  private func parse(_ line: String, with table: CommandTable = .konf) throws -> Invocation {
    try table.parse(line.split(separator: " ").map { Array($0.utf8) })
  }

  @Test(
    "a good command line says what is asked for",
    arguments: [
      ("", Invocation()),
      ("timeline", Invocation("timeline")),
      ("--json", Invocation(options: ["json": ""])),
      ("timeline --json", Invocation("timeline", options: ["json": ""])),
      ("--json timeline", Invocation("timeline", options: ["json": ""])),
      ("--data a.json timeline", Invocation("timeline", options: ["data": "a.json"])),
      ("--data=a=b timeline", Invocation("timeline", options: ["data": "a=b"])),
      ("timeline --data= --json", Invocation("timeline", options: ["data": "", "json": ""])),
      ("--data - timeline", Invocation("timeline", options: ["data": "-"])),
      ("speaker Graham Lee", Invocation("speaker", operands: ["Graham", "Lee"])),
      (
        "speaker Graham --width 40 Lee",
        Invocation("speaker", operands: ["Graham", "Lee"], options: ["width": "40"])
      ),
      ("--width 40 talks --width=20", Invocation("talks", options: ["width": "20"])),
      ("--color never --color always talks", Invocation("talks", options: ["color": "always"])),
      ("rate session1Day1 5", Invocation("rate", operands: ["session1Day1", "5"])),
      ("rate session1Day1 -1", Invocation("rate", operands: ["session1Day1", "-1"])),
      ("rate a -.5", Invocation("rate", operands: ["a", "-.5"])),
      ("--at -1 talks", Invocation("talks", options: ["at": "-1"])),
      (
        "rate a b 5 --comment fine",
        Invocation("rate", operands: ["a", "b", "5"], options: ["comment": "fine"])
      ),
      ("--clear rate a", Invocation("rate", operands: ["a"], options: ["clear": ""])),
      (
        "rate a --comment=--x 5",
        Invocation("rate", operands: ["a", "5"], options: ["comment": "--x"])
      ),
      ("speaker -- --json -h", Invocation("speaker", operands: ["--json", "-h"])),
      ("-- timeline", Invocation("timeline")),
      ("speaker -- --", Invocation("speaker", operands: ["--"])),
      ("speaker -", Invocation("speaker", operands: ["-"])),
      ("help", Invocation("help")),
      ("help rate", Invocation("help", operands: ["rate"])),
      ("-h", Invocation("help", options: ["help": ""])),
      ("rate --help", Invocation("help", operands: ["rate"], options: ["help": ""])),
      ("--help rate a", Invocation("help", operands: ["rate"], options: ["help": ""])),
      ("help --help", Invocation("help", operands: ["help"], options: ["help": ""])),
      ("help rate -h", Invocation("help", operands: ["rate"], options: ["help": ""])),
      ("--version", Invocation("version", options: ["version": ""])),
      ("talks --version", Invocation("version", options: ["version": ""])),
    ] as [Accepted])
  func accepted(line: String, invocation: Invocation) throws {
    #expect(try parse(line) == invocation)
  }

  @Test(
    "a wrong command line is told what was found and what would do",
    arguments: [
      (
        "timelin",
        "unknown command \"timelin\"; konf help lists the commands\ndid you mean timeline?"
      ),
      (
        "Tlaks",
        "unknown command \"Tlaks\"; konf help lists the commands\ndid you mean talks?"
      ),
      (
        "speakre",
        "unknown command \"speakre\"; konf help lists the commands\n"
          + "did you mean speaker?"
      ),
      (
        "loc",
        "unknown command \"loc\"; konf help lists the commands\n"
          + "did you mean locations or location?"
      ),
      (
        "version",
        "unknown command \"version\"; konf help lists the commands\n"
          + "did you mean konf --version?"
      ),
      ("rtae", "unknown command \"rtae\"; konf help lists the commands\ndid you mean rate?"),
      ("bake", "unknown command \"bake\"; konf help lists the commands"),
      ("xyzzy", "unknown command \"xyzzy\"; konf help lists the commands"),
      ("- x", "unknown command \"-\"; konf help lists the commands"),
      (
        "\u{1B}[31m",
        "unknown command \"\\u{1b}[31m\"; konf help lists the commands"
      ),
      (
        "--jsno",
        "unknown option \"--jsno\"; konf help lists the options\ndid you mean --json?"
      ),
      (
        "talks --col=never",
        "unknown option \"--col\"; konf help lists the options\ndid you mean --color?"
      ),
      ("-json", "unknown option \"-j\"; konf help lists the options\ndid you mean --json?"),
      ("-x", "unknown option \"-x\"; konf help lists the options"),
      ("-hx", "unknown option \"-x\"; konf help lists the options"),
      ("--=x", "unknown option \"--\"; konf help lists the options"),
      ("talks --data", "--data: the value is missing; expected --data PATH|-"),
      ("--data --json talks", "--data: the value is missing; expected --data PATH|-"),
      ("--data -- talks", "--data: the value is missing; expected --data PATH|-"),
      ("--color", "--color: the value is missing; expected --color auto|always|never"),
      ("--color blue", "--color: found \"blue\"; expected auto, always or never"),
      ("--color=", "--color: found \"\"; expected auto, always or never"),
      ("--width 19", "--width: found \"19\"; expected a whole number from 20 to 1000"),
      ("--width -1", "--width: found \"-1\"; expected a whole number from 20 to 1000"),
      ("--width=4e1", "--width: found \"4e1\"; expected a whole number from 20 to 1000"),
      ("--json=yes", "--json: found the value \"yes\"; expected none"),
      ("speaker", "speaker: NAME is missing; expected konf speaker NAME"),
      ("rate", "rate: TARGET is missing; expected konf rate TARGET STARS"),
      ("rate a", "rate: STARS is missing; expected konf rate TARGET STARS"),
      ("rate --clear", "rate: TARGET is missing; expected konf rate TARGET STARS"),
      ("timeline today", "timeline: \"today\" is one word too many; expected konf timeline"),
      ("now a", "now: \"a\" is one word too many; expected konf now"),
      (
        "talks --clear",
        "talks: option --clear is not taken here; it is for konf rate"
      ),
      ("--comment fine", "option --comment is not taken here; it is for konf rate"),
    ] as [Refused])
  func refused(line: String, message: String) {
    let error = #expect(throws: UsageError.self) { try parse(line) }
    #expect(error?.description == message)
  }

  @Test("an argument that is not UTF-8 is refused, and shown without its bytes")
  func undecodable() {
    let arguments: [[UInt8]] = [Array("speaker".utf8), [0x61, 0xFF, 0x0A, 0xC3]]
    let error = #expect(throws: UsageError.self) { try CommandTable.konf.parse(arguments) }
    #expect(
      error?.description
        == "argument 2: \"a\\xff\\u{a}\\xc3\" is not UTF-8; arguments are UTF-8 text")
  }

  @Test("letters stand together, the last with its value behind it or following")
  func letters() throws {
    let table = CommandTable(
      summary: "",
      groups: [CommandGroup("", [CommandDefinition("go", summary: "")])],
      options: [
        OptionDefinition("all", short: "a", help: ""),
        OptionDefinition("brief", short: "b", help: ""),
        OptionDefinition("out", short: "o", .text("FILE"), help: ""),
      ])
    let options = ["all": "", "brief": "", "out": "x"]
    for line in ["go -abox", "-ab -o x go", "-ba go -ox", "-ab go --out=x -abab"] {
      #expect(try parse(line, with: table) == Invocation("go", options: options), "\(line)")
    }
    #expect(throws: UsageError.missingValue(option: "-o", expected: "FILE")) {
      try parse("go -abo", with: table)
    }
  }

  @Test("options are read by their definition")
  func reading() throws {
    let invocation = try parse("rate a --clear --width 40")
    #expect(invocation.has(.clear))
    #expect(!invocation.has(.json))
    #expect(invocation[.width] == "40")
    #expect(invocation[.data] == nil)
  }

  @Test("a very long word is answered like any other")
  func longWord() {
    let word = String(repeating: "a", count: 100_000)
    #expect(throws: UsageError.unknownCommand(word, nearest: [])) {
      try CommandTable.konf.parse([Array(word.utf8)])
    }
  }
}
