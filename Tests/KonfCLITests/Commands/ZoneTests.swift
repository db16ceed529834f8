import CommandLine
import KonfCLI
import Marks
import Schedule
import TestSupport
import Testing

/// Times in other zones, other moments, and machines that know no zones.
@Suite struct ZoneTests {
  private let run = CommandLineRun()

  @Test(
    "--tz shows times in another zone, says so, and names the venue's",
    .enabled(if: Machine.hasZoneFiles, "there are no zone files"))
  func displayZone() throws {
    let output = run("session session1Day1 --tz America/New_York").text
    #expect(output.hasPrefix("UIKonf 2015 · times in America/New_York (venue: Europe/Berlin)\n"))
    #expect(output.contains("\n  Monday 18 May 2015, 04:00–05:10, 1 h 10 min\n"))
    for line in ["", "timeline", "talks", "speaker lee", "location betahaus", "session goodBye"] {
      #expect(
        run("\(line) --tz UTC").text.hasPrefix(
          "UIKonf 2015 · times in UTC (venue: Europe/Berlin)\n"),
        "konf \(line)")
    }
    #expect(
      try run.values("start", of: "session session1Day1 --tz Asia/Kolkata")
        == ["2015-05-18T13:30:00+05:30"])
  }

  @Test("the venue's own zone needs no note")
  func venue() {
    #expect(run("timeline --tz Europe/Berlin") == run("timeline"))
  }

  @Test(
    "--tz local is the zone of TZ, and a wrong one is reported",
    .enabled(if: Machine.hasZoneFiles, "there are no zone files"))
  func local() {
    var run = run
    run.environment["TZ"] = "Asia/Tokyo"
    #expect(run("talks --tz local").text.hasPrefix("UIKonf 2015 · times in Asia/Tokyo "))
    #expect(run("talks").text.hasPrefix("UIKonf 2015 · Europe/Berlin\n"), "TZ alone means nothing")
    run.environment["TZ"] = "Asia/Tokio"
    let output = run("talks --tz local")
    #expect(output.status == .usage)
    #expect(output.notes.hasPrefix("konf: TZ: unknown zone \"Asia/Tokio\"; "))
    #expect(output.notes.hasSuffix("konf: did you mean Asia/Tokyo?\n"))
  }

  @Test("a day begins at the time of the shown zone")
  func days() {
    let berlin = run("location betahaus").text
    let honolulu = run("location betahaus --tz -10:00").text
    #expect(berlin.contains("\nWednesday 20 May 2015\n01:00–09:30  "))
    #expect(honolulu.contains("\nTuesday 19 May 2015\n13:00–21:30  "))
  }

  @Test("--at with a time only means today")
  func clock() {
    for clock in ["14:45", "9:05"] {
      let day = clock.count == 4 ? "2015-05-18T0" : "2015-05-18T"
      #expect(run("now --at \(clock)") == run("now --at \(day)\(clock)"))
    }
    var floating = run
    floating.environment["TZ"] = "UTC"
    floating.input = Array(
      """
      {"sessions": [{"id": "1", "title": "A", "startsAt": "2015-05-18T09:00:00",
        "endsAt": "2015-05-18T10:00:00"}], "speakers": [], "rooms": [],
       "categories": [], "questions": []}
      """.utf8)
    #expect(floating("now --at 09:30 --data -").text.contains("\n30 min left\n"))
    #expect(run("now --at 25:00").status == .usage)
  }

  @Test("a typed time without an offset is in the shown zone, for every option")
  func moment() {
    func running(_ options: String) -> [String] {
      run("timeline --no-ids \(options)").text.split(separator: "\n").map(String.init).filter {
        $0.hasSuffix(" · now")
      }
    }
    #expect(
      running("--at 2015-05-18T11:05") == ["10:00–11:10      First session · now"])
    #expect(running("--at 2015-05-18T11:10") == ["11:10–11:50      First coffee break · now"])
    let session = ["08:00–09:10      First session · now"]
    #expect(running("--at 2015-05-18T09:05 --tz UTC") == session)
    #expect(running("--at 2015-05-18T11:05 --tz UTC") != session)
    for bound in ["after", "before"] {
      #expect(
        run("timeline --json --tz UTC --\(bound) 2015-05-18T09:50").text
          == run("timeline --json --tz UTC --\(bound) now --at 2015-05-18T09:50").text, "\(bound)")
    }
    let hint = run("now --tz UTC --at 2016-01-01").text.split(separator: " ").last ?? ""
    #expect(
      run("now --tz UTC --at \(hint.split(separator: "\n").first ?? "")").text.contains(
        "First session"))
    #expect(running("--at 2015-05-18T09:05Z --tz UTC") == session)
    #expect(running("--at 2015-05-18T05:05-04:00 --tz UTC") == session)
    #expect(running("--at 2015-05-20T21:00") == ["from 20:00       Good Bye and thank you! · now"])
    #expect(running("--at 2015-05-21") == [], "what has no end is over with its day")
    #expect(running("--at 2014-05-18T11:05") == [])
  }

  @Test("konf by itself shows the day of --at, or else the first day")
  func overview() {
    #expect(run("--at 2015-05-19T12:00").text.contains("\nTuesday 19 May 2015\n"))
    #expect(run("--at 2015-05-20").text.contains("\nWednesday 20 May 2015\n"))
    #expect(run("--at 2026-01-01").text.contains("\nSunday 17 May 2015\n"))
  }

  // MARK: Machines without zone files

  @Test("without zone files the built-in schedule is the same to the last byte")
  func noZoneFiles() {
    var bare = run
    bare.zoneFolders = ZoneFolders(paths: [])
    for line in ["timeline", "talks --json", "session session1Day1 --tz UTC", "speaker lee"] {
      #expect(bare(line) == run(line), "konf \(line)")
    }
    #expect(bare("talks --at 2015-05-18T11:05") == run("talks --at 2015-05-18T11:05"))
    #expect(bare("timeline --tz +05:30").status == .success)
  }

  @Test("without zone files a name that needs one is an error, never another zone")
  func unknownWithoutFiles() {
    var bare = run
    bare.zoneFolders = ZoneFolders(paths: ["/nonexistent"])
    for option in ["--tz", "--zone"] {
      let output = bare("timeline \(option) Asia/Tokyo")
      #expect(output.status == .usage)
      #expect(output.text == "")
      #expect(
        output.notes.hasPrefix(
          "konf: \(option): zone \"Asia/Tokyo\": this machine has no zone files; expected UTC, "))
    }
    bare.input = Array(
      #"[{"conference": "C", "month": "2015-05", "zone": "Asia/Tokyo"}, {"t_id": "a"}]"#.utf8)
    #expect(bare("timeline --data -").status == .badData)
  }

  @Test("TZDIR is searched before the folders of the system")
  func zoneFolder() {
    let folder = TemporaryFolder()
    folder.makeFolder("Europe")
    folder.write("nonsense", to: "Europe/Berlin")
    var run = run
    run.environment["TZDIR"] = folder.path
    let output = run("timeline")
    #expect(output.status == .badData)
    #expect(output.notes.contains("zone file for \"Europe/Berlin\""))
  }

  @Test("--month and --zone complete a schedule that lacks them")
  func assumptions() throws {
    var run = run
    run.input = Array(#"[{"t_id": "a", "startTime": "18-10-00"}]"#.utf8)
    #expect(
      try run.values("start", of: "timeline --data - --month 2016-01 --zone EST5EDT,M3.2.0,M11.1.0")
        == ["2016-01-18T10:00:00-05:00"])
    #expect(run("timeline --data - --month 2016-01 --zone UTC").notes == "")
    #expect(
      run("timeline --data - --month 2016-01").notes
        == "konf: standard input: neither the file nor an option gives the month or the zone; "
        + "assumed zone Europe/Berlin\n")
  }
}
