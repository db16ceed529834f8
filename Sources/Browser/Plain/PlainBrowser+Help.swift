import TerminalScreen

extension PlainBrowser {
  /// The help for the lines that the user can type now, printed for `?`.
  var help: [String] {
    switch browser.state.top {
    case .prompt: ["any text: saves it", "Enter: cancels", "q: leaves konf"]
    case .chooser(let screen, _):
      (screen.shown.isEmpty ? [] : ["a number: chooses the line with that number"])
        + (screen.isTyping ? ["words: filter the lines"] : [])
        + ["b or Enter: goes back", "q: leaves konf"]
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
    if isList, hasEarlier { lines.append("-: the minus sign shows the previous lines") }
    let days = browser.presenter.days.count
    if isList, days > 0 { lines.append("d 1: goes to day 1\(days > 1 ? " of \(days)" : "")") }
    return lines + [
      "/ words: searches", "b: goes back; in the full list, goes to the current time",
    ]
  }

  private var letters: [String] {
    let isList = browser.state.context == .list
    return KeyBindings.bindings.compactMap { binding -> String? in
      let command = binding.command
      guard command.hasLetterInPlainLines, command != .quit,
        binding.contexts.contains(browser.state.context)
      else { return nil }
      var words = [command == .redo ? "R" : binding.keys.last?.name ?? ""]
      // In a list, the user types the number of a line.
      if isList, command.isAboutTalk {
        guard let line = numbered.firstIndex(where: { browser.offers(command, on: $0) }) else {
          return nil
        }
        words.append("\(line + 1)")
      } else if !browser.offers(command) {
        return nil
      }
      switch command {
      case .rate: words.append("5")
      case .note: words.append("TEXT")
      default: break
      }
      // A capital letter sounds like a small letter.
      let letter = words[0].first?.isUppercase == true ? "capital \(words[0]), " : ""
      return "\(words.joined(separator: " ")): \(letter)\(binding.help)"
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

extension Command {
  /// True if the letter of the command's key also works in the plain browser.
  ///
  /// Searching, moving and help have different commands there. The plain browser has neither a grid
  /// nor a mouse.
  var hasLetterInPlainLines: Bool { !isMove && ![.mouse, .grid, .find, .help].contains(self) }
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
