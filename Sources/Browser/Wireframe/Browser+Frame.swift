// Draws the visible screen with its header and footer. `ScreenSession` requests the frames. Every
// frame has the requested size, however small it is.
import Schedule
package import TerminalScreen
import TextBasics

extension Browser {
  package mutating func frame(_ size: ScreenSize) -> Frame {
    if size != state.size { _ = handle(.resized(size, at: state.now.secondsSince1970)) }
    return Frame(picture, size: size, signs: view.signs)
  }

  /// The visible screen with its header and footer.
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

  /// Returns the line where the choices begin.
  func firstLine(of chooser: ChooserScreen, _ view: View) -> Int {
    chooser.isTyping ? 0 : max(0, view.height - chooser.choices.count - 1)
  }

  /// The header: the conference, its days and the time.
  private var topLine: Strip {
    let view = view
    let date = view.clocks.zone.civil(at: view.now).date
    let moment = "\(date.weekdayName.prefix(3)) \(view.clocks.clock(view.now))"
    let place = view.clocks.zone.city.map { "\(moment) \(view.signs.dot) \($0)" } ?? moment
    // If the line is too long, omit first the title and then the names of other days.
    let tabs = tabs
    var strip = tabLine(tabs, withTitle: true)
    if strip.width + moment.count >= view.width { strip = tabLine(tabs) }
    if strip.width + moment.count >= view.width { strip = tabLine(tabs, isShort: true) }
    strip.add(strip.width + place.count < view.width ? place : moment, .time, endingAt: view.width)
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

  /// The footer, and the column of the caret or nil if the footer has no caret.
  ///
  /// The footer shows the typed text, a message or the keys.
  private var bottomLine: (Strip, Int?) {
    let view = view
    if case .list(let list) = state.top, let field = list.field {
      return withCount(field.strip(after: "/", width: view.width), list.rows.count, view)
    }
    if case .chooser(let chooser, _) = state.top, let field = chooser.field {
      return withCount(field.strip(after: "/", width: view.width), chooser.shown.count, view)
    }
    if let message = state.message { return (Strip(message, .note), nil) }
    switch state.top {
    case .chooser: return (Strip("Enter chooses, Esc goes back", .dim), nil)
    case .prompt: return (Strip(), nil)
    case .list, .page, .grid: break
    }
    var strip = Strip()
    let bindings = KeyBindings.footer(of: state.context).filter { state.offers($0.command) }
    // The help key is always shown.
    let last = bindings.last.map { "\($0.keys.first?.name ?? "") \($0.label ?? "")" } ?? ""
    for binding in bindings.dropLast() {
      let name = binding.keys.first?.name ?? ""
      let needed = name.count + (binding.label ?? "").count + 3
      guard strip.width + needed + last.count + 1 <= view.width else { continue }
      strip.add(" ")
      strip.add(name, .strong)
      strip.add(" \(binding.label ?? "") ", .dim)
    }
    strip.add(" ")
    strip.add(last, .strong)
    return (strip, nil)
  }

  private func withCount(
    _ field: (strip: Strip, caret: Int), _ count: Int, _ view: View
  ) -> (Strip, Int?) {
    var strip = field.strip
    strip.add("\(count)", .dim, endingAt: view.width)
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
  /// A selected line has reversed colors, and also a symbol.
  fileprivate init(_ look: Look, _ isSelected: Bool) {
    switch look {
    case .plain: self.init()
    case .strong: self.init(bold: true)
    case .dim: self.init(dim: true)
    case .heading: self.init(bold: true, underlined: true)
    case .time: self.init(.cyan)
    case .star: self.init(.yellow, bold: true)
    case .note: self.init(.magenta)
    case .failure: self.init(.red, bold: true)
    case .chosen: self.init(bold: true, reverse: true)
    }
    guard isSelected else { return }
    // Colors and dim text are hard to read on the reversed background.
    self = CellStyle(bold: isBold, reverse: true)
  }
}
