import Browser
import Schedule
import TerminalScreen
import TestSupport
import Testing

/// A message that names a key, and the promise that it makes of that key.
struct KeyMessage: Sendable {
  /// The text as the source has it, without what is inserted.
  let text: String
  let key: Key
  /// Returns whether the key did what the message says.
  let holds: @Sendable (_ before: Seen, _ after: Seen) -> Bool

  /// All messages that name a key of a screen.
  static let all = [
    KeyMessage(
      text: "all changes since you started are undone; press u to restore them", key: .letter("u")
    ) {
      $0.kept != $1.kept
    },
    KeyMessage(text: " hidden; press u to undo", key: .letter("u")) {
      $0.kept.contains(where: \.isHidden) && $1.kept.allSatisfy { !$0.isHidden }
    },
    KeyMessage(text: " changed; press c to see", key: .letter("c")) {
      $1.shows("402") && $1.shows(" 1 talk") && !$1.shows(" changed; press")
    },
    KeyMessage(text: "Press Esc to go back", key: .escape) {
      !$1.shows("Press Esc to go back") && $1.outcome == .goOn && $0.kept == $1.kept
    },
    KeyMessage(text: "Esc clears", key: .escape) {
      !$1.shows("Esc clears") && !$1.isTyping && $0.rows != $1.rows && $0.kept == $1.kept
    },
    KeyMessage(text: "Enter keeps, Esc cancels", key: .escape) {
      !$1.isTyping && !$1.rows[0].contains("/") && $0.kept == $1.kept
    },
    KeyMessage(text: "Enter keeps, Esc cancels", key: .enter) {
      !$1.isTyping && $0.rows.dropFirst().dropLast() == $1.rows.dropFirst().dropLast()
    },
    KeyMessage(text: "Tab marks, Enter prints", key: .tab) { $1.shows("1 marked") },
    KeyMessage(text: "Tab marks, Enter prints", key: .enter) { $1.outcome == .end(status: 0) },
    KeyMessage(text: "Esc leaves", key: .escape) { $1.outcome == .end(status: 1) },
    KeyMessage(text: "Enter chooses, Esc goes back", key: .escape) {
      $0.rows != $1.rows && $0.kept == $1.kept && $1.outcome == .goOn
    },
    KeyMessage(text: "Enter chooses, Esc goes back", key: .enter) {
      $0.kept != $1.kept || $1.outcome != .goOn || $0.rows != $1.rows
    },
    KeyMessage(text: ". Press Esc for the previous schedule", key: .escape) {
      $1.shows(" talks") && !$1.shows("Press Esc for")
    },
    KeyMessage(
      text: "click to select a talk, click again to open it; % turns the mouse off",
      key: .letter("%")
    ) { $1.outcome == .useMouse(false) },
    KeyMessage(text: "Enter saves, Esc cancels", key: .enter) {
      !$1.shows("A note about") && $0.shows("bring") == $1.kept.contains { $0.note != nil }
    },
    KeyMessage(text: "Enter saves, Esc cancels", key: .escape) {
      $0.kept == $1.kept && !$1.shows("A note about")
    },
  ]

  /// The words of the last line, each with the promise that it makes.
  static let footer: [String: @Sendable (_ before: Seen, _ after: Seen) -> Bool] = [
    "star": { $0.kept != $1.kept },
    "open": { $1.isReading && $0.rows != $1.rows || $1.outcome != .goOn },
    "search": { $1.isTyping && $1.shows("/") },
    "filter": { $1.shows("Filter by") },
    "grid": { $0.rows != $1.rows && !$1.isReading },
    "list": { $1.shows(" v grid ") && !$1.isReading },
    "back": { $0.rows != $1.rows || !$0.isReading && !$0.shows("Esc clears") },
    "rate": { $1.shows("Rate ") },
    "undo": { $0.kept != $1.kept || $1.shows("nothing to undo") },
    "keys": { $1.shows("Keys") },
  ]
}

/// What a user sees and has after a key.
struct Seen: Equatable {
  let rows: [String]
  let cursor: ScreenPosition
  let kept: [RememberedMarks.Marks]
  let outcome: ScreenOutcome
  let isTyping: Bool
  let isReading: Bool

  init(_ visit: Visit) {
    rows = visit.rows
    cursor = visit.frame.cursor
    kept = visit.conference.schedule.talksInOrder.map(RememberedMarks.Marks.init)
    outcome = visit.outcome
    isTyping = visit.browser.isTyping
    isReading = visit.browser.isReading
  }

  func shows(_ text: String) -> Bool { rows.contains { $0.contains(text) } }
}

/// A state of the browser, and how to get there.
struct BrowserSituation: CustomTestStringConvertible, Sendable {
  /// The characters that are typed; `\n` is Enter, `\t` Tab.
  let keys: String
  var isPicking = false
  /// Whether another program changes something, and whether that cannot be read.
  var hasNews = false
  var failsToRead = false
  var days = 2

  var testDescription: String {
    "\(keys.debugDescription)\(isPicking ? " picking" : "")\(hasNews ? " with news" : "")"
  }

  /// Each screen with and without news, and all that messages say in them.
  static let all: [BrowserSituation] =
    [
      "", "/mail", "/mail\n", "/zzz", "/zzz\n", "/zzz\nftrack 2\n", "f", "fzzz", "ftrack 2\n/zzz",
      "a", " a", " av", "X", "w", "\n", "\nG", "\nv", "v", "vj", "r", "x", "y", "e", "ebring", "?",
      "p",
      "= ", "xr", "vxr", "\nxr", "xrXxr", "xt", " U", " jr4U", "vs U", "U", "u", "%", "v%", "\n%",
      "c",
      "/grace\n\njjjj\n", "\njjjjjj\n",
    ].flatMap { keys in
      [false, true].map { BrowserSituation(keys: keys, hasNews: $0) }
    } + [
      BrowserSituation(keys: "c", hasNews: true, failsToRead: true),
      BrowserSituation(keys: "ftrack 2\nc", hasNews: true, failsToRead: true),
      BrowserSituation(keys: "", days: 0), BrowserSituation(keys: "", isPicking: true),
      BrowserSituation(keys: "zzz", isPicking: true),
    ]

  func visit() -> Visit {
    var visit = Visit(
      InventedConference(days: days), columns: 100, rows: 40, picking: isPicking)
    if failsToRead { visit.followNews() }
    for character in keys {
      if failsToRead, character == "c" { visit.marks.failure = "schedule.xml: no such file" }
      switch character {
      case "\n": visit.press(.enter)
      case "\t": visit.press(.tab)
      default: visit.type(String(character))
      }
    }
    visit.marks.failure = nil
    if hasNews, !failsToRead { visit.followNews() }
    return visit
  }
}

extension Visit {
  /// Has another program change the talk 402.
  mutating func followNews() {
    marks.news = BrowserNews(talks: ["t402"], mine: 0)
    handle(.outsideChange(at: now))
  }
}

extension Key {
  fileprivate static func letter(_ character: Character) -> Key { .character(character) }
}
