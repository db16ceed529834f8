import Browser
import ECSKit
import Schedule
import TerminalScreen
import TestSupport
import Testing

/// A browser with what it keeps, to which keys are given as people type them.
struct Visit {
  let conference: InventedConference
  let marks: RememberedMarks
  private(set) var browser: Browser
  private(set) var now: Int64
  private(set) var size: ScreenSize
  private(set) var outcome = ScreenOutcome.goOn

  init(
    _ conference: InventedConference = InventedConference(), columns: Int = 80, rows: Int = 24,
    now: Int64 = InventedConference.now, signs: Signs = .unicode, picking: Bool = false
  ) {
    self.conference = conference
    self.now = now
    marks = RememberedMarks(conference)
    size = ScreenSize(columns: columns, rows: rows)
    browser = Browser(
      conference.schedule, conference.clocks, signs, marks.keeping, picking: picking,
      now: Instant(secondsSince1970: now))
    _ = browser.handle(.resized(size, at: now))
  }

  /// Presses keys one after another, a second apart.
  mutating func press(_ keys: Key...) {
    for key in keys {
      now += 1
      outcome = browser.handle(.key(key, at: now))
    }
  }

  /// Types characters.
  mutating func type(_ text: String) { for character in text { press(.character(character)) } }

  mutating func handle(_ event: ScreenEvent) { outcome = browser.handle(event) }

  mutating func resize(_ columns: Int, _ rows: Int) {
    size = ScreenSize(columns: columns, rows: rows)
    outcome = browser.handle(.resized(size, at: now))
  }

  /// Lets minutes pass.
  mutating func wait(minutes: Int64) {
    now += minutes * 60
    outcome = browser.handle(.tick(at: now))
  }

  var frame: Frame {
    var browser = browser
    return browser.frame(size)
  }

  /// The rows as text.
  var rows: [String] {
    let frame = frame
    return (0..<size.rows).map(frame.text(ofRow:))
  }

  /// The row with the cursor.
  var selectedRow: String {
    let frame = frame
    return frame.text(ofRow: frame.cursor.row)
  }

  /// Whether any row has a text.
  func shows(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

  /// Compares the frame with the one that was reviewed.
  func expectSnapshot(
    _ name: String, withoutColor: Bool = false, _ location: SourceLocation = #_sourceLocation
  ) {
    (withoutColor ? frame.withoutColor : frame).expectSnapshot(name, location)
  }
}

extension Frame {
  /// Compares the frame with the one that was reviewed.
  func expectSnapshot(_ name: String, _ location: SourceLocation = #_sourceLocation) {
    let snapshot = Snapshot(
      "\(name)-\(size.columns)x\(size.rows)", in: "Tests/BrowserTests/Snapshots")
    if let problem = snapshot.problem(with: described) {
      Issue.record("\(problem)", sourceLocation: location)
    }
  }

  /// The rows, each with the styles below it, and where the cursor is.
  var described: String {
    var text = "cursor at row \(cursor.row), column \(cursor.column)\n"
    for row in 0..<size.rows {
      text += "\(String(row + 1000).dropFirst(2))|\(self.text(ofRow: row))\n"
      var runs: [String] = []
      var start = 0
      while start < size.columns {
        let style = self[row, start].style
        var end = start
        while end < size.columns, self[row, end].style == style { end += 1 }
        if style != .plain { runs.append("\(start)-\(end - 1) \(style.words)") }
        start = end
      }
      if !runs.isEmpty { text += "  ~\(runs.joined(separator: "; "))\n" }
    }
    return text
  }
}

extension CellStyle {
  fileprivate var words: String {
    var words: [String] = []
    if isBold { words.append("bold") }
    if isDim { words.append("dim") }
    if isReverse { words.append("reverse") }
    if isUnderlined { words.append("underlined") }
    if let foreground { words.append("\(foreground)") }
    if let background { words.append("on \(background)") }
    return words.joined(separator: " ")
  }
}
