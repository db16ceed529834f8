import TerminalScreen

/// The mouse, which a terminal reports only after a key has asked for it.
extension Browser {
  /// How many lines a step of the wheel moves.
  private static let wheelStep = 3

  /// Uses the mouse, or no longer.
  mutating func toggleMouse() -> ScreenOutcome {
    state.usesMouse.toggle()
    state.notice =
      state.usesMouse
      ? "a click selects a talk, another click opens it; % gives the mouse back" : "no mouse"
    return .useMouse(state.usesMouse)
  }

  /// Does what the arrow keys do, some lines at once.
  mutating func turnWheel(_ key: Key) -> ScreenOutcome {
    for _ in 0..<Self.wheelStep { _ = handle(key) }
    return .goOn
  }

  /// Hands a click to the screen that is seen.
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
