import CommandLine
import KonfCLI
import TestSupport
import Testing

/// An agenda that is asked for in part, and one that has more days than the conference.
@Suite struct AgendaRunTests {
  private let folder = TemporaryFolder()
  private var run: CommandLineRun

  init() { run = CommandLineRun(sampleIn: folder) }

  @Test("a filter neither frees time nor hides a clash")
  func filtered() {
    _ = run("star d1-blau-1 d1-saal-2")
    _ = run("add Call --at 2016-03-26T11:30 --for 1h")
    let all = run("agenda").text
    #expect(all.contains("12:30–13:30   free for 1 h"))
    let part = run("agenda --track security").text
    #expect(!part.contains("free for"))
    #expect(part.contains("Call, 11:30–12:30"))
    #expect(run("agenda --day sat --after 13:00").text.contains("12:30–13:30   free for 1 h"))
  }

  @Test("a filter that matches none of your talks in a session excludes the session")
  func otherTalk() throws {
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    _ = run("star session4Day2/2")
    #expect(try run.values("id", of: "agenda --speaker graham") == ["session4Day2"])
    #expect(run("agenda --speaker cramer").text.isEmpty)
    _ = run("star session4Day2")
    #expect(try run.values("id", of: "agenda --speaker cramer") == ["session4Day2"])
  }

  @Test("--day accepts every day with planned items, and --at a weekday outside the conference")
  func days() {
    #expect(
      run(["add", "Dinner", "--at", "fri 19:00"]).text.contains("Friday 25 March 2016, 19:00"))
    #expect(
      run(["add", "Train", "--at", "tue 9:30"]).text.contains("Tuesday 29 March 2016, 09:30"))
    #expect(run("agenda --day fri").text.contains("Dinner"))
    #expect(run("agenda --day fri").text.contains("Train") == false)
    #expect(run("agenda --day 2016-03-29").text.contains("Train"))
    #expect(run("agenda --day wed").status == .notFound)
    // The first day stays that of the conference.
    #expect(!run("agenda --day 1").text.contains("Dinner"))
  }

  @Test("suggestions are spread before the first item, after the last and over an empty day")
  func fill() {
    _ = run("star d1-blau-1/1")
    let text = run("agenda --fill --at 2016-03-26T08:00").text
    #expect(text.contains("13:30–14:15"))
    for width in [60, 80, 100, 140] {
      let lines = run("agenda --fill --at 2016-03-26T08:00 --width \(width)").text.split(
        separator: "\n")
      // The reason is on a line of its own, and takes no room of the title.
      #expect(lines.contains { $0.contains("Security of small things") }, "\(width)")
      #expect(lines.contains { $0.hasSuffix("  because you starred Zoë Ångström") }, "\(width)")
      let text = lines.joined(separator: " ")
      #expect(
        text.split(separator: "Security of").last?.contains("Großer") == true, "\(width)")
    }
    let later = run("agenda --fill --at 2016-03-26T13:31")
    #expect(!later.text.contains("13:30–14:15") && later.notes.contains("into your free time"))
    let over = run("agenda --fill --at 2016-04-26T13:31")
    #expect(
      over.notes.contains("the conference is over, so there is nothing to suggest; use --at TIME"))
    #expect(run("agenda --at 2016-04-26T13:31").notes.isEmpty)
  }

  @Test("suggestions come from the maybes of the day, in order of time")
  func order() {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    run.input = Array(DevroomSchedule.json.utf8)
    let ids = stride(from: 20, to: 480, by: 60).map { "\(String($0 + 4096, radix: 16))abcd/1" }
    let words = ["star"] + ids + ["--maybe", "--data", "-"]
    #expect(run(words).status == .success)
    let text = run("agenda --fill --oneline --at 2026-02-07T07:00 --width 120 --data -").text
    let rows = text.split(separator: "\n").filter { $0.first?.isNumber ?? false }
    #expect(rows.count { $0.contains(" fits ") } == 3)
    #expect(rows.count { $0.contains(" ☆ ") } == ids.count)
    let starts = rows.map { String($0.prefix(5)) }
    #expect(starts == starts.sorted(), "\(text)")
  }

  @Test("a starred talk is on the agenda and in lists, even if it is hidden")
  func hidden() {
    _ = run("star d1-blau-1/1")
    _ = run("hide d1-blau-1")
    for line in ["agenda", "talks --mine", "talks"] {
      #expect(run(line).text.contains("Launching Swift"), "\(line)")
      #expect(!run(line).text.contains("Datensicherheit"), "\(line)")
    }
  }

  private static let forms = ["", " --oneline", " --plain", " --width 40", " --width 140"]

  private func hall() -> CommandLineRun {
    let run = HallSchedule([
      HallSchedule.Session("early", "24-10-00", "24-12-00"),
      HallSchedule.Session("short", "24-10-30", "24-11-00"),
      HallSchedule.Session("late", "24-11-30", "24-13-00"),
    ]).run(in: folder)
    _ = run("star early short late")
    return run
  }

  private func count(_ part: String, in text: String) -> Int {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.split(separator: part, omittingEmptySubsequences: false).count - 1
  }

  @Test("every item of a clash names its partners, the earlier ones, too", arguments: forms)
  func partners(form: String) {
    let text = hall()("agenda\(form)").text
    #expect(count("clashes with early, 10:00", in: text) == 2, "\(text)")
    #expect(count("clashes with", in: text) == 3, "\(text)")
    #expect(count("short, 10:30", in: text) == 1 && count("late, 11:30", in: text) == 1, "\(text)")
  }

  @Test("words mark the items that are over or running, without color, too", arguments: forms)
  func states(form: String) {
    let run = hall()
    func text(_ clock: String) -> String { run("agenda --at 2016-04-24T\(clock)\(form)").text }
    let between = text("11:15")
    #expect(count("now", in: between) == 1 && count("over", in: between) == 1, "\(between)")
    #expect(between.contains(#/early(,| ·)\s+now/#), "\(between)")
    #expect(between.contains(#/short(,| ·)\s+over/#), "\(between)")
    let before = text("09:00")
    #expect(count("now", in: before) == 0 && count("over", in: before) == 0, "\(before)")
    let after = text("13:00")
    #expect(count("everything here is over", in: after) == 1, "\(after)")
    #expect(count("now", in: after) == 0 && count("over", in: after) == 1, "\(after)")
  }
}
