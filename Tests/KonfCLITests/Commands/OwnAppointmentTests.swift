import CommandLine
import KonfCLI
import TestSupport
import Testing

/// Appointments beside talks, wherever what is one's own is shown or handed over.
@Suite struct OwnAppointmentTests {
  private let folder = TemporaryFolder()
  private var run: CommandLineRun

  init() {
    run = CommandLineRun(sampleIn: folder)
    _ = run("star d1-blau-1 d1-saal-2")
    _ = run(["add", "Call home", "--at", "2016-03-26T12:30", "--for", "30m", "--location", "Foyer"])
    _ = run(["add", "Train", "--at", "2016-03-29T09:30", "--for", "2h"])
  }

  @Test("now has running appointments, and next the upcoming ones, even after the conference")
  func moments() throws {
    #expect(try run.values("title", of: "now --at 2016-03-26T12:45").first == "Call home")
    #expect(!run("now --at 2016-03-26T13:00").text.contains("Call home"))
    #expect(run("--at 2016-03-26T12:45").text.contains("now   Call home, 15 min left\n"))
    let next = run("next --in 10m --at 2016-03-26T12:20")
    #expect(next.text.contains("12:30–13:00 ★ Call home "))
    #expect(next.text.contains("in 10 min     Foyer\n"))
    #expect(run("next --at 2016-03-28T20:00").text.contains("★ Train "))
    #expect(try run.values("type", of: "now --at 2016-03-26T12:45").first == "appointment")
  }

  @Test("a reminder sees them: next --mine --in 10m ends with 0 for an appointment")
  func reminder() {
    let line = "next --mine --in 10m --exit-status --at"
    #expect(run("\(line) 2016-03-26T12:19").status == .notFound)
    #expect(run("\(line) 2016-03-26T12:20").status == .success)
    #expect(run("\(line) 2016-03-29T09:25").status == .success)
    #expect(run("\(line) 2016-03-26T12:20 --track security").status == .notFound)
    #expect(run("\(line) 2016-03-26T12:20 --location foyer").status == .notFound)
  }

  @Test("the remark about a clash has the whole title")
  func remark() {
    let title = "Calibrating a cheap sextant with a telephone and a bucket of water"
    let folder = TemporaryFolder()
    let run = HallSchedule([HallSchedule.Session(title, "24-10-00", "24-11-00")]).run(in: folder)
    #expect(run(["star", title]).status == .success)
    let output = run(["add", "Call", "--at", "2016-04-24T10:30"])
    #expect(output.notes == "konf: the appointment is at the same time as \"\(title)\"\n")
  }

  @Test("several appointments with a title are listed with their times")
  func ambiguous() {
    _ = run(["add", "Train", "--at", "2016-03-27T09:30", "--for", "2h", "--location", "Hbf"])
    let output = run("add train --remove")
    #expect(output.status == .usage)
    let lines = output.notes.split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines[0].hasSuffix("nothing was changed; use an id:"), "\(lines)")
    #expect(lines.contains { $0.hasSuffix("  Sun 27 Mar 09:30–11:30, Train, Hbf") }, "\(lines)")
    #expect(lines.contains { $0.hasSuffix("  Tue 29 Mar 09:30–11:30, Train") }, "\(lines)")
  }

  @Test("the agenda is filtered by the place of an appointment, even outside the conference")
  func places() throws {
    let titles = try run.values("title", of: "agenda --location foyer")
    #expect(titles.contains("Call home") && !titles.contains("Train"), "\(titles)")
    #expect(run("agenda --location foyer").notes.isEmpty)
    let none = run("agenda --location foyer --track security")
    #expect(!none.text.contains("Call home") && !none.notes.isEmpty)
    #expect(run("talks --location foyer").status == .notFound)
  }

  @Test("search finds them by title and by location, within the requested days")
  func search() throws {
    for words in ["call home", "foyer", "call"] {
      #expect(try run.values("kind", of: "search \(words)").contains("appointment"), "\(words)")
    }
    let text = run("search call home").text
    #expect(text.contains("Appointments\n★ Call home "))
    #expect(text.contains("  Saturday 26 March 2016, 12:30–13:00 · Foyer\n"))
    #expect(try run.values("title", of: "search train --day 2016-03-29") == ["Train"])
    #expect(try run.values("id", of: "search train --day sat").isEmpty)
  }

  @Test(
    "a command that marks talks says that an appointment is none",
    arguments: ["note ID later", "star ID", "rate ID 4", "hide ID", "note train later"])
  func marking(line: String) throws {
    let id = try #require(try run.values("id", of: "search train").first)
    let output = run(line.replacing("ID", with: id))
    #expect(output.status == .notFound)
    #expect(
      output.notes.hasSuffix(
        """
        : "Train" is an appointment, not a talk or a session
        konf: \(line.hasPrefix("hide") ? "konf add \(id) --remove removes it" : "it is on your agenda")

        """))
  }

  @Test("timeline --mine has them in order of time, and timeline alone does not")
  func mine() throws {
    let ids = try run.values("id", of: "timeline --mine")
    #expect(ids[0] == "d1-blau-1" && ids[2] == "d1-saal-2" && ids.count == 4)
    for id in [ids[1], ids[3]] {
      #expect(id.hasPrefix("own-"))
      #expect(try !run.values("id", of: "timeline").contains(id))
    }
    #expect(run("timeline --mine --day 2016-03-29").notes == "")
    #expect(!run("timeline --mine --grid").text.contains("Call home"))
  }

  @Test("an agenda of appointments only is not empty")
  func alone() {
    _ = run("unstar d1-blau-1 d1-saal-2")
    let mine = run("timeline --mine")
    #expect(mine.notes == "" && mine.text.contains("★ Call home "))
  }

  @Test("--until sets the end, on the day of the start or a later one, and never before it")
  func until() throws {
    for (end, expected) in [
      ("18:30", "2016-03-26T18:30:00+01:00"), ("2016-03-27T00:30", "2016-03-27T00:30:00+01:00"),
      ("2016-03-26T17:00:30+01:00", "2016-03-26T17:00:30+01:00"),
      ("16:00", "2016-03-27T16:00:00+02:00"), ("1am", "2016-03-27T01:00:00+01:00"),
      ("+2h", "2016-03-26T19:00:00+01:00"), ("sun 00:45", "2016-03-27T00:45:00+01:00"),
      ("Sunday 27 March 2016, 10:00", "2016-03-27T10:00:00+02:00"),
    ] {
      let line = ["add", "Tea until \(end)", "--at", "2016-03-26T17:00", "--until", end, "--json"]
      #expect(try run(line).values("end") == [expected])
    }
    let refused = run(["add", "Tea", "--at", "2016-03-26T17:00", "--until", "25 mar 18:00"])
    #expect(refused.status == .usage && refused.notes.contains("is before its start"))
    let titles = Set(try run.values("title", of: "agenda"))
    #expect(titles.count { $0.hasPrefix("Tea") } == 8)
  }

  @Test("each export of the agenda has them, with the free time and clashes")
  func exports() throws {
    _ = run(["add", "Lunch", "--at", "2016-03-26T12:45", "--for", "30m"])
    let table = run("export --mine --as csv").text.split(separator: "\r\n").map(String.init)
    let row = table.first { $0.hasPrefix("own-") && $0.contains(",Call home,") }
    #expect(row?.contains(",Lunch") ?? false)
    #expect(table.count { $0.contains(",free,") } == 2)
    #expect(table.contains { $0.contains("T12:00:00+01:00,2016-03-26T12:30:00+01:00") })
    let notes = run("export --mine --as markdown").text
    #expect(notes.contains("### 12:30–13:00 Call home"))
    #expect(notes.contains("Clashes with Lunch\n"))
    #expect(notes.contains("12:00–12:30 free for 30 min\n"))
    #expect(run("export --mine --as html").text.contains("Call home"))
    #expect(try run.values("title", of: "export --mine --as json").contains("Call home"))
    let calendar = run("export --mine --as ics").text
    #expect(calendar.split(separator: "SUMMARY:Call home").count == 2)
    for form in ["csv", "markdown", "html", "json", "ics"] {
      #expect(!run("export --as \(form)").text.contains("Call home"), "\(form)")
    }
  }

  @Test("the free time of an export equals the agenda's, and never overlaps personal items")
  func free() throws {
    for options in ["", " --day sat", " --after 12:00"] {
      let rows = run("export --mine --as csv\(options)").text.split(separator: "\r\n").dropFirst()
      let cells = rows.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let free = cells.filter { $0.contains("free") }.map { (start: $0[2], end: $0[3]) }
      let agenda = run("agenda --tsv=kind,start,end\(options)").text.split(separator: "\n")
        .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
      let own = agenda.filter { $0[0] == "session" || $0[0] == "appointment" }
      #expect(free.count == agenda.count { $0[0] == "free" }, "\(options)")
      for (start, end) in free {
        #expect(own.allSatisfy { $0[2] <= start || end <= $0[1] }, "\(options): \(start)")
      }
    }
  }
}
