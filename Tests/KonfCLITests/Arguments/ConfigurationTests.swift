import Basics
import CommandLine
import KonfCLI
import TestSupport
import Testing

/// The file of default options.
@Suite struct ConfigurationTests {
  private let folder = TemporaryFolder()
  private var run = CommandLineRun()
  private var path: String { "\(folder.path)/konf/config" }

  init() {
    folder.makeFolder("konf")
    run.environment["XDG_CONFIG_HOME"] = folder.path
    run.environment["HOME"] = "/nowhere"
  }

  private func answer(_ line: String, with file: String) -> Output {
    folder.write(file, to: "konf/config")
    return run(line)
  }

  @Test(
    "an option in the file counts as if it were typed",
    arguments: [
      ("talks", "--width 40", "talks --width 40"),
      ("talks", "-w40\n", "talks --width 40"),
      ("talks", "--width=40", "talks --width 40"),
      ("talks", "--tz local", "talks --tz local"),
      ("talks", "--width 60\n--width 40", "talks --width 40"),
      (
        "talks", "# a remark\n\n  --tz   UTC  # another\r\n--speaker \"graham lee\"\n",
        "talks --tz UTC --speaker graham"
      ),
      ("talks", "--speaker graham lee", "talks --speaker graham"),
      ("talks", "--speaker graham\n--speaker mike", "talks --speaker graham --speaker mike"),
      ("now", "--at 2015-05-18T17:30", "now --at 2015-05-18T17:30"),
      ("help rate", "--width 40", "help rate --width 40"),
    ])
  func counts(line: String, file: String, typed: String) {
    let expected = CommandLineRun()(typed)
    #expect(answer(line, with: file) == expected)
    #expect(expected.status == .success)
  }

  @Test("the command line takes precedence")
  func wins() {
    let plain = CommandLineRun()
    #expect(answer("talks --width 60", with: "--width 40") == plain("talks --width 60"))
    #expect(
      answer("talks --speaker mike", with: "--speaker graham") == plain("talks --speaker mike"))
    #expect(answer("talks --long", with: "--oneline") == plain("talks --long"))
    #expect(answer("talks --oneline", with: "--long") == plain("talks --oneline"))
    #expect(answer("talks --no-config", with: "--width 40") == plain("talks"))
  }

  @Test("a command ignores options that it does not accept and those that do not fit it")
  func ignored() {
    let plain = CommandLineRun()
    #expect(answer("organizers", with: "--track swift\n--oneline") == plain("organizers"))
    var run = run
    run.environment["KONF_HOME"] = folder.path
    folder.write("--data x.json\n--zone UTC\n--month 2015-05", to: "konf/config")
    let use = run("use")
    #expect(use.status == .success)
    #expect(use.notes == "")
    #expect(answer("add x", with: "--at 12:00").notes.contains("--at TIME is missing"))
  }

  @Test(
    "an unreadable line results in a single warning with file and line",
    arguments: [
      (
        "--colour never",
        "unknown option \"--colour\"; konf help options lists the options; did you mean --color?"
      ),
      ("--color blue", "--color: invalid value \"blue\"; expected auto, always or never"),
      ("--width", "--width: missing value; use --width N"),
      ("--quiet yes", "--quiet: unexpected value \"yes\""),
      ("timeline", "\"timeline\" is not an option; write options such as --tz local"),
      ("--help", "--help works only on the command line"),
      ("--version", "--version works only on the command line"),
      ("--json", "--json works only on the command line"),
      ("-x", "unknown option \"-x\"; konf help options lists the options"),
      (
        "--comment -bad",
        "--comment: missing value; use --comment TEXT; if \"-bad\" is the value, write "
          + "--comment=-bad"
      ),
      (
        "--tz ..",
        "--tz: cannot read zone \"..\"; expected a name such as Europe/Berlin, UTC, or an offset "
          + "such as +02:00"
      ),
      (
        "--zone ..",
        "--zone: cannot read zone \"..\"; expected a name such as Europe/Berlin, UTC, or an offset "
          + "such as +02:00"
      ),
      ("--speaker \u{1B}[31m\u{1B}]", nil),
      ("\u{1B}[31m", "\"\\u{1b}[31m\" is not an option; write options such as --tz local"),
    ] as [(String, String?)])
  func problems(line: String, message: String?) {
    let output = answer("organizers", with: "\n\(line)\n--width 40\n")
    #expect(output.notes == (message.map { "konf: \(path):2: \($0)\n" } ?? ""))
    #expect(output.text == CommandLineRun()("organizers --width 40").text)
    #expect(output.status == .success)
  }

  @Test(
    "an error about a value in the file names its line",
    arguments: [
      ("talks", "\n--track rust", ":2: --track: no track matches \"rust\"\n"),
      ("talks", "--speaker lee\n--speaker qqq", ":2: --speaker: no person matches \"qqq\"\n"),
      ("talks", "--lang qqq", ":1: --lang: no language matches \"qqq\"\n"),
      ("talks", "--day 1900-01-01", ":1: --day: the conference has no day \"1900-01-01\"\n"),
      ("now", "--at \"9 11:00\"", ":1: --at: the conference has no day \"9\"\n"),
      ("now", "\n--data /none/a.xml", ":2: --data: /none/a.xml: no such file or directory\n"),
      ("now", "--data http://a.b", ":1: --data: konf makes no network calls"),
      ("check", "--data /dev/null", ":1: --data: /dev/null: "),
    ])
  func named(line: String, file: String, message: String) {
    let output = answer(line, with: file)
    #expect(output.notes.hasPrefix("konf: \(path)\(message)"), "\(output.notes)")
    #expect(output.status != .success)
  }

  @Test("a note that --tz in the file is ignored names its line")
  func ignoredZone() {
    var run = run
    run.input = Array(
      """
      {"sessions": [{"id": "1", "title": "A", "startsAt": "2015-05-18T09:00:00",
        "endsAt": "2015-05-18T10:00:00"}], "speakers": [], "rooms": [],
       "categories": [], "questions": []}
      """.utf8)
    folder.write("\n--tz UTC", to: "konf/config")
    #expect(run("talks --data -").notes.contains("konf: \(path):2: --tz is ignored, because"))
  }

  @Test("an error about a typed value or a variable does not name the file")
  func typedOrVariable() {
    let plain = CommandLineRun()
    for (line, file) in [
      ("talks --track zig", "--track rust"), ("talks --data /none", "--data /none/a.xml"),
    ] {
      #expect(answer(line, with: file) == plain(line))
    }
    var run = run
    run.environment["KONF_DATA"] = "/none"
    folder.write("", to: "konf/config")
    #expect(run("talks").notes == "konf: KONF_DATA: /none: no such file or directory\n")
  }

  @Test("an unreadable file results in a warning, and a missing one does not")
  func unreadable() {
    let plain = CommandLineRun()("organizers")
    #expect(run("organizers") == plain)
    folder.makeFolder("konf/config")
    let output = run("organizers")
    #expect(
      output.notes == "konf: \(path): a folder; expected a file; its options are ignored\n")
    #expect(output.text == plain.text)
    rmdir(path)
    folder.write([0x2D, 0xFF], to: "konf/config")
    #expect(run("organizers").notes == "konf: \(path): not UTF-8; its options are ignored\n")
    mkfifo("\(folder.path)/pipe", 0o600)
    unlink(path)
    folder.link("konf/config", to: "\(folder.path)/pipe")
    #expect(run("organizers").notes.contains("expected a file; its options are ignored"))
  }

  @Test("the file is in XDG_CONFIG_HOME or HOME, with an absolute path, and konf doctor shows it")
  func paths() {
    var run = run
    folder.makeFolder("konf/home")
    folder.makeFolder("konf/home/.config")
    folder.makeFolder("konf/home/.config/konf")
    folder.write("--width 40", to: "konf/home/.config/konf/config")
    run.environment["HOME"] = "\(folder.path)/konf/home"
    let narrow = CommandLineRun()("talks --width 40")
    #expect(run("talks") != narrow)
    run.environment["XDG_CONFIG_HOME"] = "konf"
    #expect(run("talks") == narrow)
    let path = "\(folder.path)/konf/home/.config/konf/config"
    #expect(run("doctor --width 200").text.contains("\nOptions   \(path)\n"))
    #expect(run("doctor --json").text.contains("\"configuration\":\"\(path)\""))
    run.environment["HOME"] = ""
    #expect(run("talks") == CommandLineRun()("talks"))
    #expect(!run("doctor").text.contains("Options"))
    #expect(run("doctor --json").text.contains("\"configuration\":null"))
  }

  @Test("completion uses the schedule that the file names")
  func completion() {
    let records = #"[{"t_id": "a", "startTime": "18-10-00"}, {"name": "Ada", "bio": "x"}]"#
    let data = folder.write(records, to: "a.json")
    folder.write("--data \(data)\n--what", to: "konf/config")
    let output = run(["__complete", "fish", "session", ""])
    #expect(output.text.hasPrefix("a\t"))
    #expect(output.notes == "")
  }
}
