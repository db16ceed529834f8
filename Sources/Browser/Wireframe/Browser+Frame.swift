// Draws the visible screen, and its header and footer. `ScreenSession` requests the frames. Every
// frame has exactly the requested size, however small it is.
import Basics
import Schedule
package import TerminalScreen

extension Browser {
  package mutating func frame(_ size: ScreenSize) -> Frame {
    if size != state.size { _ = handle(.resized(size, at: state.now.secondsSince1970)) }
    return Frame(picture, size: size, signs: view.signs)
  }

  /// The visible screen, including its header and footer.
  var picture: Picture {
    let view = view
    var picture = screen
    picture.lines = picture.lines.filled(to: view.height)
    if view.hasTop {
      picture.lines.insert(topLine, at: 0)
      picture.cursor.line += 1
    }
    if view.hasBottom {
      let (line, caret) = bottomLine
      picture.lines.append(line)
      if let caret {
        picture.cursor = Picture.Position(line: picture.lines.count - 1, column: caret)
      }
    }
    picture.lines = picture.lines.map { $0.cut(to: view.width, view.signs) }
    return picture
  }

  private var screen: Picture {
    let view = view
    switch state.top {
    case .list(let list): return list.picture(view)
    case .page(let page, _): return page.picture(view)
    case .grid(let grid): return grid.picture(view)
    case .prompt(let prompt, _): return prompt.picture(view)
    case .chooser(let chooser, _):
      if chooser.isTyping { return chooser.picture(view) }
      // A short list of choices leaves the main list visible.
      let first = firstLine(of: chooser, view)
      var picture = state.list.picture(view)
      picture.lines = picture.lines.filled(to: view.height)
      let menu = chooser.picture(view)
      picture.lines.replaceSubrange(first..., with: menu.lines.filled(to: view.height - first))
      picture.cursor = menu.cursor
      picture.cursor.line = min(menu.cursor.line + first, view.height - 1)
      return picture
    }
  }

  func firstLine(of chooser: ChooserScreen, _ view: View) -> Int {
    chooser.isTyping ? 0 : max(0, view.height - chooser.height(view))
  }

  /// The right end of the header.
  private struct HeaderEnd {
    /// The text, shortened if the line is too narrow.
    let text: String
    /// The number of matches after the text, never shortened.
    var count = ""
    /// Words after the text, omitted if the line is too narrow.
    let hint: String
    /// True to omit the names of days instead of the hint if the line is too narrow.
    var prefersHint = false
    let look: Look
  }

  /// The minimum width of the right end of a header with a day.
  private static let leastEnd = 20

  /// The header: the conference and its days, followed by the query of the list or the time.
  private var topLine: Strip {
    let view = view
    let end = queryEnd ?? gridEnd ?? moment
    let tabs = tabs
    // If the line is too long, first the title is omitted, then the names of other days, then the
    // other days.
    let day = chosenTab(tabs)
    let lines = [
      tabLine(tabs, withTitle: true), tabLine(tabs), tabLine(tabs, isShort: true), day,
    ]
    let least = DisplayWidth.of(end.text + end.count)
    let whole = least + DisplayWidth.of(end.hint)
    let needed = end.prefersHint ? whole : least
    let hasDay = day.width + Self.leastEnd < view.width
    var strip = lines.first { $0.width + needed < view.width } ?? (hasDay ? day : Strip())
    let room = view.width - strip.width - 1
    let text = end.text.cut(
      to: max(1, room - DisplayWidth.of(end.count)), view.signs.ellipsis)
    strip.add(
      "\(text)\(end.count)\(whole <= room ? end.hint : "")".cut(to: room, view.signs.ellipsis),
      end.look, endingAt: view.width)
    return strip
  }

  /// The time, or the date if the conference is over or has not begun.
  private var moment: HeaderEnd {
    let view = view
    let date = view.clocks.zone.civil(at: view.now).date
    guard presenter.days.contains(view.clocks.day(at: view.now)) else {
      return HeaderEnd(text: "\(date.brief) \(date.year)", hint: "", look: .time)
    }
    let city = view.clocks.zone.city.map { "\(view.signs.separator)\($0)" }
    return HeaderEnd(
      text: "\(date.weekdayName(inFull: false)) \(view.clocks.clock(view.now))", hint: city ?? "",
      look: .time)
  }

  /// The search words, filters and number of matches of the list, or nil without a query.
  private var queryEnd: HeaderEnd? {
    let words = state.list.query.parts()
    if words.isEmpty || state.list.isPicking { return nil }
    switch state.top {
    case .page, .grid: return nil
    case .list, .chooser, .prompt: break
    }
    let isList = if case .list = state.top, !state.isTyping { true } else { false }
    return HeaderEnd(
      text: words.joined(separator: ", "),
      count: "  \(state.list.rows.count) of \(presenter.count)",
      hint: isList ? "\(view.signs.separator)Esc clears" : "", prefersHint: true, look: .strong)
  }

  /// The visible locations of the grid, or nil if no grid is shown or all locations are visible.
  private var gridEnd: HeaderEnd? {
    guard case .grid(let grid) = state.top, let text = grid.locations(view) else { return nil }
    return HeaderEnd(
      text: text, hint: "\(view.signs.separator)\(moment.text)", prefersHint: true, look: .time)
  }

  /// Returns the current day in brackets, or an empty line if no day is selected.
  private func chosenTab(_ tabs: (names: [String], chosen: Int)) -> Strip {
    guard tabs.names.indices.contains(tabs.chosen) else { return Strip() }
    var strip = Strip(" ")
    strip.add("[\(tabs.names[tabs.chosen])]", .chosen)
    return strip
  }

  /// Returns the title and the days, with brackets around the current day.
  private func tabLine(
    _ tabs: (names: [String], chosen: Int), withTitle hasTitle: Bool = false, isShort: Bool = false
  ) -> Strip {
    let view = view
    let (names, chosen) = tabs
    var strip = Strip(" ")
    if hasTitle, !title.isEmpty {
      strip.add("\(title.cut(to: view.width / 3, view.signs.ellipsis))   ", .strong)
    }
    for (number, name) in names.enumerated() {
      if number > 0 { strip.add(view.signs.bar, .dim) }
      let isChosen = number == chosen
      let text = isShort && !isChosen ? String(name.prefix { $0 != " " }) : name
      strip.add(isChosen ? "[\(text)]" : " \(text) ", isChosen ? .chosen : .plain)
    }
    return strip
  }

  private static let choosing = "Enter chooses, Esc goes back"

  /// The footer and the column of the caret, or nil if no caret is shown.
  ///
  /// The footer shows the typed text, a message or the keys.
  private var bottomLine: (Strip, Int?) {
    let view = view
    if case .list(let list) = state.top, let field = list.field {
      let words = list.isPicking ? "Esc leaves" : "Enter keeps, Esc cancels"
      return with(words, field.strip(after: "/", width: view.width), view)
    }
    if case .chooser(let chooser, _) = state.top, let field = chooser.field {
      let words = "\(chooser.shown.count)\(view.signs.separator)\(Self.choosing)"
      return with(words, field.strip(after: "/", width: view.width), view)
    }
    if let message = state.message { return (footer(message), nil) }
    switch state.top {
    case .chooser: return (Strip(Self.choosing, .dim), nil)
    case .prompt: return (Strip(), nil)
    case .list, .page, .grid: break
    }
    let pieces = offered.compactMap { binding in
      binding.label.map { (binding.keys.first?.name ?? "", $0) }
    }
    // The last two keys are always shown. They go back and open the list of keys.
    let last = pieces.suffix(2)
    func width(_ piece: (String, String)) -> Int { piece.0.count + piece.1.count + 3 }
    var room = view.width + 1 - last.reduce(0) { $0 + width($1) }
    var strip = Strip()
    for piece in pieces.dropLast(2).filter({
      if width($0) > room { return false }
      room -= width($0)
      return true
    }) + last {
      strip.add(" ")
      strip.add(piece.0, .strong)
      strip.add(" \(piece.1) ", .dim)
    }
    return (strip, nil)
  }

  /// Returns a message, followed by the key that goes back.
  private func footer(_ message: String) -> Strip {
    let view = view
    let key = Key.escape.name
    // If the line is too narrow for both, the word after the key is omitted, then the message is
    // shortened.
    let label = DisplayWidth.of(message) + key.count + 6 > view.width ? "" : " back"
    let hint = key.count + label.count + 1
    var strip = Strip(message.cut(to: max(1, view.width - hint), view.signs.ellipsis), .note)
    guard strip.width + hint <= view.width else { return strip }
    strip.pad(to: view.width - hint + 1)
    strip.add(key, .strong)
    strip.add(label, .dim)
    return strip
  }

  private func with(
    _ words: String, _ field: (strip: Strip, caret: Int), _ view: View
  ) -> (Strip, Int?) {
    var strip = field.strip
    strip.add(words, .dim, endingAt: view.width)
    return (strip, min(field.caret, view.width - 1))
  }
}

extension Frame {
  init(_ picture: Picture, size: ScreenSize, signs: Signs) {
    self.init(size: size, ellipsis: signs.ellipsis)
    for (row, strip) in picture.lines.prefix(size.rows).enumerated() {
      var column = 0
      for piece in strip.pieces {
        column += write(
          piece.text, row: row, column: column, style: CellStyle(piece.look, piece.isSelected))
      }
    }
    cursor = ScreenPosition(
      row: min(max(picture.cursor.line, 0), size.rows - 1),
      column: min(max(picture.cursor.column, 0), size.columns - 1))
  }
}

extension CellStyle {
  /// Creates the style of a look.
  ///
  /// No look has a color, because no color is readable on both black and white. A selected line is
  /// reversed and has a symbol.
  fileprivate init(_ look: Look, _ isSelected: Bool) {
    switch look {
    case .plain: self.init()
    case .strong: self.init(bold: true)
    case .dim: self.init(dim: true)
    case .heading: self.init(bold: true, underlined: true)
    case .time, .note: self.init()
    case .star, .failure: self.init(bold: true)
    case .match: self.init(bold: true, underlined: true)
    case .chosen: self.init(bold: true, reverse: true)
    }
    guard isSelected else { return }
    // Dim text is hard to read on the reversed background.
    self = CellStyle(bold: isBold, reverse: true, underlined: look == .match)
  }
}
