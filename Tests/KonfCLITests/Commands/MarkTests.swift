import Basics
import CommandLine
import ECSStore
import KonfCLI
import Schedule
import TestSupport
import Testing

/// Stars, notes, hidden talks and appointments, and their changes.
@Suite struct MarkTests {
  private let folder = TemporaryFolder()
  private var run: CommandLineRun

  init() {
    run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
  }

  /// A run with the harbour schedule, in which one session has two talks.
  private var harbour: CommandLineRun {
    var run = run
    run.environment["KONF_DATA"] = folder.write(HarbourSchedule.json, to: "harbour.json")
    return run
  }

  private func logBytes() -> [UInt8] { Repository.bytes(of: "\(folder.path)/ratings.log") ?? [] }

  @Test("a star is saved, shown everywhere, and removed")
  func star() {
    #expect(run("star graham").text.contains("· starred"))
    for command in ["talks", "timeline", "speaker graham", "talks --mine", "search graham"] {
      for width in [40, 80, 120] {
        #expect(run("\(command) --width \(width)").text.contains("★ "), "\(command)")
      }
    }
    #expect(run("session session4Day2").text.contains("· starred"))
    #expect(run("talks --mine --json").text.contains(#""star":"yes""#))
    #expect(run("unstar graham").status == .success)
    #expect(!run("talks").text.contains("★"))
    let none = run("talks --mine")
    #expect(none.text == "")
    #expect(none.notes == "konf: nothing is starred; star a talk with konf star TARGET\n")
  }

  @Test("the star of a session counts for its talks")
  func starOfSession() {
    _ = run("star session1Day1")
    let talks = run("talks --mine").text
    #expect(talks.contains("  session1Day1/1\n"))
    #expect(talks.contains("  session1Day1/2\n"))
  }

  @Test("each list of names is limited to the starred talks and sessions")
  func starredNames() throws {
    _ = run("star session4Day2 lunchDay1")
    let sessions = run("timeline --mine --json=locations").text
    let places = try run.values("name", of: "locations --mine")
    #expect(!places.isEmpty && places.allSatisfy(sessions.contains))
    #expect(try run.values("name", of: "speakers --mine").contains("Graham Lee"))
    #expect(try run.values("day", of: "days --mine").count == 2)
  }

  @Test("several words are one target if one talk matches them, or else separate targets")
  func targets() {
    #expect(run("star graham lee").text.contains("[session4Day2/2]"))
    #expect(run("star session1Day1 session2Day1").text.contains("[session2Day1]"))
    let unknown = run("star session1Day1 nobody")
    #expect(unknown.status == .notFound)
    #expect(unknown.notes.contains(#"no talk or session matches "nobody""#))
    let several = run("star swift")
    #expect(several.status == .usage)
    #expect(several.notes.contains("use an id:"))
  }

  @Test("a session is found by its title, after the talks, and without talks before with talks")
  func breaks() {
    #expect(run("star first coffee break").text.contains("First coffee break"))
    #expect(run("unstar drinks and pre").notes.contains("had no star"))
    #expect(run("note drinks late").text.contains("Drinks and preregistration"))
    #expect(run("star first coffee break --location infarm").status == .notFound)
    let several = run("star lunch break")
    #expect(several.status == .usage && several.notes.contains("lunchDay1"))
    let page = run("session lunch break --width 100").text
    #expect(page.contains("lunchDay1") && page.contains("lunchDay2"))
    #expect(run("star first session").text.contains("[session1Day1]"))
    #expect(run("rate first session 4").text.contains("[session1Day1]"))
  }

  @Test("of equal titles without ids, filters choose one, and other words list all")
  func equalTitles() throws {
    var run = run
    let talks = ["1", "2"].map { number in
      """
      {"title": "Panel", "start": "2027-06-05T1\(number):00", "end": "2027-06-05T1\(number):30",
       "speakers": ["Person \(number)"], "locations": ["Room \(number)"]}
      """
    }
    run.environment["KONF_DATA"] = folder.write(
      """
      {"conference": {"title": "Dup 2027", "zone": "UTC"},
       "talks": [\(talks.joined(separator: ","))]}
      """, to: "equal.json")
    let several = run("star panel")
    #expect(several.status == .usage && several.notes.contains("Panel#2"), "\(several.notes)")
    let page = run("session panel --width 100").text
    #expect(page.contains("Person 1") && page.contains("Panel#2"), "\(page)")
    #expect(run("star panel --location 2").text.contains("[Panel#2]"))
    // The id in a list is still an id.
    #expect(run("star Panel").status == .success)
    #expect(try run.values("id", of: "talks --mine") == ["Panel", "Panel#2"])
  }

  @Test("nothing is changed if any target is unknown or the log cannot be written")
  func wholeOrNothing() {
    _ = run("star graham")
    let before = logBytes()
    #expect(run("star session1Day1 nobody").status == .notFound)
    #expect(logBytes() == before)
    folder.makeFolder("other")
    folder.link("other/ratings.log", to: "/dev/full")
    for command in [
      "star graham", "note graham x", "hide graham", "add Lunch --at 12:00", "unstar graham",
    ] {
      let output = run("\(command) --home \(folder.path)/other")
      let name = command.prefix { $0 != " " }
      #expect(output.status == .inputOutput, "\(command)")
      #expect(output.text == "", "\(command)")
      #expect(output.notes.hasPrefix("konf: \(name): nothing was changed: "), "\(command)")
    }
  }

  @Test("without a data folder nothing is saved, and konf says so")
  func noFolder() {
    var run = run
    run.environment = [:]
    for command in ["star graham", "note graham x", "hide graham", "add Lunch --at 12:00"] {
      let output = run(command)
      #expect(output.status == .cannotCreate, "\(command)")
      #expect(output.notes.contains("set --home, KONF_HOME or HOME"), "\(command)")
    }
  }

  @Test("a hidden talk is in no list, but on its own page")
  func hide() {
    let all = run("talks").text
    #expect(run("hide graham").text.contains("hidden"))
    for command in ["talks", "timeline", "timeline --grid", "speakers", "talks --json"] {
      #expect(!run(command).text.contains("Graham Lee"), "\(command)")
    }
    #expect(run("talks --hidden").text.contains("Graham Lee"))
    #expect(run("session session4Day2").text.contains("Graham Lee"))
    #expect(run("hide graham --clear").status == .success)
    #expect(run("talks").text == all)
  }

  @Test("hidden talks do not count in days and tracks, but belong to the conference")
  func hiddenCounts() throws {
    let run = harbour
    #expect(run("hide sextant").status == .success)
    #expect(try run.values("talkCount", of: "days") == ["2", "1"])
    #expect(try run.values("talkCount", of: "tracks") == ["2", "1"])
    #expect(try run.values("talkCount", of: "conference") == ["4"])
  }

  @Test("a search that matches only hidden items says so, and does not suggest their names")
  func hiddenSearch() {
    let run = harbour
    _ = run("hide sextant")
    for (line, filters) in [("search sextant", ""), ("search sextant --day 1", "match")] {
      let output = run(line)
      let subject = filters.isEmpty ? "items" : "items that match the filters"
      #expect(
        output.notes.contains(
          "search: only hidden \(subject) contain \"sextant\"; add --hidden to list them\n"))
      #expect(output.text.isEmpty && !output.notes.contains("did you mean"), "\(output.notes)")
      #expect(run("\(line) --hidden").text.contains("Calibrating a cheap sextant"))
    }
    #expect(run("search sextant --day 2").notes.contains("no item that matches the filters"))
  }

  @Test("each id in the list of hidden talks shows its talk again, also in a hidden session")
  func hiddenWithSession() {
    var run = harbour
    for target in ["zq-72", "zq-72/1", "sextant"] { _ = run("hide \(target)") }
    let all = run("talks --hidden --tsv=id,title")
    run.input = all.out
    let output = run("hide - --clear")
    #expect(
      output.notes.contains(
        "\"Thirty years of harbour maps\" was hidden through its session, which is shown again\n"))
    #expect(!output.notes.contains("tide tables"), "its own mark was removed: \(output.notes)")
    #expect(run("talks --hidden").notes.contains("nothing is hidden"))
    #expect(run("hide zq-72/2 --clear").notes.contains("maps\" was not hidden\n"))
    _ = run("undo")
    #expect(run("talks --hidden --tsv=id,title").text == all.text, "one undo reverts it all")
  }

  @Test("a command that removes a mark says so, and only for the talks that had it")
  func removed() {
    _ = run("star graham")
    let output = run("unstar graham hofele")
    #expect(output.text.contains("[session4Day2/2] · star removed\n"))
    #expect(output.text.split(separator: "star removed").count == 2)
    _ = run(["note", "graham", "ask"])
    #expect(run("note graham --clear").text.contains("· note removed"))
    #expect(!run("note graham later").text.contains("removed"))
  }

  @Test("a talk without its own star is still starred through its session, and konf says so")
  func unstarredInSession() {
    let words = "is still starred through its session\n"
    _ = run("star session4Day2 session4Day2/2")
    let output = run("unstar session4Day2/2")
    #expect(output.text.contains("[session4Day2/2] · star removed\n"))
    #expect(output.notes.hasSuffix(words))
    #expect(run("talks --mine --json").text.contains("session4Day2/2"))
    _ = run("star session4Day2/2")
    #expect(!run("unstar session4Day2 session4Day2/2").notes.contains(words))
    _ = run("star session4Day2")
    #expect(run("unstar session4Day2/2").notes.hasSuffix("is starred only through its session\n"))
    let both = run("unstar session4Day2 session4Day2/2").notes
    #expect(both.hasSuffix("had no star\n") && !both.contains("through"), "\(both)")
  }

  @Test("notes are shown with the session, replaced and removed")
  func note() {
    #expect(run(["note", "graham", "ask about tests"]).text.contains("note: ask about tests"))
    #expect(run("session session4Day2").text.contains("note: ask about tests"))
    #expect(run("note graham later").text.contains("note: later"))
    #expect(!run("note graham --clear").text.contains("note:"))
    #expect(run("note graham --clear").notes.hasSuffix("had no note\n"))
    #expect(run(["note", "graham", " "]).status == .usage)
  }

  @Test("an appointment is on the agenda until it is removed by its title or its id")
  func appointment() throws {
    let words = ["add", "Dinner", "--at", "mon 19:00", "--for", "2h", "--location", "Bar"]
    #expect(run(words).text.hasSuffix("19:00–21:00, Bar\n"))
    #expect(run("agenda").text.contains("19:00–21:00"))
    _ = run(["add", "Dinner", "--at", "tue 7pm"])
    let several = run("add dinner --remove")
    #expect(several.status == .usage)
    let ids = try run.values("id", of: "agenda").filter { $0.hasPrefix("own-") }
    #expect(ids.count == 2 && ids.allSatisfy { several.notes.contains($0) })
    #expect(run("add \(ids[0]) --remove").status == .success)
    #expect(run("add dinner --remove").status == .success)
    #expect(run("agenda").text == "")
    #expect(run("agenda --json").text == "[]\n")
    #expect(run("add dinner --remove").status == .notFound)
  }

  @Test(
    "an appointment that is added again is listed once, even with a counted id of an older konf")
  func addedAgain() throws {
    let log = ChangeLog(folder: folder.path, name: "ratings.log")
    try log.append(at: 0) { _ in
      [
        LogChange(
          scope: "UIKonf 2015", kind: "appointment", target: "appointment1", name: "Dinner",
          value: "1431968400 1431972000")
      ]
    }
    let again = run("add Dinner --at 2015-05-18T19:00")
    #expect(again.text.hasPrefix("Dinner [appointment1]\n"))
    #expect(again.notes == "konf: already on your agenda\n")
    _ = run("add Lunch --at 2015-05-18T12:00")
    #expect(run("add Lunch --at 2015-05-18T12:00").notes.contains("already"))
    #expect(try run.values("kind", of: "agenda").count { $0 == "appointment" } == 2)
    #expect(run("undo").text.contains("Lunch"))
    #expect(run("undo").status == .success)
  }

  @Test("appointments added by two runs at once are separate, and undo removes one of them")
  func addedAtOnce() {
    var first = run
    first.terminal.errorIsTerminal = true
    first.environment["TERM"] = "xterm"
    first.elapsed = { .seconds(1) }
    var isSecondAdded = false
    // The line of progress is drawn after the log was read and before anything is appended.
    first.drawProgress = { [run] _ in
      if isSecondAdded { return }
      isSecondAdded = true
      #expect(run("add Lunch --at 12:00").text.contains("[own-"))
    }
    #expect(first("add Dinner --at 19:00").text.contains("[own-"))
    #expect(isSecondAdded)
    #expect(run("agenda --oneline").text.contains("★ Lunch "))
    #expect(run("agenda --oneline").text.contains("★ Dinner "))
    _ = run("undo")
    #expect(run("agenda --oneline").text.contains("★ Lunch "))
    #expect(!run("agenda").text.contains("Dinner"))
  }

  @Test(
    "wrong command lines are reported with the expected input",
    arguments: [
      ("add Lunch", "--at TIME is missing"), ("add Lunch --at noon", "mon 11:00"),
      ("add Lunch --at sat", "2015-05-18T11:00"),
      ("add Lunch --remove --for 1h", "cannot be combined"),
      ("add Lunch --at 12:00 --for 0m", "a length of time"), ("star", "TARGET"),
      ("note graham", "TEXT"),
    ])
  func usage(line: String, words: String) {
    let output = run(line)
    #expect(output.status == .usage)
    #expect(output.notes.contains(words), "\(output.notes)")
  }

  @Test("an empty answer ends with 1 if --exit-status is given")
  func exitStatus() {
    for command in ["next --mine --in 10m", "now --mine", "talks --mine", "agenda", "search zzz"] {
      #expect(run("\(command)").status == .success, "\(command)")
      #expect(run("\(command) --exit-status").status == .notFound, "\(command)")
    }
    _ = run("star session2Day1")
    // The session begins at 11:50.
    #expect(run("next --mine --in 10m --exit-status --at 2015-05-18T11:39").status == .notFound)
    #expect(run("next --mine --in 10m --exit-status --at 2015-05-18T11:40").status == .success)
  }

  @Test("the two hours with one name on a night in October are distinguished")
  func repeatedHour() {
    let party = "add Party --at 2015-10-25T02:30+02:00 --for 1h"
    #expect(run(party).text.contains("Sunday 25 October 2015, 02:30 CEST–02:30 CET"))
    #expect(run("agenda").text.contains("02:30 CEST–02:30 CET"))
    #expect(run("log --width 120").text.contains("02:30 CEST–02:30 CET"))
    _ = run("add Walk --at 2015-10-25T01:30+02:00 --for 3h")
    #expect(run("agenda").text.contains("01:30–03:30"))
    _ = run("add Tea --at 2015-10-25T02:15+01:00 --for 15m")
    #expect(run("agenda").text.contains("02:15 CET–02:30 CET"))
  }

  @Test("marks follow a talk that is moved and renamed, and stay with its conference")
  func identity() {
    let old = folder.write(FrabConference.json, to: "old.json")
    let new = folder.write(FrabConference.nextJSON, to: "new.json")
    let ids = run("talks --json --data \(old)").text.split(separator: #"{"id":""#).dropFirst()
      .map { String($0.prefix { $0 != "\"" }) }
    #expect(ids.count > 3)
    for id in ids { _ = run("star \(id) --data \(old)") }
    let kept = run("talks --mine --json --data \(new)").text
    let all = run("talks --json --data \(new)").text
    for id in ids where all.contains(#""id":"\#(id)""#) {
      #expect(kept.contains(#""id":"\#(id)""#), "\(id)")
    }
    #expect(run("talks --mine").text == "", "another conference has none of them")
    #expect(run("agenda").notes.contains("stars are for"))
  }

  @Test("appointments are not evidence against their conference")
  func appointmentsFollow() {
    func json(_ title: String) -> String {
      """
      [{"conference": "\(title)", "month": "2016-03", "zone": "Europe/Berlin"},
       {"t_id": "a", "startTime": "26-10-00", "endTime": "26-11-00", "description": "Talks"},
       {"t_id": "a", "t_index": 1, "title": "One", "speaker_name": "Ada"},
       {"t_id": "a", "t_index": 2, "title": "Two", "speaker_name": "Bob"},
       {"t_id": "a", "t_index": 3, "title": "Three", "speaker_name": "Cy"}]
      """
    }
    let old = folder.write(json("Konf"), to: "old.json")
    let renamed = folder.write(json("The Conf"), to: "new.json")
    #expect(run("star a/1 a/2 a/3 --data \(old)").status == .success)
    for number in 1...20 {
      _ = run("add Meeting\(number) --at 2016-03-26T1\(number % 10):00 --data \(old)")
    }
    let agenda = run("agenda --json --data \(renamed)").text
    #expect(agenda.split(separator: #""kind":"appointment""#).count == 21)
  }

  @Test("ratings are independent of stars, notes, hidden talks and appointments")
  func privacy() {
    _ = run("rate hofele 5")
    let ratings = ["ratings", "ratings --json", "ratings --jsonl", "ratings --payload"]
    let before = ratings.map { run($0).text }
    for mark in ["star graham", "note graham secret", "hide monads", "add Lunch --at 12:00"] {
      #expect(run(mark).status == .success)
    }
    #expect(ratings.map { run($0).text } == before)
    let merged = run("ratings --merge --jsonl \(folder.path)/ratings.log").text
    #expect(!merged.contains("secret") && !merged.contains("Lunch"))
    #expect(merged.split(separator: "\n").count == 1)
  }

  @Test("any text survives in the log")
  func texts() {
    for text in ["a\tb", "a\nb", "\\t", "ünïcode 🦊", String(repeating: "x", count: 5_000)] {
      #expect(run(["note", "graham", text]).status == .success)
      let json = run("star graham --json").text
      #expect(json.contains(#""note":"#))
      #expect(run(["note", "graham", text]).text == run(["note", "graham", text]).text)
    }
    let title = "Dinner\u{1B}[31m\twith\nAda"
    #expect(run(["add", title, "--at", "12:00"]).status == .success)
    #expect(!run("agenda").text.contains("\u{1B}"))
  }
}
