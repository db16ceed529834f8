import Basics
import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// A day at a conference, from an empty data folder: remember the schedule, star, look, hand over.
@Suite struct WalkTests {
  private let folder = TemporaryFolder()
  private var run = CommandLineRun()

  init() {
    run.environment["KONF_HOME"] = folder.path
  }

  /// The files; the large ones take long, which `KONF_LONG=1` allows.
  private static let files =
    ([
      "frab-xml/28c3.xml", "frab-json/voc-example-pretalx-democon.json",
      "sessionize/gab-linz-2020.json", "ical/moca24.ics", "uikonf/uikonf-2015.json",
    ] + (BuiltProgram.isLong ? large : [])).compactMap(Repository.sharedData)
  private static let large = [
    "frab-xml/fosdem-2025.xml", "frab-json/voc-34C3-everything.json",
  ]

  @Test("with every kind of file that a conference publishes", arguments: FormatSamples.all)
  func samples(sample: FormatSamples.Sample) throws {
    try walk(Array(sample.text.utf8))
  }

  @Test(
    "with the files of real conferences, from the pipe to the phone",
    .enabled(if: !files.isEmpty, "the shared samples are not here"), arguments: files)
  func realFiles(path: String) throws {
    try walk(try #require(Repository.bytes(of: path)))
  }

  private func walk(_ bytes: [UInt8]) throws {
    var run = run
    run.input = bytes
    let first = run("use - --name walk")
    try #require(first.status == .success, "\(first.notes)")
    #expect(first.text.hasPrefix("walk  "))

    // Search finds what is starred then, by its identifier.
    let all = run("talks --json=id,title,start")
    let talks = try all.values("id")
    let titles = try all.values("title")
    let starts = try all.values("start")
    let place = try #require(starts.firstIndex { $0 != "nothing" })
    let words = titles[place].split(separator: " ").prefix(3).map(String.init)
    #expect(try run(["search"] + words + ["--json=id"]).values("id").contains(talks[place]))
    let starred = run(["star", talks[place], "--note", "ask about it"])
    #expect(starred.text.contains("starred") && starred.text.contains("note: ask about it"))
    if let other = talks.last, other != talks[place] {
      #expect(run("star \(other) --maybe").status == .success)
    }

    // The agenda of its day, and what comes next a minute before it begins.
    let start = starts[place]
    let agenda = run("agenda --day \(start.prefix(10))")
    #expect(agenda.text.contains("note: ask about it"), "\(agenda.notes)")
    let moment = try #require(TimeInput(start)).instant(in: .utc).advanced(by: .seconds(-60))
    run.now = moment
    let next = run("next --mine --in 10m --exit-status")
    #expect(next.status == .success, "\(start) \(next.notes)")
    #expect(next.text.contains("★"))
    #expect(run("next --mine --in 10m --exit-status --at 1999-01-01").status == .notFound)

    // The second evening, without the name.
    let again = run("use -")
    #expect(again.text.hasPrefix("walk  "))
    #expect(again.text.contains("nothing changed"), "\(again.text)")
    #expect(try run.values("id", of: "talks --mine").contains(talks[place]))

    // Into the phone, for the plane, for a table and for a page of notes.
    let calendar = run("export --mine --as ics").text
    #expect(calendar.hasPrefix("BEGIN:VCALENDAR\r\n"))
    #expect(calendar.contains("BEGIN:VEVENT\r\n"))
    #expect(run("export --as html").text.lowercased().hasPrefix("<!doctype html>"))
    #expect(run("export --mine --as csv").text.hasPrefix("id,title,"))
    #expect(run("export --mine --as markdown").text.hasPrefix("# "))
    #expect(run("use walk --forget").status == .success)
    #expect(!run("use").text.contains("walk"))
  }

  @Test("a newer version keeps my stars, and changes of my talks are listed first")
  func refresh() throws {
    let files = [
      "versions/36c3-20191222-6eca8b8.json", "versions/36c3-20191227-67c1770.json",
    ].compactMap(Repository.sharedData).compactMap(Repository.bytes)
    guard files.count == 2 else { return }
    var run = run
    run.input = files[0]
    #expect(run("use - --name congress").status == .success)
    let changed = try changes(from: files[0], to: files[1])
    let target = try #require(changed.first)
    #expect(run("star \(target)").status == .success)
    run.input = files[1]
    let news = run("use -").text
    #expect(news.hasPrefix("congress  "))
    #expect(news.contains("\nyours     "), "\(news.prefix(400))")
    #expect(try run.values("id", of: "talks --mine").count == 1)
    run.input = files[0]
    let refused = run("use -")
    #expect(refused.status != .success)
    #expect(refused.notes.contains("--force"))
  }

  /// The identifiers of talks that are in two versions and begin at another time in the second.
  private func changes(from old: [UInt8], to new: [UInt8]) throws -> [String] {
    var run = CommandLineRun()
    var starts: [[String: String]] = []
    for bytes in [old, new] {
      run.input = bytes
      let all = run("talks --data - --json=id,start")
      let (ids, times) = (try all.values("id"), try all.values("start"))
      starts.append(Dictionary(zip(ids, times), uniquingKeysWith: { first, _ in first }))
    }
    return starts[0].keys.sorted().filter { id in
      starts[1][id].map { $0 != starts[0][id] } ?? false
    }
  }
}
