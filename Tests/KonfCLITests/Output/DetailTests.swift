import CommandLine
import KonfCLI
import TestSupport
import Testing

/// What `--verbose` says of a run.
@Suite struct DetailTests {
  private let folder = TemporaryFolder()
  private var run: CommandLineRun

  init() {
    run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    run.elapsed = { .milliseconds(12) }
  }

  private func lines(_ line: String) -> [String] {
    run(line).notes.split(separator: "\n").map(String.init)
  }

  @Test("it lists the input files, the moment, the zone and the time taken")
  func details() throws {
    let log = "log: \(folder.path)/ratings.log"
    #expect(
      lines("timeline --verbose") == [
        "konf: configuration: none",
        "konf: schedule: the built-in schedule, 14 kB, format UIKonf JSON, 84 records",
        "konf: \(log), 0 lines",
        "konf: time: 2015-05-18T11:00:00+02:00, from the system clock",
        "konf: zone: Europe/Berlin, the zone of the venue", "konf: took 12 ms",
      ])
    _ = run("star graham")
    #expect(lines("timeline -v").contains("konf: \(log), 2 lines"))
    let sample = folder.write(SampleConference.json, to: "sample.json")
    #expect(lines("conference -v --data \(sample)").contains("konf: \(log), not read"))
    let other = lines("timeline -v --tz -07:00 --at 2015-05-18T11:00+02:00")
    #expect(other.contains("konf: time: 2015-05-18T02:00:00-07:00, from --at"))
    #expect(
      other.contains("konf: zone: -07:00, from --tz; the zone of the venue is Europe/Berlin"))
  }

  @Test("the answer is the same, and without the option no such note is printed")
  func answer() {
    for line in ["timeline", "talks --json", "search swift", "diff -", "check", "help", "use"] {
      var run = run
      run.input = Array(SampleConference.json.utf8)
      let verbose = run("\(line) -v")
      let plain = run(line)
      #expect(verbose.out == plain.out && verbose.status == plain.status, "\(line)")
      #expect(verbose.err.count > plain.err.count, "\(line)")
      #expect(!plain.notes.contains("took") && !plain.notes.contains("configuration:"))
    }
    #expect(run("timeline --verbose --quiet").notes == "")
  }

  @Test("options from the configuration file are named with their file")
  func configuration() throws {
    var run = run
    run.environment["XDG_CONFIG_HOME"] = folder.path
    folder.makeFolder("konf")
    _ = folder.write("--width 40\n--oneline\n", to: "konf/config")
    let text = run("timeline --verbose").notes
    #expect(text.contains("konf: configuration: \(folder.path)/konf/config, --width --oneline\n"))
    #expect(run("timeline -v --no-config").notes.contains("konf: configuration: none\n"))
  }

  @Test("a schedule without a zone shows none, and both versions of a comparison are named")
  func others() {
    var run = run
    run.input = Array(
      #"[{"conference": "Fair", "month": "2016-04"}, {"t_id": "s", "startTime": "24-09-00"}]"#.utf8)
    let text = run("timeline -v --data -").notes
    #expect(text.contains("konf: schedule: standard input, 0 kB, format "))
    let both = run("diff - -v").notes.split(separator: "\n")
    #expect(both.count { $0.hasPrefix("konf: schedule: ") } == 2)
  }
}
