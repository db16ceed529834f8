import Schedule
import TerminalScreen

/// All that a browser shows, as a value.
struct BrowserState: Equatable {
  /// A screen, and what its result is for.
  enum Screen: Equatable {
    case list(ListScreen)
    case page(PageScreen, of: PageSubject)
    case grid(GridScreen)
    case chooser(ChooserScreen, for: Choosing)
    case prompt(PromptScreen, talk: String)
  }

  /// What a page is about.
  enum PageSubject: Equatable {
    case talk(String)
    case person(String)
  }

  /// What something is chosen for.
  enum Choosing: Equatable {
    case facets, help
    case rating(String)
    case hiding(String)
    case copying(String)
    case person
  }

  /// The list, which is always there.
  var list: ListScreen
  /// The screens above the list, the one that is seen last.
  var above: [Screen] = []
  /// A message in the last line, up to the next key.
  var notice: String?
  /// What another program changed and is not yet shown.
  var news: BrowserNews?
  /// Whether clicks are reported.
  var usesMouse = false
  var size = ScreenSize(columns: 80, rows: 24)
  var now: Instant

  /// The screen that is seen.
  var top: Screen { above.last ?? .list(list) }

  /// The talk that commands are about.
  var selectedTalk: String? {
    switch top {
    case .list(let list): list.selected
    case .page(let screen, _): screen.page.talk
    case .grid(let screen): screen.selected
    case .chooser, .prompt: nil
    }
  }

  /// Whether characters are text, and no commands.
  var isTyping: Bool {
    switch top {
    case .list(let list): list.isTyping
    case .chooser(let screen, _): screen.isTyping
    case .prompt: true
    case .page, .grid: false
    }
  }

  /// The message in the last line; news only where their key is one.
  var message: String? { notice?.shown ?? (context == .menu || isTyping ? nil : news?.words) }

  /// Returns whether a command does something in the present state.
  func offers(_ command: Command) -> Bool {
    switch command {
    case .open: if case .page(let screen, _) = top { screen.isOnLink } else { selectedTalk != nil }
    case .grid, .now: if case .list = top { selectedTalk != nil } else { true }
    case _ where command.isAboutTalk: selectedTalk != nil
    default: true
    }
  }

  var context: KeyContext {
    switch top {
    case .list: .list
    case .page: .page
    case .grid: .grid
    case .chooser, .prompt: .menu
    }
  }
}
