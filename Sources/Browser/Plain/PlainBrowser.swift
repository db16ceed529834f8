import Schedule
import TerminalScreen

/// A browser that prints numbered lines and reads typed commands.
///
/// `konf browse` and `konf pick` use this type in plain mode. It passes keys and commands to a
/// ``Browser``, so it behaves like the browser on a screen, but printed lines never change.
///
///     var plain = PlainBrowser(browser)
///     plain.lines()  // …, "1. 11:10 to 11:35, Builds that last, Ada Müller, H.1304", …
///     plain.answer("s 1", at: now).lines  // "starred: Builds that last"
package struct PlainBrowser {
  /// The number of list lines to print at once.
  static let pageLength = 15

  package private(set) var browser: Browser
  /// The identifiers of the talks, links or choices that the printed numbers denote.
  private(set) var numbered: [String] = []
  /// The identifiers that the numbers of the last printed list or page denote.
  private var listed: [String] = []
  /// The talk to print first, or nil to begin with the selected talk.
  private var first: String?
  /// True if the last command requested different lines, such as the next page or another day.
  private var isTurned = false
  /// True if other programs have made changes that no answer has reported.
  private var isNewsDue = false

  package init(_ browser: Browser) {
    self.browser = browser
    // At this width, each talk takes one line.
    _ = self.browser.handle(
      .resized(ScreenSize(columns: 100, rows: 1000), at: browser.state.now.secondsSince1970))
  }

  package var hint: String {
    browser.state.list.isPicking
      ? "Type a number to choose, words to filter, \(helpKey) for help, q to leave"
      : "Type \(helpKey) and Enter for help, q to leave"
  }

  /// The help key and its name, because most screen readers do not read the question mark.
  private var helpKey: String { "? (the question mark)" }

  /// Returns the lines to print now, and assigns their numbers.
  package mutating func lines() -> [String] {
    var lines: [String] = []
    numbered = []
    func number(_ id: String, as number: Int? = nil, _ text: String) {
      numbered.append(id)
      lines.append("\(number ?? numbered.count). \(text)")
    }
    let view = browser.view
    switch browser.state.top {
    case .list(let list):
      let tab = browser.tabWords.map { ", \($0)" } ?? ""
      let query = list.query.parts(before: "search: ").map { ", \($0)" }.joined()
      let moment = view.moment(on: browser.chosenDay)
      lines.append("\(browser.title)\(tab), now \(moment)\(query)")
      if let message = list.message(backKey: "b") { lines.append(message) }
      if first == nil { first = list.selected }
      let start = start
      let shown = Set(list.rows[min(start, list.rows.count)...].prefix(Self.pageLength).map(\.id))
      for section in list.content.sections {
        let entries = section.entries.filter { $0.row.map { shown.contains($0.id) } ?? true }
        if entries.allSatisfy({ $0.row == nil }) { continue }
        if !section.heading.isEmpty { lines.append(section.heading) }
        for entry in entries {
          guard let row = entry.row else {
            switch entry.subject {
            case .gap(let timing, let words): lines.append("   \(view.span(timing)), \(words)")
            case .lasting(_, let words): lines.append("   \(words)")
            case .talk: break
            }
            continue
          }
          let day = list.isPicking ? view.clocks.date(of: row.timing)?.weekdayName : nil
          number(row.id, "\(day.map { "\($0) " } ?? "")\(row.words(view))")
          lines += entry.notes.map { "   \($0)" }
        }
      }
      if list.rows.count > start + Self.pageLength {
        lines.append("\(list.rows.count - start - Self.pageLength) more; press Enter to see them")
      }
    case .page(let screen, _):
      for block in screen.page.blocks {
        switch block {
        case .text(let text, _): lines += text.split(separator: "\n").map(String.init)
        // Links to commands are not printed, because the user types the letters of commands.
        case .link(_, .command, _): break
        case .link(let text, .person(let name), _): number("person/\(name)", text)
        case .link(let text, .talk(let id), _): number("talk/\(id)", text)
        }
      }
      if lines.last == "Commands" { lines.removeLast() }
    case .chooser(let screen, let purpose):
      lines.append(screen.title)
      for choice in screen.shown.prefix(Self.pageLength) {
        var words = choice.title
        if !choice.detail.isEmpty { words += ", \(choice.detail)" }
        // The detail of a filter is its number of talks.
        if purpose == .facets { words += choice.detail == "1" ? " talk" : " talks" }
        if choice.isOn { words += ", on" }
        number(choice.id, as: choice.digit, words)
      }
      let rest = screen.shown.count - Self.pageLength
      if rest > 0 { lines.append("and \(rest) more") }
      lines.append(
        "Type a number to choose\(screen.isTyping ? ", words to filter" : ""), b to go back, q to leave"
      )
    case .prompt(let screen, _):
      lines.append("\(screen.title): type it; an empty line cancels, q leaves")
      if !screen.field.text.isEmpty { lines.append(screen.field.text) }
    case .grid: break
    }
    if browser.state.context != .menu { listed = numbered }
    if let notice = browser.state.notice { lines.append(notice.shown) }
    return lines
  }

  /// Handles changes that other programs have made; the next answer reports them.
  package mutating func handleOutsideChange(at now: Int64) {
    let old = browser.state.news
    _ = browser.handle(.outsideChange(at: now))
    if browser.state.news != old { isNewsDue = true }
  }

  /// Handles a typed line without its line break, at a time in seconds since 1970.
  ///
  /// - Returns: The lines to print, and the exit status if the browser ends.
  package mutating func answer(_ line: String, at now: Int64) -> (lines: [String], status: Int32?) {
    var (lines, status) = reply(to: line, at: now)
    if isNewsDue, status == nil, !browser.state.isTyping, browser.state.context != .menu {
      isNewsDue = false
      if let news = browser.state.news { lines.append(news.words) }
    }
    return (lines, status)
  }

  private mutating func reply(
    to line: String, at now: Int64
  ) -> (lines: [String], status: Int32?) {
    let line = line.trimmed
    var outcome = ScreenOutcome.goOn
    func key(_ keys: Key..., in browser: inout Browser) {
      for key in keys where outcome == .goOn { outcome = browser.handle(.key(key, at: now)) }
    }
    _ = browser.handle(.tick(at: now))
    browser.state.notice = nil
    browser.state.change = nil
    let words = line.split(separator: " ").map(String.init)
    if line == "?" { return (help, nil) }
    if line == "q" { return ([], browser.state.list.isPicking ? 1 : 0) }
    let before = (screen: browser.state.top.name, query: browser.state.list.query)
    var isCancelled = false
    isTurned = false
    switch browser.state.top {
    case .list(let list) where list.isPicking:
      outcome = pick(words, line, at: now)
    case .prompt:
      if line.isEmpty {
        key(.escape, in: &browser)
        isCancelled = true
      } else {
        key(.end, .control("u"), .paste(line), .enter, in: &browser)
      }
    case .chooser(let screen, _):
      if let id = choice(line, in: screen) {
        outcome = browser.choose(id)
      } else if line == "b" || line.isEmpty {
        key(.escape, in: &browser)
        isCancelled = true
      } else if screen.isTyping {
        key(.control("u"), .paste(line), in: &browser)
      } else {
        browser.state.notice = "no choice \(line.shown); type a number, or b to go back"
      }
    default:
      outcome = command(words, line, at: now)
    }
    _ = browser.handle(.tick(at: now))
    // The grid cannot be printed, so the list shows the day of the grid instead.
    if case .grid = browser.state.top { key(.escape, in: &browser) }
    if case .end(let status) = outcome { return ([], status) }
    if case .copy(let text) = outcome { return ([text], nil) }
    // The numbers remain valid after a change, so the lines need not be printed again.
    if browser.state.context != .menu { numbered = listed }
    let notice = browser.state.notice?.shown
    if let change = browser.state.change { return ([change, notice].compactMap(\.self), nil) }
    let isSame = before.screen == browser.state.top.name && before.query == browser.state.list.query
    if isSame, !isTurned, let notice { return ([notice], nil) }
    if isCancelled, case .list = browser.state.top { return (["nothing changed"], nil) }
    if !isSame || !isTurned { first = browser.state.list.selected }
    return (lines(), nil)
  }

  private mutating func command(_ words: [String], _ line: String, at now: Int64) -> ScreenOutcome {
    guard let first = words.first else { return turn(by: Self.pageLength) }
    if line.hasPrefix("/") {
      _ = browser.perform(.find)
      _ = browser.handle(.key(.control("u"), at: now))
      _ = browser.handle(.key(.paste(String(line.dropFirst()).trimmed), at: now))
      return browser.handle(.key(.enter, at: now))
    }
    if let position = Int(first) { return open(position) }
    let isList = browser.state.context == .list
    let target = isList ? words.dropFirst().first.flatMap { Int($0) } : nil
    switch first {
    case "-": return turn(by: -Self.pageLength)
    case "b":
      return browser.handle(.key(.escape, at: now))
    case "R": return browser.handle(.key(.control("r"), at: now))
    case "d" where isList && !browser.presenter.days.isEmpty:
      let days = browser.presenter.days
      if let target, days.indices.contains(target &- 1) { return browser.perform(.day(target)) }
      browser.state.notice = "type d and the number of a day, from 1 to \(days.count)"
      return .goOn
    default: break
    }
    guard let character = first.first, first.count == 1,
      let command = KeyBindings.command(for: .character(character), in: browser.state.context),
      command.hasLetterInPlainLines
    else {
      browser.state.notice = "unknown command \(first.shown); \(helpKey) lists the commands"
      return .goOn
    }
    if let target {
      guard select(target) else { return .goOn }
    }
    if command.isAboutTalk, browser.selectedTalk == nil {
      browser.state.notice = "no talk is selected"
      return .goOn
    }
    let outcome = browser.perform(command)
    // The argument of a command may be on the same line.
    let rest = words.dropFirst(target == nil ? 1 : 2).joined(separator: " ")
    if rest.isEmpty { return outcome }
    switch browser.state.top {
    case .chooser(let screen, for: .rating):
      if let id = choice(rest, in: screen) { return browser.choose(id) }
      browser.pop()
      browser.state.notice = "rate from 1 to 5; 0 removes the rating"
    case .prompt:
      for key: Key in [.end, .control("u"), .paste(rest), .enter] {
        _ = browser.handle(.key(key, at: now))
      }
    default: break
    }
    return outcome
  }

  /// Returns the identifier of the choice with a typed number, or nil if no choice has the number.
  private func choice(_ line: String, in screen: ChooserScreen) -> String? {
    guard let number = Int(line) else { return nil }
    if screen.choices.contains(where: { $0.digit != nil }) {
      return screen.choices.first { $0.digit == number }?.id
    }
    return numbered.indices.contains(number &- 1) ? numbered[number - 1] : nil
  }

  /// Handles typed text: numbers choose talks, and all other words filter the list.
  private mutating func pick(_ words: [String], _ line: String, at now: Int64) -> ScreenOutcome {
    let positions = words.compactMap { Int($0) }
    if words.isEmpty { return turn(by: Self.pageLength) }
    if positions.count == words.count, positions.allSatisfy({ numbered.indices.contains($0 &- 1) })
    {
      browser.picked = positions.map { numbered[$0 - 1] }
      return .end(status: 0)
    }
    first = nil
    for key: Key in [.control("u"), .paste(line)] { _ = browser.handle(.key(key, at: now)) }
    return .goOn
  }

  /// The index of the first printed row in the list.
  private var start: Int {
    let list = browser.state.list
    return list.rows.firstIndex { $0.id == first ?? list.selected } ?? 0
  }

  var hasMore: Bool { browser.state.list.rows.count > start + Self.pageLength }
  var hasEarlier: Bool { start > 0 }

  private mutating func turn(by rows: Int) -> ScreenOutcome {
    let list = browser.state.list
    guard case .list = browser.state.top, rows < 0 ? hasEarlier : hasMore else {
      browser.state.notice = rows < 0 ? "this is the first line" : "this is the last line"
      return .goOn
    }
    isTurned = true
    first = list.rows[max(start + rows, 0)].id
    return .goOn
  }

  private mutating func select(_ position: Int) -> Bool {
    guard numbered.indices.contains(position &- 1) else {
      browser.state.notice = "no line \(position)"
      return false
    }
    if case .list = browser.state.top {
      browser.state.list.select(numbered[position - 1], browser.view)
      guard browser.state.list.selected == numbered[position - 1] else {
        browser.state.notice = "line \(position) is no longer listed"
        return false
      }
    }
    return true
  }

  private mutating func open(_ position: Int) -> ScreenOutcome {
    guard select(position) else { return .goOn }
    if case .list = browser.state.top { return browser.perform(.open) }
    return browser.follow(numbered[position - 1])
  }
}

extension Choice {
  /// The number that denotes the choice if its key is a digit, otherwise nil.
  fileprivate var digit: Int? { key?.wholeNumberValue }
}

extension TalkRow {
  func words(_ view: View) -> String {
    var parts = [
      view.span(summary.timing), summary.title, summary.speakers, summary.locations,
    ].filter { !$0.isEmpty }
    if let star = summary.star { parts.append(star.isMaybe ? "starred as a maybe" : "starred") }
    if let stars = summary.rating { parts.append("rated \(stars)") }
    if !summary.note.isEmpty { parts.append("with a note") }
    if isHidden { parts.append("hidden") }
    if kind == .cancelled { parts.append("cancelled") }
    return parts.joined(separator: ", ")
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
