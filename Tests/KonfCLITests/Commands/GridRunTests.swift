import Basics
import CommandLine
import KonfCLI
import TestSupport
import Testing

/// Days with more locations than fit beside each other.
@Suite struct GridRunTests {
  private var run = CommandLineRun()

  init() {
    let sessions = (1...30).map { number in
      #"""
      {"t_id": "s\#(number)", "startTime": "24-09-\#(number + 10)", "endTime": "24-11-00",
       "locations": ["Room \#(number)"]},
      {"t_id": "s\#(number)", "title": "Talk \#(number)", "speaker_name": "Ada"}
      """#
    }
    run.input = Array(
      """
      [{"conference": "Fair", "month": "2016-04", "zone": "Europe/Berlin"},
       \(sessions.joined(separator: ",\n")),
       {"t_id": "all", "startTime": "24-11-00", "endTime": "24-12-00", "description": "Panel",
        "locations": ["Room 1", "Room 30"]},
       {"t_id": "lunch", "startTime": "24-12-00", "endTime": "24-13-00", "description": "Lunch"}]
      """.utf8)
  }

  private func lines(_ options: String) -> [String] {
    run("timeline --grid --data - \(options)").text.split(separator: "\n").map(String.init)
  }

  @Test(
    "consist of several grids, each under a heading with its locations", arguments: [60, 80, 200])
  func pages(width: Int) {
    let text = lines("--width \(width)")
    let headings = text.filter { $0.hasPrefix("Sunday 24 April 2016 · location") }
    #expect(headings.count > 1 && headings[0].contains("locations 1–"))
    #expect(headings.last?.hasSuffix("30 of 30") == true)
    for number in 1...30 {
      #expect(text.count { " \($0) ".contains(" Room \(number) ") } == 1, "Room \(number)")
      #expect(text.count { $0.contains(" Talk \(number) ") } == 1, "Talk \(number)")
      #expect(text.count { $0.contains("[s\(number)]") } == 1)
    }
    // A session at two locations is with both, and lunch is everywhere.
    #expect(text.count { $0.contains(" Panel ") } == 2)
    #expect(text.count { $0.contains(" Lunch ") } == headings.count)
    #expect(text.allSatisfy { DisplayWidth.of($0) <= width })
    #expect(run("timeline --grid --data - --width \(width)").notes == "")
  }

  @Test("have only the times of their own sessions")
  func moments() {
    let text = lines("--width 80")
    #expect(text.count { $0.hasPrefix("09:11 ") } == 1)
    #expect(text.count { $0.hasPrefix("09:40 ") } == 1)
  }

  @Test("are one grid if few enough locations match a filter")
  func narrowed() {
    let text = lines("--width 80 --room 7")
    #expect(text.contains("Sunday 24 April 2016"))
    #expect(text.contains { $0.hasSuffix("Room 7") })
  }

  @Test("are a list only if not even one location fits")
  func list() {
    var run = run
    run.input = Array(ParallelSchedule.json.utf8)
    let narrow = run("timeline --grid --day 2 --data - --width 20")
    #expect(!narrow.text.contains("┌") && narrow.text.contains("Party 🎉"))
    #expect(
      narrow.notes
        == "konf: Sunday 8 March 2026: the grid needs 24 columns, but there are only 20; showing a list\n"
    )
    #expect(run("timeline --grid --day 2 --data - --width 24").text.contains("┌"))
  }

  @Test("have the weekday of each time after midnight")
  func night() {
    var run = run
    run.input = Array(ParallelSchedule.json.utf8)
    let text = run("timeline --grid --day 2 --data - --width 24").text
    #expect(text.contains("\n    20:00 ┌") && text.contains("\nMon 02:00 └"), "\(text)")
  }
}
