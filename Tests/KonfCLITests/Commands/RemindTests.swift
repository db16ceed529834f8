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

  /// Makes a home in which the script is, with a konf whose clock stands still.
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

  @Test("the script finds konf with the PATH of cron and warns, and only if something starts soon")
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

  @Test("systemd takes its units")
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

  @Test("the line for cron is one line, and has no sign that cron takes for the end of a line")
  func cron() throws {
    let lines = try recipe("*/10 * * * * $HOME/.local/bin/konf-remind").filter { !$0.isEmpty }
    #expect(lines.count == 1 && !lines[0].contains("%") && !lines[0].hasSuffix("\\"))
    guard BuiltProgram.shell("crontab -V 2>&1 | grep -q cronie").status == 0 else {
      print("there is no crontab that checks a file; the line is not checked by it")
      return
    }
    folder.write("\(lines[0])\n", to: "crontab")
    #expect(BuiltProgram.shell("crontab -T '\(folder.path)/crontab'").status == 0)
  }
}
