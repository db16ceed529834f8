import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// Exports at their limits: an event without length, an abstract of exactly the most characters, a
/// session that is its own talk.
@Suite struct ExportLimitTests {
  private let folder = TemporaryFolder()

  private func export(_ form: String, _ sessions: HallSchedule.Session...) -> String {
    let output = HallSchedule(sessions).run(in: folder)("export --as \(form)")
    #expect(output.status == .success, "\(output.notes)")
    return output.text.replacing("\r\n ", with: "")
  }

  @Test("an event that ends when it starts has no end, and one of a minute has one")
  func ends() {
    for (end, expected) in [
      ("24-10-00", nil), ("24-10-01", "20160424T080100Z"), (nil, nil),
    ] as [(String?, String?)] {
      let lines = export("ics", HallSchedule.Session("a", "24-10-00", end)).split(separator: "\r\n")
      #expect(lines.contains("DTSTART:20160424T080000Z"))
      let ends = lines.filter { $0.hasPrefix("DTEND") }
      let wanted: [Substring] = expected.map { ["DTEND:\($0)"] } ?? []
      #expect(ends == wanted, "\(end ?? "none")")
    }
  }

  /// Lengths of the lines of an abstract, of those that are exported, and whether it is cut within a line.
  private static let abstracts: [(lines: [Int], kept: [Int], isCut: Bool)] = [
    ([1999], [1999], false), ([2000], [2000], false), ([2001], [2000], true),
    ([1000, 999], [1000, 999], false), ([1000, 1000], [1000, 1000], false),
    ([1000, 1001], [1000, 1000], true), ([1, 1998, 1], [1, 1998, 1], false),
    ([700, 700, 700], [700, 700, 600], true), ([1999, 5], [1999, 1], true),
    ([2500, 5], [2000], true), ([2000, 5], [2000], true), ([1000, 1000, 5], [1000, 1000], true),
  ]

  @Test("an abstract has at most 2000 characters, and a cut one is noted", arguments: abstracts)
  func abstract(lines: [Int], kept: [Int], isCut: Bool) {
    func text(_ lengths: [Int]) -> String {
      lengths.enumerated().map { number, length in
        String(repeating: number % 2 == 0 ? "x" : "é", count: length)
      }.joined(separator: "\\n")
    }
    let session = HallSchedule.Session("a", "24-10-00", "24-11-00", abstract: text(lines))
    let output = HallSchedule([session]).run(in: folder)("export --as ics")
    #expect(output.notes.contains("1 abstract is cut after 2000") == isCut)
    let unfolded = output.text.replacing("\r\n ", with: "").split(separator: "\r\n")
    let line = unfolded.first { $0.hasPrefix("DESCRIPTION:") } ?? ""
    #expect(line.hasSuffix("\(text(kept))\(isCut ? "…" : "")") && line.contains("Ada"))
    #expect(line.count { $0 == "x" || $0 == "é" } == kept.reduce(0, +))
  }

  @Test(
    "a session that is its own talk is exported once, with the talk's text",
    arguments: FormatSamples.all.map(\.name))
  func ownTalk(name: String) throws {
    var run = CommandLineRun()
    run.input = Array(try #require(FormatSamples.all.first { $0.name == name }).text.utf8)
    let ids = try run.values("id", of: "timeline --data -")
    let talks = try run.values("id", of: "talks --data -")
    // A row for each talk, and for each session without talks: each identifier once.
    let sessionsOfTalks = try run.values("session", of: "talks --data -")
    let rows = run("export --as csv --data -").text.split(separator: "\r\n").dropFirst()
    let written = rows.map { String($0.prefix { $0 != "," }) }
    // A talk whose session is not in the schedule has no time, and no row.
    let shown = zip(talks, sessionsOfTalks).filter { $0 == $1 || ids.contains($1) }.map(\.0)
    let expected = ids.filter { !sessionsOfTalks.contains($0) || talks.contains($0) } + shown
    #expect(written.sorted() == Set(expected).sorted())
    for form in ["markdown", "ics", "html"] {
      let text = run("export --as \(form) --data -").text
      // The grid of the page shows a talk in each of its locations; screen readers read it once.
      let read = text.split(separator: "\n").filter { !$0.contains("aria-hidden=true") }
      #expect(read.joined().split(separator: "開会式").count == 2, "\(form)")
    }
  }
}
