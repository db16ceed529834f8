import TerminalScreen

/// Mouse support, off until the user turns it on with a key.
extension Browser {
  private static let wheelStep = 3

  mutating func toggleMouse() -> ScreenOutcome {
    state.usesMouse.toggle()
    state.notice =
      state.usesMouse
      ? "click to select a talk, click again to open it; % turns the mouse off" : "mouse off"
    return .useMouse(state.usesMouse)
  }

  /// Moves the selection by several lines, like several presses of an arrow key.
  mutating func turnWheel(_ key: Key) -> ScreenOutcome {
    for _ in 0..<Self.wheelStep { _ = handle(key) }
    return .goOn
  }

  mutating func click(_ clicked: ScreenPosition) -> ScreenOutcome {
    let view = view
    var position = Picture.Position(
      line: clicked.row - (view.hasTop ? 1 : 0), column: clicked.column)
    guard 0..<view.height ~= position.line else { return .goOn }
    switch state.top {
    case .list: return took(state.list.click(position, view))
    case .page(var screen, let subject):
      let outcome = screen.click(position, view)
      replaceTop(.page(screen, of: subject))
      return took(outcome)
    case .grid(var screen):
      let outcome = screen.click(position, view)
      replaceTop(.grid(screen))
      return took(outcome, of: screen)
    case .chooser(var screen, let purpose):
      position.line -= firstLine(of: screen, view)
      let outcome = screen.click(position, view)
      return outcome.map { took($0, for: purpose) } ?? .goOn
    case .prompt: return .goOn
    }
  }
}
