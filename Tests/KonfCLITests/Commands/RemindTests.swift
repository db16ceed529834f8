import CommandLine
import KonfCLI
import TestSupport
import Testing

/// The recipes that the help prints for reminders, run by the programs that they are for.
@Suite struct RemindTests {
  private let folder = TemporaryFolder()

  /// The lines of the recipe that begins with a line.
  private func recipe(_ first: String) throws -> [String] {
    let lines = CommandLineRun()("help remind --width 80").text.split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let start = try #require(lines.firstIndex(of: "  \(first)"))
    return lines[start...].prefix { $0.isEmpty || $0.hasPrefix("  ") }.map {
      String($0.dropFirst(2))
    }
  }

  /// Makes a home in which the script is, with a konf whose clock does not move.
  private func makeHome(at clock: String) throws {
    let konf = try #require(BuiltProgram.konf)
    let script = try recipe("#!/bin/sh").joined(separator: "\n")
    _ = BuiltProgram.shell("mkdir -p '\(folder.path)/.local/bin'")
    let bin = ".local/bin"
    folder.write(script, to: "\(bin)/konf-remind")
    folder.write(
      "#!/bin/sh\nexec '\(konf)' --at 2015-05-18T\(clock) \"$@\"\n", to: "\(bin)/konf")
    folder.write("#!/bin/sh\nprintf '%s' \"$2\"\n", to: "\(bin)/notify-send")
    _ = BuiltProgram.shell("chmod +x '\(folder.path)/\(bin)/'*")
  }

  @Test("the script finds konf with cron's PATH, and warns only if something starts soon")
  func script() throws {
    guard BuiltProgram.shell("command -v osascript").status != 0 else { return }
    for (clock, isWarned) in [("09:40", false), ("09:45", true), ("09:55", true), ("10:00", false)]
    {
      try makeHome(at: clock)
      let bin = "\(folder.path)/.local/bin"
      let run = "env -i HOME='\(folder.path)' LANG=C.UTF-8 PATH=/usr/bin:/bin"
      _ = BuiltProgram.shell("\(run) '\(bin)/konf' star session1Day1 2>&1")
      let line = try #require(try recipe("*/10 * * * * $HOME/.local/bin/konf-remind").first)
      let command = line.split(separator: " ", maxSplits: 5).last.map(String.init) ?? ""
      let answer = BuiltProgram.shell("\(run) sh -c '\(command)' 2>&1")
      #expect(answer.status == 0, "\(clock): \(answer.output)")
      #expect(answer.output.contains("session1Day1") == isWarned, "\(clock): \(answer.output)")
    }
  }

  @Test("systemd accepts its units")
  func units() throws {
    guard BuiltProgram.shell("command -v systemd-analyze").status == 0 else {
      print("systemd-analyze is not installed; the units are not checked")
      return
    }
    try makeHome(at: "10:00")
    let lines = try recipe("[Service]")
    let end = try #require(lines.firstIndex(of: "[Timer]"))
    folder.write(lines[..<end].joined(separator: "\n") + "\n", to: "konf.service")
    folder.write(lines[end...].joined(separator: "\n") + "\n", to: "konf.timer")
    let answer = BuiltProgram.shell(
      """
      cd '\(folder.path)' && HOME='\(folder.path)' XDG_RUNTIME_DIR='\(folder.path)' systemd-analyze verify --user \
      ./konf.service ./konf.timer 2>&1
      """)
    #expect(answer.status == 0, "\(answer.output)")
    #expect(!answer.output.contains("konf."), "\(answer.output)")
  }

  @Test("the line for cron is a single line without the % that cron reads as a newline")
  func cron() throws {
    let lines = try recipe("*/10 * * * * $HOME/.local/bin/konf-remind").filter { !$0.isEmpty }
    #expect(lines.count == 1 && !lines[0].contains("%") && !lines[0].hasSuffix("\\"))
    // That of Debian checks with -n, cronie with -T; another one would replace what is there.
    let check = BuiltProgram.shell(
      """
      crontab -h 2>&1 | grep -q -e '-n.*dry run' -e ' -n ' && echo n && exit
      crontab -V 2>&1 | grep -q cronie && echo T
      """
    ).output.filter { !$0.isWhitespace }
    guard !check.isEmpty else {
      print("there is no crontab that checks a file; the line is not checked by it")
      return
    }
    for (line, isTaken) in [(lines[0], true), ("*/10 * * * $HOME/.local/bin/konf-remind", false)] {
      folder.write("\(line)\n", to: "crontab")
      let answer = BuiltProgram.shell("crontab -\(check) '\(folder.path)/crontab' 2>&1")
      #expect((answer.status == 0) == isTaken, "\(answer.output)")
    }
  }

  @Test("launchd's property list is valid, and it starts the script")
  func propertyList() throws {
    try makeHome(at: "09:50")
    let lines = try recipe(#"<?xml version="1.0" encoding="UTF-8"?>"#)
    folder.write(lines.joined(separator: "\n"), to: "konf.plist")
    let answer = BuiltProgram.shell(
      """
      cd '\(folder.path)' && python3 -c '
      import plistlib
      d = plistlib.load(open("konf.plist", "rb"))
      assert list(d) == ["Label", "ProgramArguments", "StartInterval"] and d["StartInterval"] == 600
      print("\\n".join(d["ProgramArguments"]))' 2>&1
      """)
    #expect(answer.status == 0, "\(answer.output)")
    let words = answer.output.split(separator: "\n").map(String.init)
    try #require(words.count == 3)
    let run = "env -i HOME='\(folder.path)' LANG=C.UTF-8 PATH=/usr/bin:/bin"
    _ = BuiltProgram.shell("\(run) '\(folder.path)/.local/bin/konf' star session1Day1 2>&1")
    guard BuiltProgram.shell("command -v osascript").status != 0 else { return }
    let warning = BuiltProgram.shell("\(run) \(words[0]) \(words[1]) '\(words[2])' 2>&1")
    #expect(warning.output.contains("session1Day1"), "\(warning.output)")
  }

  @Test("the lines for osascript are a handler with one statement, and the shell passes them whole")
  func appleScript() throws {
    // osascript is on macOS alone: a program that replaces it prints its arguments.
    try makeHome(at: "09:50")
    let bin = "\(folder.path)/.local/bin"
    folder.write("#!/bin/sh\nprintf '%s\\n' \"$@\"\n", to: ".local/bin/osascript")
    _ = BuiltProgram.shell("chmod +x '\(bin)/osascript'")
    let run = "env -i HOME='\(folder.path)' LANG=C.UTF-8 PATH=/usr/bin:/bin"
    _ = BuiltProgram.shell("\(run) '\(bin)/konf' star session1Day1 2>&1")
    let words = BuiltProgram.shell("\(run) '\(bin)/konf-remind' 2>&1").output
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    try #require(words.count > 7)
    #expect(words[0] == "-e" && words[2] == "-e" && words[4] == "-e")
    let script = [words[1], words[3], words[5]]
    let name = try #require(script[0].wholeMatch(of: #/on run ([a-z]+)/#)?.1)
    let statement = try #require(
      script[1].wholeMatch(
        of: #/display notification \(item 1 of ([a-z]+)\) with title "[^"\\]*"/#))
    #expect(statement.1 == name, "the parameter of the handler is what the statement shows")
    #expect(script[2] == "end run")
    #expect(words[6...].joined().contains("session1Day1"), "the text is an argument, and no script")
  }
}
