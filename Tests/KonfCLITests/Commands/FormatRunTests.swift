import Basics
import CommandLine
import KonfCLI
import TestSupport
import Testing

/// Schedules of other formats, where they come from and what hangs on them.
@Suite struct FormatRunTests {
  @Test("in a folder, the first file that is a schedule is read, and this is reported")
  func folder() throws {
    let folder = TemporaryFolder()
    folder.write("<!DOCTYPE html>", to: "a.json")
    folder.write("no schedule", to: "notes.txt")
    let run = CommandLineRun()
    let none = run("talks --data \(folder.path)")
    #expect(none.status == .noInput)
    #expect(
      none.notes
        == "konf: \(folder.path): no schedule among the files in this folder; "
        + "expected a .json, .xml or .ics file\n")
    folder.write(#"[{"t_id": "a", "title": "Last"}]"#, to: "z.JSON")
    folder.write(FrabConference.json, to: "b.json")
    #expect(try run.values("title", of: "talks --data \(folder.path) --room saal").count == 3)
    #expect(
      run("talks --data \(folder.path)").notes
        .hasPrefix("konf: \(folder.path): reading b.json in this folder, not the 2 other files\n"))
  }

  @Test(
    "a pipe in a folder is skipped with a note, and a named one is read",
    .timeLimit(.minutes(30)))
  func pipes() async throws {
    let folder = TemporaryFolder()
    #expect(mkfifo("\(folder.path)/a.json", 0o600) == 0)
    folder.link("b.json", to: "/dev/null")
    folder.write(FrabConference.json, to: "c.json")
    let output = CommandLineRun()("talks --data \(folder.path) --json")
    #expect(output.status == .success)
    let notes = output.notes.split(separator: "\n").prefix(3)
    #expect(
      notes == [
        "konf: \(folder.path)/a.json: a pipe, a socket or a device; expected a file; skipped",
        "konf: \(folder.path)/b.json: a pipe, a socket or a device; expected a file; skipped",
        "konf: \(folder.path): reading c.json in this folder, not the 2 other files",
      ])
    let path = "\(folder.path)/a.json"
    let writer = Task.detached {
      guard let pipe = fopen(path, "wb") else { return }
      fputs(FrabConference.json, pipe)
      fclose(pipe)
    }
    #expect(CommandLineRun()("talks --data \(path) --json").text == output.text)
    await writer.value
  }

  @Test(
    "times in UTC alone are reported, unless a zone or local time next to them reveals the zone")
  func onlyUTC() {
    func notes(_ calendar: String, _ options: String = "") -> String {
      var run = CommandLineRun()
      run.input = Array(
        ("BEGIN:VCALENDAR\n\(calendar)BEGIN:VEVENT\nUID:1\nSUMMARY:A\nDTSTART:20160424T090000Z\n"
          + "END:VEVENT\nEND:VCALENDAR\n").utf8)
      return run("talks --data - \(options)").notes
    }
    #expect(
      notes("") == "konf: standard input: the times in the file are in UTC, and the zone of the "
        + "venue is unknown; set it with --zone\n")
    #expect(notes("X-WR-TIMEZONE:Europe/Berlin\n") == "")
    #expect(notes("", "--zone UTC") == "")
    var run = CommandLineRun()
    run.input = Array(
      """
      <schedule><conference><title>A</title></conference><day date="2016-04-24"><event id="1">
      <title>A</title><date>2016-04-24T09:00:00+00:00</date><start>09:00</start></event></day>
      </schedule>
      """.utf8)
    #expect(run("talks --data -").notes == "")
  }

  @Test("an empty list is reported")
  func emptyLists() {
    var run = CommandLineRun()
    run.input = Array(FrabConference.json.utf8)
    #expect(run("organizers --data -").notes.hasSuffix("konf: the schedule has no organizers\n"))
    #expect(run("organizers --data - --json").text == "[]\n")
    #expect(!run("speakers --data -").notes.contains("the schedule has no"))
  }

  @Test("the rating of an event follows it when it is renamed and moved")
  func follows() throws {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    run.input = Array(FrabConference.json.utf8)
    #expect(run("rate 0f3c9a5e 5 --data -").status == .success)
    #expect(run("rate 1f3c9a5e#2 3 --data -").status == .success)
    run.input = Array(FrabConference.nextJSON.utf8)
    #expect(
      try run.values("title", of: "ratings --data -")
        == ["Fermentation for <everyone>", "The future of tofu"])
    #expect(
      try run.values("id", of: "ratings --data -")
        == [
          "1f3c9a5e-1111-4222-8333-444455556666#2", "0f3c9a5e-1111-4222-8333-444455556666",
        ])
  }
}
