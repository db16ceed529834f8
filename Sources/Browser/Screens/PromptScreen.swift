import TerminalScreen

struct PromptScreen: Equatable {
  enum Outcome: Equatable {
    case entered(String)
    case left
  }

  let title: String
  private(set) var field: LineEditor

  init(_ title: String, text: String) {
    self.title = title
    field = LineEditor(text)
  }

  mutating func type(_ key: Key) -> Outcome? {
    switch key {
    case .enter: return .entered(field.text)
    case .escape: return .left
    default:
      _ = field.edit(key)
      return nil
    }
  }

  func picture(_ view: View) -> Picture {
    var picture = Picture()
    let (strip, caret) = field.strip(after: "> ", width: view.width)
    if view.height > 1 {
      picture.lines.append(Strip(title, .heading).cut(to: view.width, view.signs))
    }
    picture.lines.append(strip)
    if view.height > 2 {
      picture.lines.append(Strip("Enter saves, Esc cancels", .dim))
    }
    picture.cursor = Picture.Position(line: view.height > 1 ? 1 : 0, column: caret)
    return picture
  }
}
