import Basics
import CommandLine
import Importer
import KonfCLI
import SourceText
import TestSupport
import Testing

/// Lists with a line for each talk.
@Suite struct ListLayoutTests {
  private let folder = TemporaryFolder()
  private var run: CommandLineRun

  init() { run = CommandLineRun(sampleIn: folder) }

  private func lines(_ line: String) -> [String] {
    run(line).text.split(separator: "\n").map(String.init)
  }

  @Test("from 100 columns on, a talk has one line, and below that several")
  func width() {
    func count(_ options: String) -> Int { lines("talks \(options)").count }
    // A title and three days.
    #expect(count("--width 100") == 7 + 1 + 2)
    #expect(count("--width 99") == 2 * 7 + 1 + 2)
    #expect(count("--width 40 --oneline") >= 7 + 1 + 2)
    #expect(count("--width 80 --oneline") == 7 + 1 + 2)
    #expect(count("--width 140 --long") == count("--width 99"))
    #expect(count("") == count("--width 80"))
  }

  @Test("the last of both options wins, and other commands accept neither")
  func options() {
    #expect(run("talks --oneline --long").text == run("talks --long").text)
    #expect(run("talks --long --oneline").text == run("talks --oneline").text)
    #expect(run("speakers --oneline").status == .usage)
  }

  @Test(
    "each talk has its full time and id, at any width",
    arguments: Array(stride(from: 40, through: 200, by: 3)))
  func whole(width: Int) throws {
    let ids = try run.values("id", of: "talks")
    for command in ["talks", "timeline"] {
      let text = lines("\(command) --oneline --width \(width)")
      for id in ids {
        let own = text.filter { $0.hasSuffix(" \(id)") || $0.contains(" \(id) ") }
        #expect(own.count == 1, "\(command): \(id)")
        #expect(!(own.first ?? "").contains("\(id)…"))
      }
      #expect(text.contains { $0.hasPrefix("10:30–12:00 ") })
      for line in text { #expect(DisplayWidth.of(line) <= width, "\(line)") }
    }
  }

  @Test("columns line up, even next to characters of two columns", arguments: [80, 100, 140])
  func columns(width: Int) {
    func column(of id: String, _ text: [String]) -> Int? {
      text.first { $0.hasSuffix("  \(id)") }.map { DisplayWidth.of($0) - id.utf8.count }
    }
    let text = lines("talks --oneline --width \(width)")
    let columns = ["d1-saal-1/1", "d1-blau-1/1", "d1-blau-1/2", "d2-saal-1/2"].map {
      column(of: $0, text)
    }
    #expect(columns[0] != nil && Set(columns).count == 1)
  }

  @Test("the time of a session is next to its first talk only")
  func sessions() {
    let text = lines("timeline --width 120")
    #expect(text.count { $0.contains("10:30–12:00") } == 1)
    #expect(text.contains { $0.hasPrefix("              ") && $0.contains("  Datensicherheit") })
    // A session without a talk has a line, too.
    #expect(text.contains { $0.contains("12:00–13:30") && $0.contains("Lunch 🍜") })
    #expect(lines("talks --width 120").count { $0.contains("10:30–12:00") } == 2)
  }

  @Test("marks after a title are never cut")
  func marks() {
    _ = run("star d1-blau-1/1 --maybe")
    _ = run("rate d1-blau-1/1 4")
    for width in [70, 80, 100, 120] {
      let text = lines("timeline --oneline --at 2016-03-26T11:00 --width \(width)")
      #expect(text.contains { $0.contains(" ☆ ") && $0.contains(" ★★★★☆ · now ") }, "\(width)")
    }
  }

  @Test(
    "an agenda has a line for each item, with clashes and free time", arguments: [80, 100, 140])
  func agenda(width: Int) {
    _ = run("star d1-blau-1/1 --maybe --note ask")
    _ = run("star d1-blau-1/2")
    _ = run("add Call --at 2016-03-26T11:00 --for 2h")
    _ = run("add Dinner --at 2016-03-26T19:00 --for 2h --location Bar")
    let text = lines("agenda --oneline --width \(width)")
    // A title, a day, four items and the time between two of them, a note and two clashes.
    #expect(text.count == 2 + 4 + 1 + 1 + 2)
    #expect(text[2].hasPrefix("10:30–12:00 ☆ ") && text[2].hasSuffix("  d1-blau-1/1"))
    let indent = String(repeating: " ", count: 14)
    #expect(text[3] == "\(indent)note: ask")
    #expect(text[4] == "\(indent)clashes with Call, 11:00–13:00")
    #expect(text[5].hasPrefix("\(indent.dropLast(2))★ ") && text[5].hasSuffix("  d1-blau-1/2"))
    #expect(text[6].hasPrefix("11:00–13:00 ★ Call "))
    #expect(text[7] == "\(indent)clashes with Sessions in blue, 10:30–12:00")
    #expect(text[8].hasPrefix("13:00–19:00   free for 6 h"))
    #expect(text[9].contains("Dinner") && text[9].contains("  Bar  "))
    if width >= 100 { #expect(lines("agenda --width \(width)") == text) }
  }

  @Test("a location named by the filter or page is in the title, and not next to each talk")
  func namedLocation() {
    for line in ["talks --room blau", "timeline --location blau", "talks --room blau --oneline"] {
      let text = lines(line)
      #expect(text.first == "Kōngress 2016 · Europe/Berlin · Blauer Raum", "\(line)")
      #expect(text.dropFirst().allSatisfy { !$0.contains("Blauer Raum") }, "\(line)")
    }
    for line in ["location blau", "location blau --oneline"] {
      #expect(lines(line).count { $0.contains("Blauer Raum") } == 1, "\(line)")
    }
    // Several locations are named beside the sessions, and so are those of one that has more.
    #expect(lines("timeline --room a").dropFirst().contains { $0.contains("Blauer Raum") })
    #expect(lines("timeline --room hof").contains { $0.hasSuffix("Mensa, Hof") })
  }

  @Test("a list of talks has their locations, at every width")
  func locations() {
    let details = "Großer Saal · Zoë Ångström · Security"
    #expect(lines("talks").contains { $0.hasSuffix("  \(details)") })
    #expect(lines("talks --width 40").joined().contains("Großer Saal"))
    #expect(lines("talks --width 120").contains { $0.contains("Großer Saal") })
  }

  @Test("a few long texts take no space from the others")
  func outliers() {
    var run = run
    let talks = (1...20).map { number in
      #"""
      {"t_id": "s", "t_index": \#(number), "title": "A title of some thirty columns \#(number)",
       "speaker_name": "Ada Ash"}
      """#
    }
    let names = (1...30).map { "Person \($0)" }.joined(separator: ", ")
    let long = #"{"t_id": "s", "t_index": 21, "title": "Panel", "speaker_name": "\#(names)"}"#
    run.input = Array(
      """
      [{"conference": "Fair", "month": "2016-04", "zone": "Europe/Berlin"},
       {"t_id": "s", "startTime": "24-09-00", "locations": ["Hall"]},
       \((talks + [long]).joined(separator: ","))]
      """.utf8)
    let text = run("talks --width 100 --data -").text.split(separator: "\n")
    #expect(text.count { $0.contains("A title of some thirty columns") && !$0.contains("…") } == 20)
    #expect(text.contains { $0.contains("Panel ") && $0.contains("…  Hall  s/21") })
  }
}
