import CommandLine
import KonfCLI
import TestSupport
import Testing

/// `konf friends`, and who else goes.
@Suite struct FriendsTests {
  private let folder = TemporaryFolder()
  private var run = CommandLineRun()

  init() { run.environment["KONF_HOME"] = folder.path }

  private func add(_ name: String, _ lines: String) -> Output {
    run(["friends", "add", name, folder.write(lines, to: "stars")])
  }

  @Test("a friend's file is saved, listed and shown next to common stars")
  func walk() throws {
    #expect(run("friends").notes.contains("no friends yet"))
    _ = run("star session1Day1")
    #expect(
      add("Ada", "session1Day1\nsession2Day1\nnothing\n").text
        == "Ada: 2 of 3 stars saved; 1 match no talk, or more than one\n")
    #expect(add("Bob", "session1Day1\n").text == "Bob: 1 of 1 stars saved\n")
    #expect(
      run("friends").text == "Ada: 2 talks, 1 starred by you\nBob: 1 talk, 1 starred by you\n")
    #expect(run("agenda --with ada").text.contains("also Ada"))
    #expect(run("agenda --with ada --with bob").text.contains("also Ada, Bob"))
    #expect(!run("agenda").text.contains("also"))
    let talks = run("talks --with ADA --width 160").text
    #expect(talks.split(separator: "\n").count { $0.contains("also Ada") } >= 2)
    #expect(run("now --at 2015-05-18T10:30 --with ada").text.contains("also Ada"))
    #expect(try run.values("friend", of: "friends") == ["Ada", "Bob", "Ada"])
  }

  @Test("a friend's marks are in no agenda, rating or export")
  func apart() throws {
    let exports = ["json", "ics", "csv", "markdown", "html"].map { "export --as \($0)" }
    let lines =
      exports + exports.map { "\($0) --mine" } + ["agenda", "ratings --json", "talks --mine"]
    _ = run("star session1Day1")
    let before = lines.map { run($0).text }
    _ = add("Ada", "session1Day1\nsession2Day1\n")
    #expect(lines.map { run($0).text } == before)
  }

  @Test("importing a friend again replaces the marks, and undo restores them")
  func again() throws {
    _ = add("Ada", "session1Day1\nsession2Day1\n")
    _ = add("Bob", "session1Day1\n")
    _ = add("ada", "session3Day1\n")
    #expect(try run.values("id", of: "friends") == ["session1Day1", "session3Day1"])
    #expect(try run.values("friend", of: "friends") == ["Bob", "Ada"])
    #expect(run("friends forget bob").text == "Bob removed\n")
    #expect(try run.values("friend", of: "friends") == ["Ada"])
    _ = run("undo")
    #expect(try run.values("friend", of: "friends") == ["Bob", "Ada"])
  }

  @Test("a part of a name means the only friend whose name has it")
  func part() {
    _ = run("star session1Day1")
    _ = add("Ada Okafor", "session1Day1\n")
    _ = add("Adam", "session1Day1\n")
    #expect(run("agenda --with oka").text.contains("also Ada Okafor"))
    #expect(run("agenda --with adam").text.contains("also Adam"))
    #expect(run("agenda --with ada").notes.contains("your friends: \"Ada Okafor\", \"Adam\""))
  }

  @Test("the friends of a talk can be set by hand")
  func set() throws {
    _ = add("Ada", "session1Day1\nsession2Day1\n")
    #expect(run("friends set session1Day1 bo ADA").text == "First session: Ada, bo\n")
    #expect(try run.values("friend", of: "friends") == ["Ada", "bo", "Ada"])
    #expect(run("friends set session1Day1").text == "First session: no friends\n")
    #expect(try run.values("id", of: "friends") == ["session2Day1"])
    #expect(run("undo").status == .success)
    #expect(try run.values("friend", of: "friends") == ["Ada", "bo", "Ada"])
    #expect(run("friends set nothing ada").status == .notFound)
    #expect(run("friends set session1Day1 -").notes.contains("is not a valid name"))
  }

  @Test(
    "a word that is not a friend, a name or a file is an error with the expected input",
    arguments: [
      ("friends add", "use add NAME FILE"), ("friends forget eve", "no friend matches"),
      ("friends add - x", "is not a valid name"), ("agenda --with eve", "no friend matches"),
      ("friends add eve /none", "no such file"), ("friends x", "use add NAME FILE"),
    ])
  func refused(line: String, words: String) {
    _ = run("star session1Day1")
    let output = run(line)
    #expect(output.status != .success)
    #expect(output.notes.contains(words), "\(output.notes)")
    #expect(run("log --tz local").text.split(separator: "\n").count == 2)
  }

  @Test("a friend's file is treated as foreign")
  func stranger() {
    #expect(add("Ada", "{\"lectures\":[{}]}").status == .badData)
    #expect(run(["friends", "add", "\u{1b}[31mx", "f"]).status == .usage)
    #expect(run(["friends", "add", "a\nb", "f"]).status == .usage)
  }
}
