import KonfCLI
import Testing
import TextBasics

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

  @Test(
    "no line is too long, at any width", arguments: Array(stride(from: 20, through: 300, by: 20)))
  func widths(width: Int) {
    for command in [
      "talks --after 10:00 --before 12:00", "now --at 2026-02-07T11:00", "search kernel",
    ] {
      for line in lines("\(command) --width \(width)") {
        #expect(DisplayWidth.of(line) <= width, "\(command): \(line)")
        #expect(!line.hasSuffix(" "), "\(command): \(line)")
      }
    }
  }

  @Test(
    "a line has 40 columns of its title, or all of it, and its columns are straight",
    arguments: Array(stride(from: 100, through: 300, by: 25)))
  func titles(width: Int) {
    let rows = rows("talks --width \(width)")
    #expect(rows.count == DevroomSchedule.titles.count)
    var ends: Set<Int> = []
    for (row, title) in zip(rows, DevroomSchedule.titles) {
      let shown = beginning(of: title, width: 40)
      #expect(row.contains("  \(shown)"), "\(row)")
      ends.insert(DisplayWidth.of(row))
    }
    // All identifiers are as long, so that they end where each other does.
    #expect(ends.count == 1)
  }

  @Test("at 120 columns a title is cut only if it is longer than 70")
  func cut() {
    for (row, title) in zip(rows("talks --width 120"), DevroomSchedule.titles)
    where DisplayWidth.of(title) <= 70 {
      #expect(row.contains("  \(title)"), "\(row)")
    }
  }

  @Test("what is behind a title is never there at the cost of the title")
  func speakers() {
    for width in [60, 80, 100, 120, 140, 200] {
      for (row, title) in zip(rows("talks --oneline --width \(width)"), DevroomSchedule.titles)
      where row.contains(" · ") {
        #expect(row.contains("  \(title) · "), "\(width): \(row)")
      }
    }
  }

  @Test("tracks have a column from 140 columns on")
  func tracks() {
    #expect(!rows("talks --width 139").contains { $0.contains("  RISC-V  ") })
    #expect(rows("talks --width 140").contains { $0.contains("  RISC-V  ") })
  }

  @Test("a blank line is where the hour changes, on a day of many talks alone")
  func hours() {
    let text = run("talks --width 120 --data -").text
    let blocks = text.split(separator: "\n\n").dropFirst()
    let hours = blocks.map { block in
      Set(block.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { $0.prefix(4) })
    }
    #expect(hours.map(\.count) == Array(repeating: 1, count: 9))
    #expect(!run("talks --width 120 --room K.1 --data -").text.contains("\n\n  "))
  }
}
