import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// What a chat, a page or another command calls a talk, as a target of konf star and others.
@Suite struct TargetTests {
  private let folder = TemporaryFolder()
  private let run: CommandLineRun

  init() {
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    run.environment["KONF_DATA"] = folder.write(Self.json, to: "schedule.json")
    run.now = Instant(secondsSince1970: 1_461_492_000)  // 2016-04-24T12:00+02:00
    self.run = run
  }

  /// Fifteen talks with one title; each has a number and a page.
  private static let json: String = {
    let events = (1...15).map { number in
      let clock = number < 10 ? "0\(number)" : "\(number)"
      return """
        {"id": \(4000 + number), "guid": "\(SplitMix64.guid(number))",
         "date": "2016-04-24T\(clock):00:00+02:00", "start": "\(clock):00", "duration": "0:30",
         "room": "Hall \(number % 3)", "title": "Lockpicking",
         "language": "\(number == 3 ? "de" : "en")",
         "track": "\(number % 2 == 0 ? "Even" : "Odd")", "abstract": "",
         "url": "https://fair.example/2016/schedule/event/\(4000 + number)-lockpicking-\(number)/",
         "persons": [{"id": \(number), "public_name": "Person\(number) Smith"}]}
        """
    }
    return """
      {"schedule": {"version": "1", "conference": {"title": "Fair 2016",
       "time_zone_name": "Europe/Berlin", "days": [{"index": 1, "date": "2016-04-24", "rooms": {
       "Hall": [\(events.joined(separator: ",\n"))]}}]}}}
      """
  }()

  private func starred(_ run: CommandLineRun) throws -> [String] {
    run("talks --mine --tsv=start").text.split(separator: "\n").dropFirst().map {
      String($0.dropFirst(11).prefix(5))
    }
  }

  @Test("candidates are distinguished by day, time and location, and the first ten are listed")
  func candidates() {
    let output = run("star lockpicking")
    #expect(output.status == .usage)
    let lines = output.notes.split(separator: "\n")
    #expect(lines.count == 12)
    #expect(
      lines[0]
        == #"konf: star: "lockpicking" matches 15 talks; nothing was changed; use an id:"#)
    #expect(
      lines[1].hasSuffix("  Sun 01:00, Hall 1, Lockpicking, Person1 Smith"), "\(lines[1])")
    #expect(lines[11] == "konf:   and 5 more")
    #expect(Set(lines.dropFirst()).count == 11, "no two lines are equal")
    #expect(run("talks --mine").text.isEmpty)
  }

  @Test(
    "a URL, the end of one and a number each select a talk",
    arguments: [
      "https://fair.example/2016/schedule/event/4007-lockpicking-7/",
      "http://www.fair.example/2016/schedule/event/4007-lockpicking-7?utm=chat#top",
      "https://archive.fair.example/event/4007-lockpicking-7.html",
      "https://fair.example/talks/4007", "4007-lockpicking-7", "4007",
      "#4007", "[\(SplitMix64.guid(7).prefix(8))]", "[4007]",
    ])
  func names(word: String) throws {
    let output = run(["star", word])
    #expect(output.status == .success, "\(output.notes)")
    #expect(try starred(run) == ["07:00"])
    #expect(run(["session", word]).text.contains("Person7 Smith"))
  }

  @Test("an unknown address has no match")
  func unknownAddress() {
    let output = run("star https://fair.example/2016/schedule/event/5000-other/")
    #expect(output.status == .notFound)
  }

  @Test("a dash reads targets from the standard input, in konf's own format")
  func standardInput() throws {
    var run = run
    run.input = run("talks --track even --tsv=id,title").out
    #expect(run("star - --maybe").status == .success)
    #expect(try starred(run) == ["02:00", "04:00", "06:00", "08:00", "10:00", "12:00", "14:00"])
    run.input = Array("4002\n\n4004\n".utf8)
    #expect(run("unstar -").status == .success)
    #expect(try starred(run).count == 5)
    #expect(run("rate - 4").status == .success)
    #expect(run("ratings --tsv").text.split(separator: "\n").count == 3)
    #expect(run("note - good").status == .success)
    #expect(run("hide -").status == .success)
    #expect(run("talks --hidden --tsv=note").text == "note\ngood\ngood\n")
    #expect(run("hide - --clear").status == .success)
    #expect(run("talks --hidden").text.isEmpty)
  }

  @Test("targets from the input are all marked, or none")
  func allOrNothing() throws {
    var run = run
    run.input = Array("4002\nnothing at all\n".utf8)
    #expect(run("star -").status == .notFound)
    #expect(try starred(run) == [])
    run.input = []
    #expect(run("star -").status == .notFound)
    run.input = Array(Self.json.utf8)
    #expect(run("star - --data -").status == .usage)
  }

  @Test("filters select the talks to mark, and narrow ambiguous words")
  func filters() throws {
    #expect(run("star --track even --after 08:00").status == .success)
    #expect(try starred(run) == ["08:00", "10:00", "12:00", "14:00"])
    #expect(run("star lockpicking --lang de").status == .success)
    #expect(try starred(run) == ["03:00", "08:00", "10:00", "12:00", "14:00"])
    #expect(run("unstar --location 2").status == .success, "8:00 and 14:00")
    #expect(try starred(run) == ["03:00", "10:00", "12:00"])
    #expect(run("hide --track odd").text.hasSuffix("and 0 more\n") == false)
    #expect(run("talks --track odd --tsv=id").text.split(separator: "\n").count == 2)
    #expect(run("hide --track odd --clear").status == .success)
    #expect(run("star 4002 --track odd").status == .notFound)
    #expect(run("star").status == .usage)
    #expect(run("star --track odd --lang de --day 1 --before 02:00").status == .notFound)
  }

  @Test("ten targets are listed, and the others are counted")
  func many() {
    let output = run("star --day 1")
    #expect(output.text.hasSuffix("and 5 more; konf undo reverts all of them\n"))
    #expect(run("undo").status == .success)
    #expect(run("talks --mine").text.isEmpty, "it is one step")
  }

  @Test("completion offers starred talks for unstar, and all talks for star")
  func completion() {
    _ = run("star 4002")
    // All talks were offered.
    #expect(run(["__complete", "zsh", "unstar", ""]).text.hasSuffix(":Lockpicking\n"))
    #expect(run(["__complete", "zsh", "unstar", ""]).text.split(separator: "\n").count == 1)
    #expect(run(["__complete", "zsh", "star", ""]).text.split(separator: "\n").count == 15)
  }

  @Test("starring with a note preserves a maybe, and starring without one replaces it")
  func maybe() {
    func star() -> String { run("talks --mine --tsv=star").text }
    _ = run("star 4002 --maybe")
    _ = run("star 4002 --note perhaps")
    #expect(star() == "star\nmaybe\n")
    _ = run("star 4002")
    #expect(star() == "star\nyes\n")
  }

  @Test("contradictory filters are explained")
  func contradictions() {
    for (line, reason) in [
      (
        "--track even --after 15:00",
        #""Even" has 7 talks, all on Sunday 24 April 2016, from 02:00 to 14:00"#
      ),
      ("--track even --lang de", #""Even" has 7 talks, none of them in "de""#),
      ("--speaker person4 --location 2", #""Person4 Smith" has 1 talk, but not at "Hall 2""#),
      (
        "--speaker person4 --track even --before 02:00",
        #""Even" by "Person4 Smith" has 1 talk, on Sunday 24 April 2016 at 04:00"#
      ),
    ] {
      let output = run("talks \(line)")
      #expect(output.notes == "konf: \(reason)\n")
      #expect(output.text.isEmpty)
    }
  }

  @Test("an agenda emptied by filters reports the remaining items")
  func emptyAgenda() {
    _ = run("star 4002 4005 4006")
    for (line, reason) in [
      ("--track even --lang de", #""Even" has 7 talks, none of them in "de""#),
      ("--location 1", #""Hall 1" has 5 talks, none of them on your agenda"#),
      (
        "--track even --after 15:00",
        #""Even" has 7 talks, all on Sunday 24 April 2016, from 02:00 to 14:00"#
      ),
      (
        "--track even --after 07:00",
        #""Even" on your agenda has 2 talks, all on Sunday 24 April 2016, from 02:00 to 06:00"#
      ),
      (
        "--after 15:00", "your agenda has 3 talks, all on Sunday 24 April 2016, from 02:00 to 06:00"
      ),
    ] {
      let answer = run("agenda \(line)")
      #expect(answer.notes == "konf: \(reason)\n", "\(line)")
      #expect(answer.text.isEmpty, "\(line)")
    }
    _ = run(["add", "Dinner", "--at", "26 apr 20"])
    _ = run("unstar 4002 4005 4006")
    let answer = run("agenda --track even")
    #expect(answer.notes == #"konf: "Even" has 7 talks, none of them on your agenda"# + "\n")
    #expect(
      run("agenda --after 15:00 --day sun").notes
        == "konf: nothing on your agenda matches the filters\n")
  }

  @Test("a day can be typed in everyday notation")
  func days() {
    for word in ["24 apr", "Apr 24", "24 April", "24. apr"] {
      #expect(run(["talks", "--day", word, "--tsv=id"]).text.split(separator: "\n").count == 16)
    }
    #expect(run(["talks", "--day", "25 apr"]).status == .notFound)
    for (word, clock) in [("sun 10", "10:00"), ("24 apr 10:00", "10:00"), ("1 9pm", "21:00")] {
      let text = run(["now", "--at", word]).text
      #expect(text.contains(clock) || text.contains("over"), "\(text)")
    }
    let output = run(["add", "Dinner", "--at", "26 apr 20"])
    #expect(output.text.contains("26 April 2016"), "\(output.notes)\(output.text)")
  }
}

extension SplitMix64 {
  /// A guid whose parts differ from number to number.
  fileprivate static func guid(_ number: Int) -> String {
    var generator = SplitMix64(seed: UInt64(number))
    let digits =
      String(generator.next(), radix: 16) + String(generator.next(), radix: 16) + "0000000000000000"
    let all = Array(digits)
    func part(_ start: Int, _ length: Int) -> String { String(all[start..<start + length]) }
    return "\(part(0, 8))-\(part(8, 4))-4\(part(12, 3))-8\(part(15, 3))-\(part(18, 12))"
  }
}
