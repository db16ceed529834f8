import TestSupport
import Testing

/// What people read, printed or in the sources, follows the word list of the project.
@Suite struct PlainEnglishTests {
  /// The folders that are read: each module with its articles, and each folder of tests.
  private static let folders =
    (["Sources", "Tests"].flatMap { top in
      TemporaryFolder.names(in: "\(Repository.root)/\(top)").map { "\(top)/\($0)" }
    }).filter { !$0.hasSuffix(".md") }

  /// Lines that may have a word of the list, by a part of the text: former names that are only read,
  /// and texts of others.
  private static let allowed: [(path: String, text: String)] = [
    ("Sources/ECSKit/ECSKit.docc/Actors.md", "says the compiler"),
    // Keys of the format.
    ("Sources/Importer/TrySwift/ScheduleFormat+TrySwift.swift", "place"),
    // Former names of rules, which are only read.
    ("Sources/KonfCLI", "unknown-place"),
    ("Sources/KonfCLI", "unknown-slot"),
    ("Sources/KonfCLI", "unused-place"),
    // The word in its sense for clocks.
    ("Sources/Schedule/Time/ZoneError.swift", "25 hours behind"),
  ]

  @Test("no text, comment, test name or article has a word of the list", arguments: folders)
  func texts(folder: String) throws {
    var count = 0
    for path in Self.files(below: folder) {
      let text = String(decoding: try #require(Repository.bytes(of: path)), as: UTF8.self)
      let prose = path.hasSuffix(".md") ? SourceProse(article: text) : SourceProse(swift: text)
      // What tests write as data is not ours.
      let printed = folder.hasPrefix("Sources/") ? prose.literals : []
      count += printed.count + prose.comments.count + prose.testNames.count
      // Entities have slots; only konf must not print them.
      Self.check(printed, of: path, isPrinted: !folder.hasPrefix("Sources/ECSKit"))
      Self.check(prose.comments + prose.testNames, of: path, isPrinted: false)
    }
    // A scan that finds no texts would pass for the wrong reason.
    #expect(count > 0 || Self.files(below: folder).isEmpty, "found no texts in \(folder)")
  }

  @Test("the README has no word that the list replaces")
  func readme() throws {
    let bytes = try #require(Repository.bytes(of: "README.md"))
    let comments = SourceProse(article: String(decoding: bytes, as: UTF8.self)).comments
    #expect(comments.count > 10)
    Self.check(comments, of: "README.md", isPrinted: false)
  }

  @Test("the list of what is allowed is short, and each entry is in a file")
  func allowance() throws {
    #expect(Self.allowed.count <= 40)
    for (path, text) in Self.allowed {
      let paths = path.contains(".") ? [path] : Self.files(below: path)
      #expect(
        paths.contains { file in
          Repository.bytes(of: file).map { String(decoding: $0, as: UTF8.self).contains(text) }
            ?? false
        }, "\(path) has no \"\(text)\"")
    }
  }

  @Test("the scan finds literals of one line and of several, and none in code and comments")
  func scanOfLiterals() {
    let source = #"""
      let slot = "a \(slot) b"  // "slot"
      print("one slot", "two \"slots\"")
      let text = """
        the programme of \(place)
        """
      """#
    let found = SourceProse(swift: source).literals
    #expect(found.map(\.text) == ["a  b", "one slot", "two slots", "the programme of "])
    #expect(found.map(\.line) == [1, 2, 2, 4])
  }

  @Test("the scan finds comments by paragraphs, without examples, code spans and parameter names")
  func scanOfComments() {
    let source = """
      /// Returns one
      /// of `these places`, in place.
      ///
      ///     behind(place)
      ///
      /// - Parameter place: The first.
      /// - Returns: Both
      ///   of them.
      func first() {}  // told
      // Not it.
      """
    let comments = SourceProse(swift: source).comments
    #expect(
      comments.map(\.text)
        == ["Returns one of _, in place.", ": The first.", ": Both of them.", " told", "Not it."])
    #expect(comments.map(\.line) == [1, 6, 7, 9, 10])
    let article = SourceProse(article: "# A\nOne\ntwo.\n```\nbehind\n```\n| a |\n- b\n  c")
    #expect(article.comments.map(\.text) == ["# A", "One two.", "| a |", "- b c"])
  }

  @Test("the scan finds the names of tests and suites")
  func scanOfNames() {
    let source = """
      @Suite("One", .tags(.other)) struct First {
        @Test("two", arguments: ["no"])
        func first() { print("no") }
        @Test(
          "three")
        func `is four`() {}
      """
    #expect(SourceProse(swift: source).testNames.map(\.text) == ["One", "two", "three", "is four"])
  }

  @Test("words are found in their sense, alone and in phrases")
  func words() {
    func found(_ text: String) -> [String] {
      PlainEnglish.faults(in: text, isPrinted: false).map(\.found)
    }
    #expect(found("A change in place takes place; it stands for a slot.").isEmpty)
    #expect(found("Of two, one stands in a place.") == ["Of", "stands", "place"])
    #expect(found("Then it goes on.") == ["goes on"])
    #expect(found("the end of `one`, which begins").isEmpty)
    #expect(found("one of which can not be told") == ["of which", "can not", "told"])
    #expect(PlainEnglish.faults(in: "a slot", isPrinted: true).map(\.better) == ["session"])
  }

  @Test("a sentence of two clauses with what or who is found")
  func clauses() {
    func count(_ text: String) -> Int { PlainEnglish.sentencesOfTwoClauses(in: text).count }
    #expect(count("What is rolled back is not written. What is kept is what the file has.") == 1)
    #expect(count("who sends what creates one; whoever reads what is sent observes it.") == 2)
    #expect(count("What was found, and what would work. It is what it was.") == 0)
    #expect(count("What a person says.") == 0)
  }

  private static func check(_ passages: [SourceProse.Passage], of path: String, isPrinted: Bool) {
    for (line, text) in passages {
      for sentence in PlainEnglish.sentencesOfTwoClauses(in: text) {
        Issue.record("\(path):\(line): \"\(sentence)\" has two clauses as subjects; expected nouns")
      }
      for (found, better) in PlainEnglish.faults(in: text, isPrinted: isPrinted)
      where !allowed.contains(where: { path.hasPrefix($0.path) && text.contains($0.text) }) {
        Issue.record("\(path):\(line): found \"\(found)\" in \"\(text)\"; expected \(better)")
      }
    }
  }

  /// The files of Swift code and the articles in a folder, in any depth.
  private static func files(below folder: String) -> [String] {
    TemporaryFolder.names(in: "\(Repository.root)/\(folder)").flatMap { name in
      if name.hasSuffix(".swift") || name.hasSuffix(".md") { return ["\(folder)/\(name)"] }
      return name.contains(".") && !name.hasSuffix(".docc") ? [] : files(below: "\(folder)/\(name)")
    }
  }
}
