import Basics
import CommandLine
import ECSStore
import KonfCLI
import Schedule
import SourceText
import TestSupport
import Testing

/// What a newer version of a remembered schedule changes.
@Suite struct RefreshTests: FairHomeSuite {
  let fair = FairHome()

  @Test("a newer version keeps the name and lists the changes, personal ones first")
  func refresh() throws {
    _ = use("use @/first.json --name fair")
    try star(FairSchedule.mail, FairSchedule.trains)
    let output = use("use @/second.json")
    #expect(
      output.text == """
        fair   1 added, 1 cancelled, 1 moved
        yours  cancelled  Trains: was Sunday 24 April 2016, 11:00–11:45, Hall
               moved      Mail in 2016: 10:00 → 15:10, Hall → Janson

        """, "\(output.notes)")
    #expect(output.status == .success)
    #expect(files.count == 2)
    #expect(try run.values("title", of: "talks") == ["Mail in 2016", "Gardens", "Cheese"])
  }

  @Test("a schedule that is replaced twice while it is read is read in its latest state")
  func replacedWhileRead() throws {
    _ = use("use @/first.json --name fair")
    folder.write(FairSchedule.json([FairSchedule.gardens]), to: "third.json")
    var reader = run
    reader.terminal.errorIsTerminal = true
    reader.environment["TERM"] = "xterm"
    reader.elapsed = { .seconds(1) }
    var isReplaced = false
    // The line of progress for the other file is drawn after the log and before the copy is read.
    reader.drawProgress = { [run, folder] _ in
      if isReplaced { return }
      isReplaced = true
      for name in ["second", "third"] {
        #expect(run("use \(folder.path)/\(name).json --name fair").status == .success)
      }
    }
    let output = reader("diff \(folder.path)/first.json --json=kind,title")
    #expect(isReplaced)
    #expect(output.status == .success, "\(output.notes)")
    #expect(output.text.contains("Trains") && !output.text.contains("Gardens"), "\(output.text)")
  }

  @Test("without starred talks the changes are counted and not listed")
  func refreshOfNothingStarred() {
    _ = use("use @/first.json --name fair")
    #expect(
      use("use @/second.json").text
        == "fair  1 added, 1 cancelled, 1 moved; see konf diff\n")
    #expect(use("use @/second.json").text == "fair  nothing changed\n")
    folder.write(
      FairSchedule.second.replacing("\"abstract\": \"\"", with: "\"abstract\": \"New.\""),
      to: "third.json")
    #expect(
      use("use @/third.json").text == "fair  only details changed; konf diff --all shows them\n")
  }

  @Test("another day, another name and other speakers are also listed")
  func news() throws {
    _ = use("use @/first.json --name fair")
    try star(FairSchedule.mail, FairSchedule.trains, FairSchedule.gardens)
    folder.write(
      FairSchedule.json([
        FairSchedule.Talk(number: 1, title: "Mail in 2016", day: 25, clock: "10:00"),
        FairSchedule.Talk(number: 2, title: "Trains", clock: "11:00", location: "Yard"),
        FairSchedule.Talk(number: 3, title: "Gardens", day: 25),
      ]).replacing(
        "\"persons\": [{\"id\": 3, \"public_name\": \"Ada\"}]",
        with: "\"persons\": [{\"id\": 3, \"public_name\": \"Zoe\"}]"), to: "news.json")
    #expect(
      use("use @/news.json").text == """
        fair   2 moved, 1 changed
        yours  moved     Trains: Hall → Yard
               speakers  Gardens: Ada → Zoe
               moved     Mail in 2016: Sunday 24 April 2016, 10:00 → Monday 25 April 2016, 10:00

        """)
  }

  @Test("a talk that is renamed and moved has a row for each, followed by its new clash")
  func severalChanges() throws {
    folder.write(FairSchedule.json([FairSchedule.mail, FairSchedule.trains]), to: "two.json")
    _ = use("use @/two.json --name fair")
    try star(FairSchedule.mail, FairSchedule.trains)
    let later = FairSchedule.Talk(number: 1, title: "Mail again", clock: "11:00", location: "Yard")
    folder.write(FairSchedule.json([later, FairSchedule.trains]), to: "news.json")
    #expect(
      use("use @/news.json").text == """
        fair   1 moved
        yours  moved    Mail again: 10:00 → 11:00, Hall → Yard
               renamed  Mail in 2016 → Mail again
                        clashes with Trains now

        """)
  }

  @Test("a renamed location is one change, and each starred talk there names it")
  func renamedLocation() throws {
    let talks = (1...6).map {
      FairSchedule.Talk(number: $0, title: "Talk \($0)", clock: "1\($0):00")
    }
    folder.write(FairSchedule.json(talks), to: "old.json")
    let renamed = FairSchedule.json(talks).replacing("\"Hall\"", with: "\"Hall (Lilium)\"")
    folder.write(renamed, to: "renamed.json")
    _ = use("use @/old.json --name fair")
    try star(talks[0], talks[1])
    #expect(
      use("use @/renamed.json").text
        == """
        fair   Hall is now called Hall (Lilium)
        yours  moved  Talk 1: Hall → Hall (Lilium)
               moved  Talk 2: Hall → Hall (Lilium)

        """)
    folder.write(
      renamed.replacing("14:00", with: "14:30").replacing("12:00", with: "12:30"),
      to: "moved.json")
    _ = use("use @/old.json --force")
    #expect(
      use("use @/moved.json").text == """
        fair   2 moved; Hall is now called Hall (Lilium)
        yours  moved  Talk 1: Hall → Hall (Lilium)
               moved  Talk 2: 12:00 → 12:30, Hall → Hall (Lilium)

        """)
  }

  @Test("the next year's conference is separate, whatever it has in common")
  func nextYear() throws {
    _ = use("use @/first.json --name fair")
    folder.write(
      FairSchedule.json(
        [FairSchedule.mail, FairSchedule.gardens], title: "Fair 2017", month: "2017-04"),
      to: "next.json")
    #expect(try run.values("name", of: "use \(folder.path)/next.json") == ["fair-2017"])
    #expect(try run.values("name", of: "use \(folder.path)/second.json") == ["fair"])
  }

  @Test("an older version is refused without --force, even after the previous one")
  func older() throws {
    _ = use("use @/first.json --name fair")
    _ = use("use @/second.json")
    let output = use("use @/first.json")
    #expect(output.status == .usage && output.text == "")
    #expect(
      output.notes == """
        konf: use: \(folder.path)/first.json is an older version: it was saved as fair on \
        2016-04-24 and later replaced
        konf: use --force to save it anyway

        """)
    #expect(try run.values("title", of: "talks").contains("Cheese"))
    #expect(use("use @/first.json --force").status == .success)
    #expect(try run.values("title", of: "talks").contains("Trains"))
  }

  @Test("a version that was saved before is an older version, even if it lacks most talks")
  func olderAndShorter() throws {
    let sessions = (10...17).map { HallSchedule.Session("s\($0)", "24-\($0)-00", nil) }
    folder.write(HallSchedule(Array(sessions.prefix(2))).json, to: "short.json")
    folder.write(HallSchedule(sessions).json, to: "long.json")
    _ = use("use @/short.json --name hall")
    #expect(try run.values("name", of: "use \(folder.path)/long.json") == ["hall"])
    let output = use("use @/short.json")
    #expect(output.status == .usage && output.notes.contains("short.json is an older version"))
    #expect(try run.values("name", of: "use") == ["hall"])
  }

  @Test("a file marked as older is refused without --force, even if it was never seen before")
  func olderByItself() throws {
    func write(_ version: String, to name: String) {
      folder.write(
        FairSchedule.second.replacing("\"version\": \"1\"", with: "\"version\": \"\(version)\""),
        to: name)
    }
    write("Rain 2016-04-20 10:00", to: "new.json")
    write("Sun 2016-04-19 18:30", to: "old.json")
    _ = use("use @/new.json --name fair")
    let output = use("use @/old.json")
    #expect(output.status == .usage && output.text == "")
    #expect(
      output.notes == """
        konf: use: \(folder.path)/old.json is an older version: its version is 2016-04-19 18:30, \
        and fair has version 2016-04-20 10:00
        konf: use --force to save it anyway

        """)
    #expect(try run.values("version", of: "conference") == ["Rain 2016-04-20 10:00"])
    #expect(use("use @/old.json --force").status == .success)
    #expect(try run.values("version", of: "conference") == ["Sun 2016-04-19 18:30"])
    // What says nothing of the kind is newer, as any other file is.
    write("Snow", to: "other.json")
    #expect(use("use @/other.json").text == "fair  nothing changed\n")
  }

  @Test("the first version of the next year is not older, even under the same name")
  func firstOfNextYear() {
    func write(_ text: String, _ version: String, to name: String) {
      folder.write(
        text.replacing("\"version\": \"1\"", with: "\"version\": \"\(version)\""), to: name)
    }
    write(FairSchedule.first, "1.2", to: "this.json")
    write(FairSchedule.second, "1.1", to: "older.json")
    let next = FairSchedule.json([FairSchedule.mail, FairSchedule.gardens], month: "2017-04")
    write(next, "0.3", to: "next.json")
    _ = use("use @/this.json --name fair")
    #expect(use("use @/older.json --name fair").status == .usage)
    #expect(use("use @/next.json --name fair").status == .success)
  }

  @Test("only the current and previous versions stay, and no other file is removed")
  func removal() throws {
    _ = use("use @/first.json --name fair")
    home.write("mine", to: "schedules/notes.txt")
    home.write("mine", to: "schedules/old-0123456789abcdef.schedule")
    for number in 1...3 {
      folder.write(
        FairSchedule.json([FairSchedule.mail, FairSchedule.Talk(number: 9, title: "v\(number)")]),
        to: "v.json")
      #expect(use("use @/v.json --name fair").status == .success)
    }
    #expect(files.count == 3 && files.contains("notes.txt"), "\(files)")
    #expect(use("diff").text.contains("v2 → v3"))
  }

  // MARK: Differences

  @Test("konf diff by itself shows the changes of the latest version")
  func diff() throws {
    #expect(use("diff").status == .usage)
    #expect(use("diff").notes.contains("the built-in schedule is not saved"))
    _ = use("use @/first.json --name fair")
    let none = use("diff")
    #expect(none.status == .notFound)
    #expect(none.notes.contains("the saved schedule fair has no previous version"))
    _ = use("use @/second.json")
    #expect(use("diff").text == use("diff @/first.json @/second.json").text)
    #expect(use("diff --data fair").text == use("diff").text)
    #expect(use("diff @/first.json").text == use("diff").text)
    #expect(use("diff @/first.json fair").text == use("diff").text)
  }
}
