import TerminalScreen

extension PlainBrowser {
  /// The help for the lines that the user can type now, printed for `?`.
  var help: [String] {
    switch browser.state.top {
    case .prompt: ["any text: saves it", "Enter: cancels", "q: leaves konf"]
    case .chooser(let screen, _):
      ["a number: chooses the line with that number"]
        + (screen.isTyping ? ["words: filter the lines"] : [])
        + ["b: goes back", "q: leaves konf"]
    case .list(let list) where list.isPicking:
      (list.rows.isEmpty ? [] : ["numbers such as \"1\" or \"1 3\": choose these lines"])
        + (hasMore ? ["Enter: shows more lines"] : []) + [
          "words: filter the lines", "q: leaves konf",
        ]
    default: moves + letters + ["q: leaves konf"]
    }
  }

  private var moves: [String] {
    var lines = hasNumbers ? ["a number, such as 1: opens that line"] : []
    let isList = browser.state.context == .list
    if isList, hasMore { lines.append("Enter: shows more lines") }
    if isList, hasEarlier { lines.append("-: shows the previous lines") }
    let days = browser.presenter.days.count
    if isList, days > 0 { lines.append("d 1: goes to day 1\(days > 1 ? " of \(days)" : "")") }
    return lines + [
      "/ words: searches", "b: goes back; in the full list, goes to the current time",
    ]
  }

  private var letters: [String] {
    let isList = browser.state.context == .list
    // A number selects any line, so commands about talks work even if no talk is selected.
    let hasTalks =
      isList && browser.state.list.rows.contains { $0.kind != .appointment }
    return KeyBindings.bindings.compactMap { binding in
      let command = binding.command
      guard !command.isMove, ![.mouse, .grid, .find, .help, .quit].contains(command),
        binding.contexts.contains(browser.state.context),
        browser.offers(command) || hasTalks && command.isMark
      else { return nil }
      var words = ["\(binding.keys.last?.name ?? "")"]
      if command == .redo { words = ["R"] }
      if isList, command.isAboutTalk { words.append("1") }
      switch command {
      case .rate: words.append("5")
      case .note: words.append("TEXT")
      default: break
      }
      return "\(words.joined(separator: " ")): \(binding.help)"
    }
  }

  private var hasNumbers: Bool {
    switch browser.state.top {
    case .page(let screen, _):
      screen.page.blocks.contains {
        if case .link(_, let link, _) = $0, case .command = link {
          false
        } else if case .link = $0 {
          true
        } else {
          false
        }
      }
    default: !browser.state.list.rows.isEmpty
    }
  }
}

extension BrowserState.Screen {
  /// A string that identifies the screen and its subject.
  var name: String {
    switch self {
    case .list: "list"
    case .page(_, let subject): "page \(subject)"
    case .grid: "grid"
    case .chooser(let screen, let purpose): "chooser \(purpose) \(screen.field?.text ?? "")"
    case .prompt: "prompt"
    }
  }
}
