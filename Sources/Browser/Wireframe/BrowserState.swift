import Schedule
import TerminalScreen

struct BrowserState: Equatable {
  enum Screen: Equatable {
    case list(ListScreen)
    case page(PageScreen, of: PageSubject)
    case grid(GridScreen)
    case chooser(ChooserScreen, for: Choosing)
    case prompt(PromptScreen, talk: String)
  }

  enum PageSubject: Equatable {
    case talk(String)
    case person(String)
  }

  enum Choosing: Equatable {
    case facets, help
    case rating(String)
    case hiding(String)
    case copying(String)
    case person
  }

  /// The list, always below the other screens.
  var list: ListScreen
  /// The screens above the list; the last screen is visible.
  var above: [Screen] = []
  /// A message in the footer, removed by the next key press.
  var notice: String?
  /// A description of the last change to a mark, printed by the plain browser.
  var change: String?
  /// The number of changes in this visit that can be undone.
  var undoable = 0
  /// The number of undone changes that can be redone.
  var redoable = 0
  /// The changes of another program that the screen does not show yet.
  var news: BrowserNews?
  var usesMouse = false
  var size = ScreenSize(columns: 80, rows: 24)
  var now: Instant

  var top: Screen { above.last ?? .list(list) }

  /// The identifier of the talk that commands act on, or nil if no talk is selected.
  var selectedTalk: String? {
    switch top {
    case .list(let list): list.selected
    case .page(let screen, _): screen.page.talk
    case .grid(let screen): screen.selected
    case .chooser, .prompt: nil
    }
  }

  /// True if typed characters are text, not commands.
  var isTyping: Bool {
    switch top {
    case .list(let list): list.isTyping
    case .chooser(let screen, _): screen.isTyping
    case .prompt: true
    case .page, .grid: false
    }
  }

  /// The message in the footer, or nil if no message is shown.
  ///
  /// The message about `news` is shown only on screens where its key works.
  var message: String? { notice?.shown ?? (context == .menu || isTyping ? nil : news?.words) }

  var context: KeyContext {
    switch top {
    case .list: .list
    case .page: .page
    case .grid: .grid
    case .chooser, .prompt: .menu
    }
  }
}
