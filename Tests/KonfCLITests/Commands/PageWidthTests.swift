import Basics
import CommandLine
import KonfCLI
import TestSupport
import Testing

/// Pages of a large conference at every width that a terminal may have.
@Suite struct PageWidthTests {
  private var run: CommandLineRun

  init() {
    run = CommandLineRun()
    run.input = Array(DevroomSchedule.json.utf8)
  }

  private func lines(_ line: String) -> [String] {
    run("\(line) --data -").text.split(separator: "\n").map(String.init)
  }

  /// The rows of a list: below a title and the name of the day.
  private func rows(_ line: String) -> [String] { Array(lines(line).dropFirst(2)) }

  /// The beginning of a title, as wide as a title is at least.
  private func beginning(of title: String, width: Int) -> String {
    var beginning = ""
    for character in title {
      if DisplayWidth.of(beginning + String(character)) > width { break }
      beginning.append(character)
    }
    return beginning
  }

  /// Lists of every kind; each prints many talks.
  private static let lists = [
    "talks --after 10:00 --before 11:00", "timeline --after 11:00 --before 12:00 --long",
    "timeline --after 12:00 --before 13:00", "now --at 2026-02-07T11:00",
    "next --at 2026-02-07T11:15", "search kernel", "location k.1", "speaker ada", "agenda --fill",
  ]

  /// The widths at which a list is laid out: with `KONF_LONG=1` all, else some that differ from list to
  /// list, and those at which the layout changes.
  private static func widths(of list: String) -> [Int] {
    let first = list.utf8.reduce(0) { $0 + Int($1) } % 97
    return (20...300).filter {
      BuiltProgram.isLong || $0 % 97 == first || [20, 59, 60, 99, 100, 140].contains($0)
    }
  }

  /// Text without blanks and line ends, so that it can be found wherever it is wrapped.
  private func solid(_ text: some StringProtocol) -> String {
    String(text.filter { !$0.isWhitespace })
  }

  @Test("unless single lines are asked for, three of four titles are whole at any width")
  func whole() throws {
    let hour = "talks --after 10:00 --before 11:00"
    let talks = try run.values("title", of: "\(hour) --data -")
    for width in Self.widths(of: "talks") where width >= 60 {
      let text = solid(rows("\(hour) --no-ids --width \(width)").joined())
      let whole = talks.count { text.contains(solid($0)) }
      #expect(whole * 4 >= talks.count * 3, "\(width): \(whole) of \(talks.count)")
    }
  }

  @Test(
    "the commands to try wrap before options, and their meanings are beside or below all of them",
    arguments: [40, 50, 60, 80])
  func commands(width: Int) throws {
    let lines = lines("--at 2026-02-07T08:00 --width \(width)")
    let start = try #require(lines.firstIndex { $0.hasPrefix("konf next") })
    let commands = lines[start...]
    #expect(commands.allSatisfy { $0.count <= width }, "\(commands)")
    for option in ["--data -", "--at 2026-02-07T08:00"] {
      #expect(commands.count { $0.contains(option) } == 3, "\(commands)")
    }
    let isTable = width == 80
    #expect(commands.count { $0.hasPrefix("    ") } == (isTable ? 0 : 4), "\(commands)")
    #expect(commands.contains("    all days") == !isTable, "\(commands)")
  }

  @Test(
    "at any width, lines fit, titles are complete, and their starts are aligned",
    arguments: lists)
  func layout(list: String) throws {
    let folder = TemporaryFolder()
    var run = run
    run.environment["KONF_HOME"] = folder.path
    for number in stride(from: 0, to: 480, by: 48) {
      let id = "\(String(number + 4096, radix: 16))abcd/1"
      #expect(run("star \(id) --data -").status == .success)
    }
    for width in Self.widths(of: list) {
      let lines = run("\(list) --width \(width) --data -").text.split(separator: "\n").map(
        String.init)
      var starts: Set<Int> = []
      var count = 0
      for line in lines {
        #expect(DisplayWidth.of(line) <= width, "\(list), \(width): \(line)")
        #expect(!line.hasSuffix(" "), "\(list), \(width): \(line)")
      }
      // What is below a time is no part of the title, which continues beside it.
      let isDated = !list.hasPrefix("search") && !list.hasPrefix("speaker")
      let text = solid(lines.map { $0.dropFirst(width < 60 ? 0 : isDated ? 14 : 2) }.joined())
      // An identifier says which title there must be; it is the number of the talk.
      var blocks: [(id: String, lines: [String])] = []
      for line in lines {
        for word in line.split(separator: " ")
        where word.hasSuffix("abcd") || word.hasSuffix("abcd/1") {
          blocks.append((String(word), []))
        }
        if !blocks.isEmpty { blocks[blocks.count - 1].lines.append(line) }
      }
      for (id, lines) in blocks {
        let name = id.split(separator: "/")[0]
        let number = try #require(Int(name.dropLast(4), radix: 16)) - 4096
        let title = DevroomSchedule.titles[number]
        let isLine = width >= 100 && !list.contains("--long")
        count += 1
        if width >= 60, let found = lines[0].firstRange(of: " \(number) ") {
          starts.insert(DisplayWidth.of(String(lines[0][..<found.lowerBound])))
        }
        if isLine {
          let shown = beginning(of: title, width: 30)
          #expect(lines[0].contains(shown), "\(list), \(width): \(lines[0])")
        } else {
          #expect(
            text.replacing(id, with: "").contains(solid(title)), "\(list), \(width): \(title)")
        }
      }
      #expect(count > 1, "\(list), \(width)")
      #expect(starts.count <= 1, "\(list), \(width): \(starts)")
    }
  }

  @Test(
    "a line has 40 columns of its title, or all of it, and aligned columns",
    arguments: Array(stride(from: 100, through: 300, by: 25)))
  func titles(width: Int) {
    let rows = rows("talks --oneline --width \(width)")
    #expect(rows.count == DevroomSchedule.titles.count)
    var ends: Set<Int> = []
    for (row, title) in zip(rows, DevroomSchedule.titles) {
      let shown = beginning(of: title, width: 40)
      #expect(row.contains("   \(shown)"), "\(row)")
      ends.insert(DisplayWidth.of(row))
    }
    // All identifiers are as long, so that they end where each other does.
    #expect(ends.count == 1)
  }

  @Test(
    "without identifiers a row has one line, and locations are aligned",
    arguments: [100, 101, 119, 120, 140, 200])
  func noIdentifiers(width: Int) {
    let rows = rows("talks --oneline --no-ids --width \(width)")
    #expect(rows.count == DevroomSchedule.titles.count)
    for (row, title) in zip(rows, DevroomSchedule.titles) {
      #expect(row.contains("   \(beginning(of: title, width: 40))"), "\(row)")
    }
    let starts = rows.compactMap { row in
      row.firstRange(of: "  K.").map { DisplayWidth.of(String(row[..<$0.lowerBound])) }
    }
    #expect(Set(starts).count == 1, "\(Set(starts))")
  }

  @Test("locations are complete from 120 columns on, and tracks from 200, since titles have enough")
  func wholeLocations() {
    for width in [120, 130, 140, 160, 200] {
      let rows = rows("talks --oneline --width \(width)")
      for (row, location) in zip(rows, DevroomSchedule.locations) {
        #expect(row.contains("  \(location)  "), "\(width): \(row)")
      }
    }
    for (row, track) in zip(rows("talks --oneline --width 200"), DevroomSchedule.tracks) {
      #expect(row.contains("  \(track)  "), "\(row)")
    }
  }

  @Test(
    "an appointment with a longer identifier is aligned like all others",
    arguments: [100, 107, 120, 140, 200])
  func appointments(width: Int) throws {
    let folder = TemporaryFolder()
    var run = run
    run.environment["KONF_HOME"] = folder.path
    _ = run("star 1004abcd/1 1010abcd/1 1030abcd/1 --data -")
    for (title, location) in [
      ("Dinner", "The great hall"), (String(repeating: "Tea ", count: 40) + "Dinner", "Garden"),
      ("Dinner", ""),
    ] {
      let words = ["add", title, "--at", "sat 10:00", "--for", "3h", "--data", "-"]
      _ = run(location.isEmpty ? words : words + ["--location", location])
    }
    let lines = run("agenda --oneline --width \(width) --data -").text.split(separator: "\n")
    let starts = lines.compactMap { line in
      line.firstRange(of: "★").map { DisplayWidth.of(String(line[..<$0.lowerBound])) }
    }
    #expect(starts.count == 6 && Set(starts).count == 1, "\(lines)")
    for line in lines where line.contains(" own-") {
      #expect(line.contains(#/  own-[0-9a-f]{6}$/#), "\(line)")
      #expect(DisplayWidth.of(String(line)) <= width, "\(line)")
    }
    #expect(lines.contains { $0.contains("  The gre") })
  }

  @Test("at 120 columns only titles longer than 70 are cut")
  func cut() {
    for (row, title) in zip(rows("talks --oneline --width 120"), DevroomSchedule.titles)
    where DisplayWidth.of(title) <= 70 {
      #expect(row.contains("   \(title)"), "\(row)")
    }
  }

  @Test("columns after a title are never shown at the expense of the title")
  func speakers() {
    for width in [60, 80, 100, 120, 140, 200] {
      for (row, title) in zip(rows("talks --oneline --width \(width)"), DevroomSchedule.titles)
      where row.contains(" · ") {
        #expect(row.contains("   \(title) · "), "\(width): \(row)")
      }
    }
  }

  @Test("tracks have a column if the titles leave room, from 140 columns on")
  func tracks() {
    #expect(!rows("talks --oneline --width 139").contains { $0.contains("  RISC-V  ") })
    #expect(rows("talks --oneline --width 200").contains { $0.contains("  RISC-V  ") })
  }

  @Test("a blank line marks a change of hour, on a day of many talks only")
  func hours() {
    let text = run("talks --width 120 --data -").text
    let blocks = text.split(separator: "\n\n").dropFirst()
    let hours = blocks.map { block in
      Set(
        block.split(separator: "\n").filter { $0.first?.isNumber ?? false }.map { $0.prefix(2) })
    }
    #expect(hours.map(\.count) == Array(repeating: 1, count: 9))
    #expect(!run("talks --width 120 --room K.1 --data -").text.contains("\n\n1"))
  }
}
