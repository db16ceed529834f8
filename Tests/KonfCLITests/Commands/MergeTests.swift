import Basics
import CommandLine
import ECSStore
import Importer
import KonfCLI
import SourceText
import TestSupport
import Testing

/// What `konf ratings --merge` makes of the files of many people.
@Suite struct MergeTests {
  private let folder = TemporaryFolder()
  private let rows = AudienceRows.few
  private let run = CommandLineRun()

  private func merged(_ operands: String, input: String = "") -> Output {
    var run = run
    run.input = Array(input.utf8)
    return run("ratings --merge \(operands) --json")
  }

  @Test("count, mean, spread and comments use the latest entries")
  func figures() throws {
    let output = merged("-", input: rows.jsonLines)
    #expect(output.notes == "")
    #expect(
      try output.values("id")
        == ["session2Day1/2", "session1Day1/1", "session1Day1", "session1Day1/2", "gone/1"])
    #expect(try output.values("count") == ["1", "2", "1", "2", "1"])
    // World Modeling has a five of its own and the four of its session.
    #expect(try output.values("mean") == ["5", "4.5", "4", "2.5", "3"])
    #expect(try output.values("spread") == ["0", "0.5", "0", "0.5", "0"])
    #expect(try output.values("stars")[1] == "[0,0,0,1,1]")
    #expect(
      try output.values("comments")[3]
        == #"[{"rating":3,"comment":"better than I thought"}]"#)
    #expect(try output.values("session").last == "null")
  }

  @Test(
    "the figures agree with plain sums, counting a session's stars for its talks",
    arguments: UInt64(1)...8)
  func model(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var rows = AudienceRows()
    var last: [String: (counter: UInt64, stars: Int?)] = [:]
    let talks = ["session1Day1", "session1Day1/1", "session1Day1/2", "session2Day1/2"]
    for counter in UInt64(1)...300 {
      let person = Int.random(in: 0..<20, using: &generator)
      let talk = talks[Int.random(in: 0..<4, using: &generator)]
      let stars = Int.random(in: 0...5, using: &generator)
      rows.add(person, counter, talk, stars == 0 ? nil : stars)
      last["\(person) \(talk)"] = (counter, stars == 0 ? nil : stars)
    }
    let lines = AudienceRows.jsonLines(rows.entries.shuffled(using: &generator))
    let output = merged("-", input: lines)
    let records = try SourceDocument(json: output.out).root.elements
    for record in records {
      let id = try #require(record["id"]?.string)
      let session = id.split(separator: "/")[0]
      let stars = (0..<20).compactMap { person in
        last["\(person) \(id)"]?.stars ?? last["\(person) \(session)"]?.stars
      }
      #expect(record["count"]?.integer == stars.count, "seed \(seed)")
      let mean = Double(stars.reduce(0, +)) / Double(stars.count)
      let variance = stars.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
      let spread = (variance / Double(stars.count)).squareRoot()
      #expect(abs(try #require(record["mean"]?.double) - mean) <= 0.005_001, "seed \(seed)")
      #expect(abs(try #require(record["spread"]?.double) - spread) <= 0.005_001, "seed \(seed)")
    }
  }

  @Test("every order, split and repetition of the rows results in the same bytes")
  func anyOrder() {
    var generator = SplitMix64(seed: 1)
    let expected = merged("-", input: rows.jsonLines)
    for _ in 0..<20 {
      let shuffled = rows.entries.shuffled(using: &generator)
      let split = Int.random(in: 0...shuffled.count, using: &generator)
      folder.write(AudienceRows.jsonLines(Array(shuffled[..<split])), to: "one.jsonl")
      let other = shuffled[split...].flatMap { LogLine.encode($0) + [UInt8(ascii: "\n")] }
      folder.write(other, to: "other.log")
      let repeated = AudienceRows.jsonLines(Array(shuffled.prefix(3)))
      for operands in [
        "\(folder.path)", "\(folder.path)/other.log \(folder.path)/one.jsonl",
        "\(folder.path) - \(folder.path)",
      ] {
        #expect(merged(operands, input: repeated).out == expected.out)
      }
    }
  }

  @Test("rows that share counter and device are resolved the same way in every order")
  func ties() {
    var rows = AudienceRows()
    rows.add(1, 1, "session1Day1/1", 2, "a")
    rows.add(1, 1, "session1Day1/1", 3, "b")
    rows.add(1, 1, "session1Day1/1", 3, "c")
    let expected = merged("-", input: rows.jsonLines)
    #expect(merged("-", input: AudienceRows.jsonLines(rows.entries.reversed())) == expected)
  }

  @Test("a log and rows may be in one file, with blank lines and without a final newline")
  func mixed() {
    let entries = rows.entries
    let log = String(decoding: rows.logLines, as: UTF8.self)
    let expected = merged("-", input: rows.jsonLines)
    #expect(merged("-", input: log).out == expected.out)
    #expect(merged("-", input: String(log.dropLast())).out == expected.out)
    #expect(merged("-", input: String(rows.jsonLines.dropLast())) == expected)
    let first = AudienceRows.jsonLines(Array(entries.prefix(4)))
    #expect(merged("-", input: first + log).out == expected.out)
    #expect(merged("-", input: log + first).out == expected.out)
  }

  @Test("the logs and rows in a folder are read recursively, and links are not followed")
  func folders() {
    let expected = merged("-", input: rows.jsonLines)
    let inside = folder.makeFolder("audience")
    folder.makeFolder("audience/ann")
    folder.write(rows.logLines, to: "audience/ann/ratings.log")
    folder.write("no row", to: "audience/ann/device")
    folder.write("no row", to: "audience/notes.txt")
    folder.write("no row", to: "elsewhere.log")
    folder.link("audience/link.log", to: "../elsewhere.log")
    folder.link("audience/ring", to: "../audience")
    let output = merged(inside)
    #expect(output.out == expected.out)
    #expect(output.notes.contains("konf: skipped \(inside)/link.log: not a regular file\n"))
  }

  @Test("files skipped in a folder are reported: names that are not UTF-8, and deep nesting")
  func skipped() {
    let inside = folder.makeFolder("audience")
    let path = Array("\(inside)/".utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 46, 108, 0]
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    let deep = (1...16).reduce("audience") { path, _ in "\(path)/d" }
    for count in 1...16 {
      folder.makeFolder((0..<count).reduce("audience") { path, _ in "\(path)/d" })
    }
    folder.write(rows.logLines, to: "\(deep)/ratings.log")
    folder.write(rows.logLines, to: "audience/ratings.log")
    let notes = merged(inside).notes
    #expect(notes.contains(": its name is not UTF-8\n"))
    #expect(
      notes.contains(
        "skipped \(folder.path)/\(deep): konf reads folders at most 16 levels deep\n"))
  }

  @Test("an invalid row is reported with its position, and the others count")
  func damage() {
    let lines = rows.jsonLines
    let log = String(decoding: rows.logLines, as: UTF8.self)
    let expected = merged("-", input: lines)
    let output = merged("-", input: "{\"device\": 1}\n\(lines)nonsense\n\(log)x\ny\nz")
    #expect(output.out == expected.out)
    #expect(output.status == .success)
    #expect(
      output.notes == """
        konf: standard input: line 1, byte 0: not a row from konf ratings --jsonl, 13 bytes
        konf: standard input: line 11, byte \(14 + lines.utf8.count): checksum missing or wrong, \
        8 bytes
        konf: standard input: line 21, byte \(23 + lines.utf8.count + log.utf8.count): \
        checksum missing or wrong, 1 bytes
        konf: standard input: 2 more damaged lines
        konf: standard input: 4 folders wrote to this log, for example after a copy or a \
        backup; each folder counts as one person

        """)
  }

  @Test("every flipped bit of a log is reported")
  func bitFlips() throws {
    let log = LogLine.encode(rows.entries[0]) + [UInt8(ascii: "\n")]
    for place in stride(from: 0, to: log.count, by: 7) {
      var flipped = log
      flipped[place] ^= 1 << (place % 8)
      let path = folder.write(flipped, to: "flipped.log")
      #expect(merged(path).notes.contains("flipped.log: line 1"), "byte \(place)")
    }
  }

  @Test("ratings of other conferences are excluded and reported")
  func otherConferences() {
    var rows = rows
    rows.add(9, 1, "session1Day1/1", 1, scope: "Other\u{1B} 2016")
    let output = merged("-", input: rows.jsonLines)
    #expect(output.out == merged("-", input: self.rows.jsonLines).out)
    #expect(
      output.notes
        == "konf: 1 rating is for the conference \"Other\\u{1b} 2016\"; choose it with --data FILE\n"
    )
  }

  @Test("files of only other conferences are reported with their contents")
  func otherConferencesAlone() {
    var rows = AudienceRows()
    rows.add(1, 1, "x/1", 4, title: "X", scope: "Konf\u{1B} 2016")
    rows.add(2, 1, "x/1", 5, title: "X", scope: "Konf\u{1B} 2016")
    rows.add(2, 2, "y/1", 5, title: "Y", scope: "Another 2017")
    let path = folder.write(rows.logLines, to: "others.log")
    #expect(
      run("ratings --merge \(path)").text == """
        Conferences in these files; choose one with --data FILE
        Konf\\u{1b} 2016: 2 ratings by 2 people
        Another 2017: 1 rating by 1 person

        no ratings for the built-in schedule

        """)
    #expect(
      merged(path).notes.contains(
        "konf: 3 ratings are for other conferences: \"Konf\\u{1b} 2016\" (2), \"Another 2017\" (1); "
      ))
  }

  @Test("a log written by several folders is reported, since each counts as a person")
  func copiedFolder() {
    let path = folder.write(rows.logLines, to: "copied.log")
    #expect(
      merged(path).notes == """
        konf: \(path): 4 folders wrote to this log, for example after a copy or a backup; \
        each folder counts as one person

        """)
    #expect(merged("-", input: rows.jsonLines).notes == "", "rows are of anybody")
  }

  @Test("a torn row never becomes a part of the next")
  func tornRows() {
    let row = AudienceRows.jsonLines(Array(rows.entries.prefix(1))).dropLast()
    let middle = row.firstIndex(of: "W") ?? row.startIndex
    let first = row[..<middle]
    let rest = row[middle...]
    // In a string, in a list, between members; and as many objects as lines.
    for lines in [
      "\(first)\n\(rest)", "\(row.dropLast()),\"x\":[{}\n{}]}\n{},{}",
      "\(row.dropLast())\n\"x\":1}", "\(row),\(row)\n", "[\(row)]\n", "\(row)}\n",
    ] {
      let output = merged("-", input: lines)
      #expect(output.status == .badData, "\(lines)")
      #expect(output.text == "", "\(lines)")
      #expect(output.notes.contains("line 1, byte 0: "), "\(lines)")
    }
  }

  @Test("rows of all files are printed, for any conference")
  func rowsOfFiles() throws {
    var rows = rows
    rows.add(9, 1, "x/1", 1, scope: "Other 2016")
    let path = folder.write(rows.logLines, to: "all.log")
    let output = run("ratings --merge \(path) --jsonl")
    #expect(output.status == .success)
    #expect(output.text.split(separator: "\n").count == rows.entries.count)
    #expect(merged("-", input: output.text).out == merged(path).out)
    #expect(run("ratings --merge \(path) --jsonl --day 1").status == .usage)
  }

  @Test("a rating of a position in a session does not apply to a talk with that id elsewhere")
  func moved() throws {
    var rows = AudienceRows()
    rows.add(1, 1, "session4Day2/1", 1, title: "World Modeling", people: ["Mike Lee"])
    rows.add(1, 2, "session1Day1/1", 5)
    rows.add(2, 1, "session4Day2/1", 4, title: "Nobody knows it")
    let output = merged("-", input: rows.jsonLines)
    // Which of two is meant is not certain, so that the older one is listed as what has left.
    #expect(try output.values("id") == ["session1Day1/1", "session4Day2/1", "session4Day2/1"])
    #expect(try output.values("count") == ["1", "1", "1"])
    #expect(try output.values("session").dropFirst() == ["null", "null"])
  }

  @Test("filters select the shown ratings, and rows are never part of the log")
  func filters() throws {
    let output = merged("- --speaker lee", input: rows.jsonLines)
    // A session is shown with any of its talks, as in every list.
    #expect(try output.values("id") == ["session1Day1/1", "session1Day1"])
    #expect(try output.values("count") == ["2", "1"])
    #expect(
      run("ratings --jsonl --day 1").notes
        == "konf: ratings: --jsonl and --day cannot be combined\n")
  }

  @Test("unreadable input ends the run, and the inputs must be named")
  func failures() {
    let missing = merged("\(folder.path)/missing.log")
    #expect(missing.status == .noInput && missing.text == "")
    #expect(
      missing.notes == "konf: \(folder.path)/missing.log: no such file or directory\n")
    #expect(
      run("ratings --merge").notes
        == "konf: ratings: missing FILE...; usage: konf ratings --merge FILE...\n")
    #expect(
      run("ratings file").notes
        == "konf: ratings: unexpected argument \"file\"; usage: konf ratings\n")
    #expect(
      run("ratings --merge - --data -").notes
        == "konf: ratings: standard input is already used for the schedule; give the files to "
        + "merge as arguments\n"
    )
    #expect(
      run("ratings --merge a --payload").notes
        == "konf: ratings: --payload and --merge cannot be combined\n")
  }

  @Test("an empty log is an answer, and a missing log or another file is not")
  func nothing() {
    let none = merged(folder.path)
    #expect(none.status == .noInput && none.text == "")
    let other = merged(folder.write("not a log\n", to: "other.txt"))
    #expect(other.status == .badData && other.text == "")
    folder.write("", to: "empty.log")
    #expect(merged(folder.path).text == "[]\n")
    #expect(run("ratings --merge \(folder.path)").text == "0 ratings by 0 people\n")
  }

  @Test("ratings survive a round trip through --jsonl with the same figures")
  func roundTrip() throws {
    var run = run
    run.environment["KONF_HOME"] = "\(folder.path)/home"
    _ = run(["rate", "session1Day1", "4", "--comment", "tab\t \"quote\" \\ ü 🎤"])
    _ = run("rate swift thinking 2")
    _ = run("rate hofele 5")
    _ = run("rate hofele --clear")
    let rows = run("ratings --jsonl")
    #expect(rows.text.split(separator: "\n").count == 4)
    let document = try SourceDocument(
      json: Array("[\(rows.text.split(separator: "\n").joined(separator: ","))]".utf8))
    // Beside the first rating of each talk there is a line that says when and where it is.
    #expect(document.root.elements.map { $0["counter"]?.integer } == [1, 3, 5, 7])
    #expect(Set(document.root.elements.map { $0["device"]?.string }).count == 1)
    let fromRows = merged("-", input: rows.text)
    #expect(fromRows.out == merged("\(folder.path)/home/ratings.log").out)
    #expect(try fromRows.values("id") == ["session1Day1", "session1Day1/1", "session1Day1/2"])
    // As a database gives them: with blanks, and members of its own in its own order.
    let spaced = rows.text.split(separator: "\n").map { row in
      "{ \"loaded\": \"now\", " + row.dropFirst().replacing(":", with: " : ", maxReplacements: 1)
    }
    #expect(merged("-", input: spaced.joined(separator: "\n")).out == fromRows.out)
  }
}
