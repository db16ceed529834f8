import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// The rules of rating on the built-in schedule, each run as a person would type it.
@Suite struct RateTests {
  private let folder = TemporaryFolder()
  private var run: CommandLineRun

  init() {
    run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    // In the evening of the last day all talks have been given.
    run.now = Instant(secondsSince1970: 1_432_144_800)
  }

  private func ratings() -> String { run("ratings").text }

  // MARK: What is rated

  @Test("a session is rated as a whole, and its talks are listed")
  func session() {
    let output = run("rate session1Day1 5")
    #expect(
      output.text == """
        ★★★★★ First session [session1Day1]
              World Modeling, Mike Lee
              Swift Thinking, Natasha (the Robot) Murashev
        2 of 18 talks rated

        """)
    #expect(output.notes == "")
    #expect(output.status == .success)
    #expect(ratings() == "★★★★★ First session [session1Day1]\n\n2 of 18 talks rated\n")
  }

  @Test("a talk without a rating shows the rating of its session and says so")
  func ratedAs() throws {
    _ = run("rate session1Day1 5")
    _ = run("rate session1Day1/2 3")
    #expect(try run.values("rating", of: "talks").prefix(3) == ["5", "3", "null"])
    #expect(try run.values("ratedAs", of: "talks").prefix(3) == ["session1Day1", "null", "null"])
    let talks = run("talks").text
    #expect(talks.contains("World Modeling ★★★★★ as session1Day1  "))
    #expect(talks.contains("Swift Thinking ★★★☆☆  "))
    let timeline = run("timeline").text
    #expect(timeline.contains("First session ★★★★★  "))
    #expect(timeline.contains("  World Modeling · Mike Lee\n"))
    #expect(timeline.contains("  Swift Thinking ★★★☆☆ · Natasha (the Robot) Murashev\n"))
    #expect(try run.values("rating", of: "session session1Day1") == ["5"])
  }

  @Test(
    "one talk is rated by its id, or by a part of its title or of its speaker's name",
    arguments: [
      ("session1Day1/2", "session1Day1/2"), ("SESSION1day1/2", "session1Day1/2"),
      ("world modeling", "session1Day1/1"), ("monsters", "session2Day1/2"),
      ("hofele", "session3Day1/1"), ("Claus Höfele", "session3Day1/1"),
      ("Claus Hoefele", "session3Day1/1"), ("graham lee", "session4Day2/2"),
      ("the robot", "session1Day1/2"), ("maxim", "session4Day2/1"),
      ("black magic", "session3Day2/2"),
    ])
  func target(words: String, id: String) throws {
    let output = run("rate \(words) 4 --json")
    #expect(output.status == .success)
    #expect(try output.values("id") == [id])
    #expect(try run.values("id", of: "ratings") == [id])
  }

  @Test("words that match several talks change nothing and list the choices in order of time")
  func severalFit() {
    let output = run("rate lee 5")
    #expect(output.status == .usage)
    #expect(output.text == "")
    #expect(
      output.notes == """
        konf: rate: "lee" matches 2 talks; nothing was changed; use an id:
        konf:   session1Day1/1  Mon 10:00, Heimathafen Neukölln, World Modeling, Mike Lee
        konf:   session4Day2/2  Tue 17:00, Heimathafen Neukölln, Object-Oriented Programming in Objective-C - because everyone \
        else will be doing Functional Programming in Swift ;), Graham Lee

        """)
    #expect(ratings() == "0 of 18 talks rated\n")
  }

  @Test(
    "words without a match end with 1 and suggestions",
    arguments: [
      ("grahm", "did you mean Graham Lee?"), ("session1Day1/3", "did you mean session1Day1/1?"),
      ("sesion2Day1", "did you mean session2Day1?"),
      ("monstrs", "did you mean Monads are not Monsters?"),
      ("zzzzzz", "konf talks lists them all"),
      ("?", "konf talks lists them all"),
    ])
  func nothingFits(words: String, hint: String) {
    let output = run("rate \(words) 5")
    #expect(output.status == .notFound)
    #expect(output.text == "")
    #expect(
      output.notes
        == "konf: rate: no talk or session matches \"\(words)\"\nkonf: \(hint)\n")
    #expect(ratings() == "0 of 18 talks rated\n")
  }

  @Test("a session without talks is not rated")
  func pause() {
    let output = run("rate break1Day1 5")
    #expect(output.status == .usage)
    #expect(
      output.notes
        == "konf: rate: \"break1Day1\" has no talks; expected a talk or a session with talks\n")
  }

  // MARK: Stars, comment, time

  @Test(
    "stars are a whole number from 1 to 5",
    arguments: ["0", "6", "-1", "+5", "05", "4.5", "five", "٥", "5\u{301}", "★★★★★", ""])
  func stars(word: String) {
    let output = run(["rate", "session1Day1", word])
    #expect(output.status == .usage)
    #expect(output.text == "")
    // What is a number breaks a rule of the schedule; what is none never gets there.
    let found = ["0", "6", "-1"].contains(word) ? word : "\"\(word)\""
    #expect(
      output.notes == """
        konf: rate: stars: found \(found); expected a whole number from 1 (not for me) to 5 \
        (outstanding)

        """)
    #expect(ratings() == "0 of 18 talks rated\n")
  }

  @Test("rating again replaces stars, comment and time")
  func again() throws {
    var run = run
    _ = run(["rate", "hofele", "2", "--comment", "too short"])
    run.now = Instant(secondsSince1970: 1_432_144_860)
    #expect(run("rate hofele 5").text.hasSuffix("1 of 18 talks rated\n"))
    #expect(try run.values("rating", of: "ratings") == ["5"])
    #expect(try run.values("comment", of: "ratings") == ["null"])
    #expect(try run.values("time", of: "ratings") == ["2015-05-20T20:01:00+02:00"])
  }

  @Test("a comment is saved with the stars")
  func comment() throws {
    let output = run(["rate", "hofele", "5", "--comment", "see again: \"watch\" \u{1F44F}"])
    #expect(output.text.contains("\n      see again: \"watch\" \u{1F44F}\n"))
    #expect(
      try run.values("comment", of: "ratings") == ["see again: \"watch\" \u{1F44F}"])
    #expect(ratings().contains("\n      see again: \"watch\" \u{1F44F}\n"))
  }

  @Test("a rating has the time of the clock, even with --at")
  func time() throws {
    _ = run("rate hofele 5 --at 2015-05-18T16:00")
    #expect(
      try run.values("time", of: "ratings") == ["2015-05-20T20:00:00+02:00"])
    #expect(
      try run.values("time", of: "ratings --tz UTC") == ["2015-05-20T18:00:00+00:00"])
  }

  @Test("rating a talk that has not started yet causes a warning")
  func early() {
    func note(_ name: String) -> String {
      "konf: \"\(name)\" has not started yet; the rating was saved anyway\n"
    }
    #expect(
      run("rate hofele 5 --at 2015-05-18T14:29").notes == note("Practical WatchKit Development"))
    #expect(run("rate hofele 5 --at 2015-05-18T14:30").notes == "")
    #expect(run("rate session3Day1 5 --at 2015-05-01").notes == note("Third session"))
    #expect(ratings().hasSuffix("\n3 of 18 talks rated\n"))
  }

  // MARK: Taking back

  @Test("a rating is removed")
  func clear() {
    _ = run("rate session1Day1 5")
    _ = run("rate world modeling 1")
    let output = run("rate world modeling --clear")
    #expect(
      output.text == """
        not rated: World Modeling [session1Day1/1]
              ★★★★★ as session1Day1
        2 of 18 talks rated

        """)
    #expect(output.notes == "")
    #expect(run("rate session1Day1 --clear").text.hasSuffix("\n0 of 18 talks rated\n"))
    #expect(ratings() == "0 of 18 talks rated\n")
  }

  @Test("removing a missing rating is reported without a failure")
  func clearNothing() {
    _ = run("rate session1Day1 5")
    let output = run("rate session1Day1/1 --clear")
    #expect(output.status == .success)
    #expect(output.notes == "konf: \"World Modeling\" had no rating\n")
    #expect(ratings().hasPrefix("★★★★★ First session"))
  }

  @Test("a comment together with --clear is a contradiction")
  func clearWithComment() {
    let output = run("rate session1Day1 --clear --comment no")
    #expect(output.status == .usage)
    #expect(
      output.notes == "konf: rate: --comment and --clear cannot be combined\n")
  }

  // MARK: Counting

  @Test("a talk counts once, whether it or its session is rated or both")
  func counting() {
    #expect(run("rate session1Day1 5").text.hasSuffix("\n2 of 18 talks rated\n"))
    #expect(run("rate session1Day1/1 5").text.hasSuffix("\n2 of 18 talks rated\n"))
    #expect(run("rate session3Day1/1 5").text.hasSuffix("\n3 of 18 talks rated\n"))
    #expect(run("rate session3Day1 5").text.hasSuffix("\n5 of 18 talks rated\n"))
    #expect(run("rate session1Day1 --clear").text.hasSuffix("\n4 of 18 talks rated\n"))
  }

  @Test("ratings are in order of time, with a session before its talks")
  func order() throws {
    for line in ["graham lee 1", "session1Day1/2 2", "session1Day1 3", "hofele 4"] {
      _ = run("rate \(line)")
    }
    #expect(
      try run.values("id", of: "ratings")
        == ["session1Day1", "session1Day1/2", "session3Day1/1", "session4Day2/2"])
  }
}
