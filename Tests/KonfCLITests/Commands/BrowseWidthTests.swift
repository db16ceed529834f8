import Browser
import CommandLine
import KonfCLI
import Schedule
import TerminalScreen
import TestSupport
import Testing

/// The list of `konf browse` at every width, for a large schedule.
@Suite("The width of konf browse")
struct BrowseWidthTests {
  private static let start: Int64 = 1_769_850_300

  /// The list of all talks at a width, without the card and the agenda next to it.
  private struct Listing {
    let lines: [Substring]
    let hasCard: Bool

    init(_ browser: inout Browser, columns: Int, rows: Int) {
      let frame = browser.frame(ScreenSize(columns: columns, rows: rows))
      // The header has the same bar between its days.
      let shown = (1..<frame.size.rows - 1).map(frame.text(ofRow:))
      hasCard = shown.allSatisfy { $0.contains("│") }
      let hasCard = hasCard
      lines = shown.map { hasCard ? $0.prefix { $0 != "│" } : $0[...] }
    }

    /// The talks, each of which has its times on its first line.
    var talks: Int { lines.count { $0.contains(/\d\d:\d\d–\d\d:\d\d/) } }

    /// The cut cells of a hundred talks.
    var cuts: Int { lines.count { $0.contains("…") } * 100 / max(1, talks) }

    func count(of text: String) -> Int {
      lines.count { line in line.hasSuffix(text) || line.contains("\(text) ") }
    }
  }

  private static func browse(_ data: String, _ body: @escaping (inout Browser) -> Void) -> Output {
    var run = CommandLineRun()
    run.environment["TERM"] = "xterm"
    run.terminal = TerminalFacts(outIsTerminal: true)
    run.browserTerminal = BrowserTerminal(
      prepare: { () throws(Failure) in },
      show: { browser, _ throws(Failure) in
        var browser = browser
        body(&browser)
        return (browser, 0)
      }, write: { _ in }, readLine: { nil }, clock: { start })
    return run("browse --data \(data)")
  }

  private static func expectWholeLocations(
    _ data: String, _ locations: [String]
  ) {
    let output = browse(data) { browser in
      var cuts: [Int: Int] = [:]
      var cards: [Int] = []
      var (rising, lost): ([String], [String]) = ([], [])
      // Between these widths, the form of the list does not change.
      let widths = [40, 59, 60, 70, 71, 79, 80, 100, 119, 120, 139, 140, 160, 199, 200, 240, 300]
      for (number, columns) in widths.enumerated() {
        let listing = Listing(&browser, columns: columns, rows: 1000)
        cuts[columns] = listing.cuts
        if number > 0, let before = cuts[widths[number - 1]], before < listing.cuts {
          rising.append("\(columns): \(before) to \(listing.cuts)")
        }
        let whole = Set(locations).reduce(0) { $0 + listing.count(of: $1) }
        if whole < listing.talks, !locations.isEmpty {
          lost.append("\(columns): \(listing.talks - whole) of \(listing.talks)")
        }
        if listing.hasCard { cards.append(columns) }
      }
      #expect(rising.isEmpty, "more cut cells on a wider screen: \(rising)")
      #expect(lost.isEmpty, "locations that are not whole, by width: \(lost)")
      #expect(cards.first == 140, "the card begins at \(cards.first ?? 0)")
    }
    #expect(output.status == .success)
  }

  @Test("a wider list cuts no more, and every location is whole")
  func devrooms() {
    let folder = TemporaryFolder()
    folder.write(DevroomSchedule.json, to: "devrooms.json")
    Self.expectWholeLocations(
      "\(folder.path)/devrooms.json", DevroomSchedule.locations)
  }

  @Test(
    "a wider list of FOSDEM 2025 cuts no more",
    .enabled(
      if: Repository.sharedData("frab-xml/fosdem-2025.xml") != nil,
      "the shared samples are not here"))
  func published() throws {
    let path = try #require(Repository.sharedData("frab-xml/fosdem-2025.xml"))
    Self.expectWholeLocations(path, [])
  }
}
