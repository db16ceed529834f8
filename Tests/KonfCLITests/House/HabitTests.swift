import CommandLine
import KonfCLI
import TestSupport
import Testing

/// What users expect of konf is tested, each thing by name.
@Suite struct HabitTests {
  /// The names of all tests: that of the file and that of the function.
  private static let tests: Set<String> = {
    let names = swiftFiles(below: "Tests").flatMap { path -> [String] in
      let bytes = Repository.bytes(of: path) ?? []
      let file = path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
      return testFunctions(in: String(decoding: bytes, as: UTF8.self)).map { "\(file).\($0)" }
    }
    return Set(names)
  }()

  @Test("each habit of a good command line has tests, and each test exists")
  func commandLine() {
    #expect(Habit.commandLine.count == 70)
    check(Habit.commandLine)
  }

  @Test("each habit of other conference programs has tests, and missing ones have a reason")
  func conference() {
    #expect(Habit.conference.count == 33)
    #expect(Habit.conference.count + Habit.missing.count == 35)
    check(Habit.conference)
  }

  @Test("a missing test is found")
  func unknownTest() {
    #expect(Self.tests.count > 1_500)
    #expect(!Self.exists("HabitTests.swift"))
    #expect(!Self.exists("HabitTests.check"), "a function that is no test is none")
    #expect(!Self.exists("Tests/Benchmarks/check-runs: konf dance"))
    #expect(Self.exists("HabitTests.unknownTest"))
  }

  @Test("an unknown field is answered with all known fields, in every form")
  func unknownField() {
    for form in ["--json", "--jsonl", "--tsv"] {
      let output = CommandLineRun()("talks \(form)=id,colour")
      #expect(output.status == .usage && output.text.isEmpty)
      for name in CommandLineRun()("talks --json=?").text.split(separator: "\n") {
        #expect(output.notes.contains(name), "\(form): \(name)")
      }
    }
  }

  @Test("ratings --payload is the body sent by UIKonf's app: stars by title")
  func payload() throws {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    #expect(run("ratings --payload").text == "{}\n")
    #expect(run("rate hofele 4").status == .success)
    let title = try #require(try run.values("title", of: "talks --speaker hofele").first)
    #expect(run("ratings --payload").text == "{\"\(title)\":4}\n")
  }

  @Test("no module opens a network connection")
  func offline() throws {
    var count = 0
    for path in Self.swiftFiles(below: "Sources") {
      let text = String(decoding: try #require(Repository.bytes(of: path)), as: UTF8.self)
      count += 1
      for name in ["socket(", "getaddrinfo(", "gethostbyname(", "URLSession"] {
        #expect(!text.contains(name), "\(path) has \(name)")
      }
    }
    #expect(count > 300)
  }

  private func check(_ habits: [Habit]) {
    for habit in habits {
      #expect(!habit.tests.isEmpty, "\(habit.words)")
      for test in habit.tests { #expect(Self.exists(test), "\(habit.words): \(test)") }
    }
  }

  private static func exists(_ test: String) -> Bool {
    guard test.contains("/") else { return tests.contains(test) }
    let parts = test.split(separator: ": ", maxSplits: 1)
    guard parts.count == 2, let bytes = Repository.bytes(of: String(parts[0])) else { return false }
    return String(decoding: bytes, as: UTF8.self).contains(parts[1])
  }

  /// The names of the functions that follow an attribute of a test.
  private static func testFunctions(in text: String) -> [Substring] {
    var isTest = false
    return text.split(separator: "\n").compactMap { line in
      let line = line.drop { $0 == " " }
      if line.hasPrefix("@Test") { isTest = true }
      guard isTest, let name = line.firstMatch(of: /\bfunc (\w+)\(/)?.output.1 else { return nil }
      isTest = false
      return name
    }
  }

  private static func swiftFiles(below folder: String) -> [String] {
    TemporaryFolder.names(in: "\(Repository.root)/\(folder)").flatMap { name in
      if name.hasSuffix(".swift") { return ["\(folder)/\(name)"] }
      return name.contains(".") ? [] : swiftFiles(below: "\(folder)/\(name)")
    }
  }
}
