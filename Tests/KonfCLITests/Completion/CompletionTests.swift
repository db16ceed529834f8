import Basics
import CommandLine
import KonfCLI
import TestSupport
import Testing

@Suite struct CompletionTests {
  /// Where bash breaks words by default.
  private static let breaks = " \t\n\"'><=;|&(:"

  private static let records = #"""
    [{"conference": "Fair", "month": "2015-05", "zone": "Europe/Berlin"},
    {"t_id": "slot1", "startTime": "18-10-00", "endTime": "18-11-00", "description": "Opening",
    "locations": ["Main $HOME \"Hall\" `id`"]},
    {"t_id": "slot1", "t_index": 1, "title": "Costs: $5 \\ more", "speaker_name": "Ann O'Neil",
    "track": "a=b:c", "language": "en"},
    {"t_id": "slot1", "t_index": 2, "title": "Red \u001b[31m", "speaker_name": "Eve \u001b]0;x\u0007",
    "track": "Évé nt"},
    {"t_id": "lunch", "startTime": "18-12-00", "description": "Lunch"},
    {"name": "Ann O'Neil"}, {"name": "Zoë Ünder"}]
    """#

  private let folder = TemporaryFolder()
  private var run = CommandLineRun()

  init() {
    run.environment["KONF_HOME"] = folder.makeFolder("home")
    run.environment["KONF_DATA"] = folder.write(Self.records, to: "fair.json")
  }

  /// Returns the texts and their help that fish gets.
  private func fish(_ words: String...) -> [(text: String, help: String)] {
    let output = run(["__complete", "fish"] + words)
    #expect(output.status == .success)
    #expect(output.notes == "")
    return output.text.split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// Returns the lines that bash gets.
  private func bash(_ line: String, type: String = "37") -> [String] {
    let output = run(["__complete", "bash", type, Self.breaks, line])
    #expect(output.status == .success)
    #expect(output.notes == "")
    return output.text.split(separator: "\n").map(String.init)
  }

  @Test("commands are offered with their summaries, without synonyms and hidden ones")
  func commands() {
    let all = fish("")
    #expect(all.map(\.text) == CommandTable.konf.commandNames)
    #expect(all.map(\.help) == CommandTable.konf.definitions.map(\.summary.string))
    #expect(fish("ta").map(\.text) == ["talks"])
    #expect(fish("_").isEmpty)
    #expect(fish("--json", "ti").map(\.text) == ["timeline"])
    #expect(!CommandLineRun()("help").text.contains("__complete"))
    #expect(CommandLineRun()("talks __complete").status == .usage)
  }

  @Test("options of the command and common options are offered", arguments: ["talks", "rate"])
  func options(command: String) throws {
    let definition = try #require(CommandTable.konf.command(command)).definition
    let all = fish(command, "--")
    #expect(
      all.map(\.text) == (definition.options + CommandTable.konf.options).map { "--\($0.name)" })
    #expect(all.first?.help == definition.options.first?.help.string)
    #expect(fish(command, "--wid").map(\.text) == ["--width"])
    #expect(fish(command, "--", "--wi").isEmpty)
    #expect(fish("--co").map(\.text) == ["--color"])
  }

  @Test(
    "values that match the option or the word are offered",
    arguments: [
      (["talks", "--color", ""], ["auto", "always", "never"]),
      (["talks", "--color=n"], ["--color=never"]),
      (["export", "--as", "m"], ["markdown"]),
      (["talks", "--speaker", ""], ["Ann O'Neil", "Zoë Ünder"]),
      (["talks", "--speaker", "zoe"], ["Zoë Ünder"]),
      (["talks", "--track", ""], ["a=b:c", "Évé nt"]),
      (["talks", "--track=a="], ["--track=a=b:c"]),
      (["talks", "--room", "main"], ["Main $HOME \"Hall\" `id`"]),
      (["talks", "--lang", ""], ["en"]),
      (["talks", "--day", "2"], ["2015-05-18"]),
      (["session", ""], ["slot1", "lunch"]),
      (["rate", ""], ["slot1", "slot1/1", "slot1/2"]),
      (["star", "slot1", "slot1/2"], ["slot1/2"]),
      (["rate", "slot1", ""], ["1", "2", "3", "4", "5"]),
      (["rate", "slot1", "--clear", ""], []),
      (["rate", "Costs"], ["Costs: $5 \\ more"]),
      (["rate", "Costs:", "\\$"], ["$5 \\ more"]),
      (["rate", "Red"], []),
      (["speaker", "ann", "o"], ["O'Neil"]),
      (["location", "nowhere"], []),
      (["help", "exit"], ["exit-codes"]),
      (["help", "--completion", ""], ["bash", "zsh", "fish"]),
      (["check", "--skip", "overl"], ["overlap"]),
      (["check", "--skip", "overlap,plac"], ["overlap,placeholder"]),
      (["now", "--tz", "loc"], ["local"]),
      (["talks", "--json=id,ti"], ["--json=id,title"]),
      (["days", "--tsv=da"], ["--tsv=day"]),
      (["talks", "--json", ""], []),
      (["use", "x"], [":files"]),
      (["ratings", "--merge", ""], [":files"]),
      (["ratings", ""], []),
      (["--home", ""], [":folders"]),
      (["timeline", ""], []),
      (["talks", "--nothing", ""], []),
    ] as [([String], [String])])
  func values(words: [String], expected: [String]) {
    let found = run(["__complete", "fish"] + words).text.split(separator: "\n")
      .map { $0.prefix { $0 != "\t" } }.map(String.init)
    #expect(found == expected, "\(words)")
  }

  @Test("ids are offered with their titles, without control characters")
  func titles() {
    let all = fish("rate", "")
    #expect(all.map(\.help) == ["Opening", "Costs: $5 \\ more", #"Red \u{1b}[31m"#])
  }

  @Test("bash gets the text to insert: the rest after a break, with the open quotes")
  func bash() {
    #expect(bash("konf talks --speaker A") == [#"Ann\ O\'Neil"#])
    #expect(bash("konf talks --speaker 'A") == [#"Ann O'\''Neil"#])
    #expect(bash("konf talks --speaker \"A") == ["Ann O'Neil"])
    #expect(bash("konf location m") == [#"Main\ \$HOME\ \"Hall\"\ \`id\`"#])
    #expect(bash("konf location \"M") == [#"Main \$HOME \"Hall\" \`id\`"#])
    #expect(bash("konf talks --track=a=") == ["b:c"])
    #expect(bash("konf talks --track a=b:") == ["c"])
    #expect(bash("konf rate Costs:\\ \\$") == [#"\ \$5\ \\\ more"#])
    #expect(bash("KONF_X=1 konf ta") == ["talks"])
    #expect(bash("konf").isEmpty)
    #expect(bash("").isEmpty)
  }

  @Test("bash lists several words with their help, no line wider than the terminal")
  func list() {
    var narrow = self
    narrow.run.environment["COLUMNS"] = "40"
    let lines = narrow.bash("konf ", type: "9")
    #expect(lines.count == CommandTable.konf.commandNames.count)
    #expect(lines[0].hasPrefix("now         (the sessions that"))
    #expect(lines.allSatisfy { $0.count <= 40 })
    #expect(bash("konf ta", type: "9") == ["talks"])
  }

  @Test("zsh gets words with escaped colons")
  func zsh() {
    #expect(run(["__complete", "zsh", "talks", "--track", "a"]).text == "a=b\\:c:\n")
    let title = run(["__complete", "zsh", "rate", "Costs"]).text
    #expect(title == #"Costs\: $5 \\ more:slot1/1"# + "\n")
  }

  @Test("an unreadable schedule, an unknown shell and no words result in nothing, and no error")
  func nothing() {
    var run = run
    for data in [
      folder.write("no schedule", to: "broken.json"), "\(folder.path)/missing", "-", "/dev/zero",
      "x\u{0}y",
    ] {
      run.environment["KONF_DATA"] = data
      let output = run(["__complete", "fish", "talks", "--speaker", ""])
      #expect(output.text == "", "\(data)")
      #expect(output.notes == "")
      #expect(output.status == .success)
    }
    for words in [[], ["tcsh", "talks", ""], ["bash", "9"], ["fish"]] {
      let output = run(["__complete"] + words)
      #expect(output.text == "")
      #expect(output.notes == "")
      #expect(output.status == .success)
    }
    let output = run(bytes: [Array("__complete".utf8), Array("fish".utf8), [0xFF], [0x74, 0x61]])
    #expect(output.status == .success)
    #expect(output.notes == "")
  }

  @Test("an unknown shell is refused with the known ones")
  func unknownShell() {
    let output = run("help --completion tcsh")
    #expect(
      output.notes == "konf: --completion: invalid value \"tcsh\"; expected bash, zsh or fish\n")
    #expect(output.status == .usage)
  }

  // MARK: Remembered schedules

  @Test("saved schedules are offered, and their words are cached in a file next to the copy")
  func saved() {
    var run = run
    run.environment["KONF_DATA"] = nil
    #expect(run("use \(folder.path)/fair.json --name fair").status == .success)
    #expect(run(["__complete", "fish", "use", "f"]).text == "fair\tthe default\n:files\n")
    #expect(run(["__complete", "fish", "--data", ""]).text == "fair\tthe default\n:files\n")
    let schedules = "\(folder.path)/home/schedules"
    func words() -> [String] {
      TemporaryFolder.names(in: schedules).filter { $0.hasSuffix(".words") }
    }
    #expect(words().isEmpty)
    let expected = "Ann O'Neil\t\nZoë Ünder\t\n"
    // It waits for no lock, and a program that another test starts has all locks for a moment.
    for _ in 0..<100 where words().isEmpty {
      #expect(run(["__complete", "fish", "talks", "--speaker", ""]).text == expected)
    }
    #expect(words().count == 1)
    let file = "home/schedules/\(words().first ?? "")"
    // A damaged one is made again.
    let whole = Repository.bytes(of: "\(folder.path)/\(file)") ?? []
    for length in [0, 3, 64, whole.count - 1] {
      folder.write(Array(whole.prefix(length)), to: file)
      #expect(run(["__complete", "fish", "talks", "--speaker", ""]).text == expected)
      #expect(Repository.bytes(of: "\(folder.path)/\(file)") == whole)
    }
    // It goes with the copy.
    #expect(run("use fair --forget").status == .success)
    #expect(words().isEmpty)
  }

  @Test("an unwritable folder loses no word")
  func readOnly() {
    var run = run
    run.environment["KONF_DATA"] = nil
    #expect(run("use \(folder.path)/fair.json --name fair").status == .success)
    chmod("\(folder.path)/home/schedules", 0o500)
    defer { chmod("\(folder.path)/home/schedules", 0o700) }
    let output = run(["__complete", "fish", "talks", "--speaker", "A"])
    #expect(output.text == "Ann O'Neil\t\n")
    #expect(output.notes == "")
  }

  // MARK: The scripts

  @Test("the shells find no mistake in the scripts", arguments: ["bash", "zsh", "fish"])
  func scripts(shell: String) {
    guard BuiltProgram.shell("command -v \(shell)").status == 0 else {
      print("skipped: \(shell) is not installed")
      return
    }
    let script = run("help --completion \(shell)").text
    #expect(!script.isEmpty)
    let file = folder.write(script, to: "script")
    #expect(BuiltProgram.shell("\(shell) -n \(file) 2>&1").output == "")
  }

  @Test("bash and fish insert words with any characters unchanged")
  func shells() throws {
    let konf = try #require(BuiltProgram.konf)
    folder.write("#!/bin/sh\nexec env KONF_HOME=/ \(konf) \"$@\"\n", to: "konf")
    chmod("\(folder.path)/konf", 0o755)
    let data = run.environment["KONF_DATA"] ?? ""
    let variables = "KONF_DATA=\(data) PATH=\(folder.path):$PATH HOME=\(folder.path) LANG=C.UTF-8"
    let start = "cd \(folder.path) && export \(variables)"
    folder.write(
      run("help --completion bash").text + """
        COMP_LINE='konf location M' COMP_POINT=15 COMP_TYPE=37
        _konf konf M location
        eval "set -- ${COMPREPLY[0]}"
        printf '%s|' "$#" "$1"

        """, to: "bash.sh")
    #expect(
      BuiltProgram.shell("\(start) && bash bash.sh 2>&1").output == "1|Main $HOME \"Hall\" `id`|")
    guard BuiltProgram.shell("command -v fish").status == 0 else {
      print("skipped: fish is not installed")
      return
    }
    folder.write(
      run("help --completion fish").text + "complete -C 'konf location M'\n", to: "script.fish")
    #expect(
      BuiltProgram.shell("\(start) && fish --no-config script.fish 2>&1").output
        == "Main $HOME \"Hall\" `id`\n")
  }
}
