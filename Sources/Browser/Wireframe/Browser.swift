package import Schedule
package import TerminalScreen

/// An interactive browser for a schedule.
///
/// The browser creates the screens, passes content to them, and acts on their outcomes. The screens
/// do not depend on each other.
///
///     var browser = Browser(schedule, clocks, keeping, now: now)
///     _ = browser.handle(.key(.down, at: 1_738_404_300))
///     browser.frame(ScreenSize(columns: 80, rows: 24)).cursor  // at the selected talk
///
/// Equal schedules and equal events result in equal frames.
package struct Browser: ScreenProgram {
  var state: BrowserState
  var presenter: SchedulePresenter
  let keeping: BrowserKeeping
  let signs: Signs
  let clocks: ConferenceClocks
  /// The inputs of the shown content.
  ///
  /// The content is derived again only if one of its inputs changes.
  var presented: Presented?
  /// True once the size is known.
  ///
  /// The first layout needs the size.
  private var hasSize = false
  /// The picked talks; empty until the user confirms the choice.
  package internal(set) var picked: [String] = []

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

  package var selectedTalk: String? { state.selectedTalk }

  package var isTyping: Bool { state.isTyping }

  /// True while a page is shown.
  ///
  /// On a page, the user selects lines instead of talks.
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
      state.list.fit(view)
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

  private mutating func advance(to moment: Int64) {
    state.now = Instant(secondsSince1970: moment)
    state.list.fit(view)
  }

  package func nextWakeUp(after now: Int64) -> Int64? { now.startOfNextMinute }

  var view: View {
    View(
      size: state.size, now: state.now, clocks: clocks, signs: signs,
      hasHeader: !state.list.isPicking)
  }

  mutating func handle(_ key: Key) -> ScreenOutcome {
    // Pasted text is never a command.
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
        // Keep the prompt open, so that the user can try again.
        return .goOn
      }
      pop()
      return .goOn
    case .list where state.list.isTyping:
      return took(state.list.type(key, view))
    default:
      return KeyBindings.command(for: key, in: state.context).map { perform($0) } ?? .goOn
    }
  }
}
