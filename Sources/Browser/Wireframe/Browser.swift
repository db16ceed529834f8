package import Schedule
package import TerminalScreen

/// A schedule to walk through on a terminal.
///
/// It makes the screens, gives each what it needs, and acts on what they return. No screen knows another
/// one.
///
///     var browser = Browser(schedule, clocks, keeping, now: now)
///     _ = browser.handle(.key(.down, at: 1_738_404_300))
///     browser.frame(ScreenSize(columns: 80, rows: 24)).cursor  // where the selected talk is
///
/// Equal schedules and equal events give equal frames.
package struct Browser: ScreenProgram {
  var state: BrowserState
  var presenter: SchedulePresenter
  let keeping: BrowserKeeping
  let signs: Signs
  let clocks: ConferenceClocks
  /// The state of the last frame, so that only differences are derived again.
  var presented: Presented?
  /// Whether the size is known, with which the first frame can be laid out.
  private var hasSize = false
  /// The talks that were chosen; none until the browser has ended with a choice.
  package internal(set) var picked: [String] = []

  /// Creates a browser.
  ///
  /// - Parameters:
  ///   - schedule: The schedule.
  ///   - clocks: The clocks that times are shown on.
  ///   - signs: The signs that the terminal can show.
  ///   - keeping: How things are kept.
  ///   - query: What the list shows at first.
  ///   - picking: Whether talks are chosen, and not read.
  ///   - now: The moment.
  package init(
    _ schedule: ConferenceSchedule, _ clocks: ConferenceClocks, _ signs: Signs = .unicode,
    _ keeping: BrowserKeeping, query: ListQuery = ListQuery(), picking: Bool = false, now: Instant
  ) {
    presenter = SchedulePresenter(schedule, clocks, signs)
    self.keeping = keeping
    self.signs = signs
    self.clocks = clocks
    var list = ListScreen(isPicking: picking)
    list.query = query
    state = BrowserState(list: list, now: now)
    present()
  }

  /// The identifier of the talk that keys are about; nil if there is none.
  package var selectedTalk: String? { state.selectedTalk }

  /// What characters mean now: text, or commands.
  package var isTyping: Bool { state.isTyping }

  /// Whether a page is read, whose lines are what is selected.
  package var isReading: Bool { if case .page = state.top { true } else { false } }

  // MARK: Events

  package mutating func handle(_ event: ScreenEvent) -> ScreenOutcome {
    var outcome = ScreenOutcome.goOn
    switch event {
    case .key(let key, let moment):
      advance(to: moment)
      state.notice = nil
      outcome = handle(key)
    case .resized(let size, let moment):
      advance(to: moment)
      state.size = size
      if !hasSize { state.list.goToPresent(view) }
      hasSize = true
    case .tick(let moment), .resumed(let moment):
      advance(to: moment)
    case .outsideChange(let moment):
      advance(to: moment)
      state.news = keeping.news()
    }
    present()
    return outcome
  }

  /// Takes note of the moment, which moves the line of the present through the list.
  private mutating func advance(to moment: Int64) {
    let before = view
    state.now = Instant(secondsSince1970: moment)
    state.list.keepTop(before, view)
  }

  /// The next full minute, at which the line of the present moves.
  package func nextWakeUp(after now: Int64) -> Int64? { now - now % 60 + 60 }

  var view: View { View(size: state.size, now: state.now, clocks: clocks, signs: signs) }

  mutating func handle(_ key: Key) -> ScreenOutcome {
    // What is pasted is text, and never a command.
    if case .paste = key, !state.isTyping { return .goOn }
    switch key {
    case .click(let position): return click(position)
    case .wheelUp: return turnWheel(.up)
    case .wheelDown: return turnWheel(.down)
    default: break
    }
    switch state.top {
    case .chooser(var screen, let purpose):
      let outcome = screen.type(key, view)
      replaceTop(.chooser(screen, for: purpose))
      return outcome.map { took($0, for: purpose) } ?? .goOn
    case .prompt(var screen, let talk):
      let outcome = screen.type(key)
      replaceTop(.prompt(screen, talk: talk))
      guard let outcome else { return .goOn }
      if case .entered(let text) = outcome,
        keep(.note(text.allSatisfy(\.isWhitespace) ? nil : text), on: talk)
      {
        // What could not be kept can be entered again.
        return .goOn
      }
      pop()
      return .goOn
    case .list where state.list.isTyping:
      return took(state.list.type(key, view))
    default:
      return KeyTable.command(for: key, in: state.context).map { perform($0) } ?? .goOn
    }
  }
}
