import ECSKit
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
  private var presenter: SchedulePresenter
  private let keeping: BrowserKeeping
  private let signs: Signs
  private let clocks: ConferenceClocks
  /// The state of the last frame, so that only differences are derived again.
  private var presented: Presented?
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
      state.now = Instant(secondsSince1970: moment)
      state.notice = nil
      outcome = take(key)
    case .resized(let size, let moment):
      state.now = Instant(secondsSince1970: moment)
      state.size = size
      if !hasSize { state.list.goToPresent(view) }
      hasSize = true
    case .tick(let moment), .resumed(let moment):
      state.now = Instant(secondsSince1970: moment)
    case .outsideChange(let moment):
      state.now = Instant(secondsSince1970: moment)
      state.news = keeping.news()
    }
    present()
    return outcome
  }

  /// The next full minute, at which the line of the present moves.
  package func nextWakeUp(after now: Int64) -> Int64? { now - now % 60 + 60 }

  var view: View { View(size: state.size, now: state.now, clocks: clocks, signs: signs) }

  private mutating func take(_ key: Key) -> ScreenOutcome {
    // What is pasted is text, and never a command.
    if case .paste = key, !state.isTyping { return .goOn }
    switch state.top {
    case .chooser(var screen, let purpose):
      let outcome = screen.type(key, view)
      replaceTop(.chooser(screen, for: purpose))
      return outcome.map { took($0, for: purpose) } ?? .goOn
    case .prompt(var screen, let talk):
      let outcome = screen.type(key)
      replaceTop(.prompt(screen, talk: talk))
      guard let outcome else { return .goOn }
      pop()
      if case .entered(let text) = outcome {
        keep(.note(text.allSatisfy(\.isWhitespace) ? nil : text), on: talk)
      }
      return .goOn
    case .list where state.list.isTyping:
      return took(state.list.type(key, view))
    default:
      return KeyTable.command(for: key, in: state.context).map { perform($0) } ?? .goOn
    }
  }

  // MARK: Commands

  /// Does what a command says, as if its key had been pressed.
  mutating func perform(_ command: Command) -> ScreenOutcome {
    if command.isAboutTalk { return state.selectedTalk.map { act(command, on: $0) } ?? .goOn }
    switch command {
    case .quit: return .end(status: 0)
    case .help: push(.chooser(Self.help, for: .help))
    case .undo:
      tryToKeep { browser throws(BrowserFailure) in
        browser.state.notice =
          try browser.keeping.undo(browser.state.now).map { "undone: \($0)" } ?? "nothing to undo"
      }
    case .redo:
      tryToKeep { browser throws(BrowserFailure) in
        browser.state.notice =
          try browser.keeping.redo(browser.state.now).map { "redone: \($0)" } ?? "nothing to redo"
      }
    case .undoVisit:
      tryToKeep { browser throws(BrowserFailure) in
        browser.state.notice =
          try browser.keeping.undoVisit(browser.state.now)
          ? "everything is as it was when you started; u undoes that" : "you changed nothing"
      }
    case .showChanges: showChanges()
    case .showCommand: state.notice = keeping.command(state.list.query)
    case .facets:
      backToList()
      push(
        .chooser(
          ChooserScreen("Filter by", presenter.facets(state.list.query), filters: true),
          for: .facets))
    case .grid where !isGrid: showGrid()
    case .agenda:
      backToList()
      state.list.query = ListQuery()
      state.list.query.isAgenda = true
    case .showHidden:
      backToList()
      let isShown = state.list.query.rule.isHidden
      state.list.query = ListQuery()
      state.list.query.rule.isHidden = !isShown
    case .find where !isGrid, .now where !isGrid:
      backToList()
      return took(state.list.reduce(command, view))
    default: return move(command)
    }
    return .goOn
  }

  private var isGrid: Bool { if case .grid = state.top { true } else { false } }

  /// Hands a command to the screen that is seen.
  private mutating func move(_ command: Command) -> ScreenOutcome {
    switch state.top {
    case .list:
      switch command {
      case .day(let number): go(toTab: number - 1)
      case .nextDay, .right: turn(by: 1)
      case .previousDay, .left: turn(by: -1)
      default: return took(state.list.reduce(command, view))
      }
    case .page(var screen, let subject):
      let outcome = screen.reduce(command, view)
      replaceTop(.page(screen, of: subject))
      switch outcome {
      case .left: pop()
      case .followed(.talk(let id)): open(id)
      case .followed(.person(let name)): openPerson(name)
      case .followed(.command(let command)): return perform(command)
      case nil: break
      }
    case .grid(var screen):
      if case .day(let number) = command, presenter.days.indices.contains(number - 1) {
        screen.show(presenter.grid(of: presenter.days[number - 1]))
      }
      let outcome = screen.reduce(command, view)
      replaceTop(.grid(screen))
      switch outcome {
      case .left:
        pop()
        if let id = screen.selected { select(id) }
      case .opened(let id): open(id)
      case .turned(let days): turnGrid(screen, by: days)
      case nil: break
      }
    case .chooser, .prompt: break
    }
    return .goOn
  }

  private mutating func act(_ command: Command, on id: String) -> ScreenOutcome {
    guard let entity = presenter.entity(id) else { return .goOn }
    let row = presenter.row(entity)
    switch command {
    case .star: keep(.star(row.star?.isMaybe == false ? nil : Star(isMaybe: false)), on: id)
    case .maybe: keep(.star(row.star?.isMaybe == true ? nil : Star(isMaybe: true)), on: id)
    case .rate: push(.chooser(Self.rating(row), for: .rating(id)))
    case .note:
      let text = (entity[Note.self]?.text ?? "").shown
      push(.prompt(PromptScreen("A note about \(row.title)", text: text), talk: id))
    case .hide: push(.chooser(hiding(row), for: .hiding(id)))
    case .copy: push(.chooser(copying(row), for: .copying(id)))
    case .people: showPeople(of: id)
    case .running:
      guard let span = row.timing?.certain else {
        state.notice = "its time is unknown"
        return .goOn
      }
      backToList()
      state.list.query = ListQuery()
      state.list.query.during = span
      present()
      select(id)
    default: break
    }
    return .goOn
  }

  // MARK: What screens return

  private mutating func took(_ outcome: ListScreen.Outcome?) -> ScreenOutcome {
    switch outcome {
    case nil: break
    case .opened(let id): open(id)
    case .picked(let ids):
      picked = ids
      return .end(status: 0)
    case .left where state.list.isPicking: return .end(status: 1)
    case .left: break
    }
    return .goOn
  }

  private mutating func took(
    _ outcome: ChooserScreen.Outcome, for purpose: BrowserState.Choosing
  ) -> ScreenOutcome {
    pop()
    guard case .chose(let choice) = outcome else { return .goOn }
    switch purpose {
    case .facets:
      state.list.query.isAgenda = false
      Facet(id: choice)?.toggle(in: &state.list.query.rule)
    case .help:
      guard let binding = KeyTable.bindings.first(where: { $0.keyNames == choice }) else { break }
      return perform(binding.command)
    case .rating(let id): keep(.rating(Int(choice).flatMap { $0 == 0 ? nil : $0 }), on: id)
    case .hiding(let id): hide(choice, id)
    case .copying(let id):
      guard let card = presenter.card(of: id) else { break }
      let text = choice == "id" ? card.row.shownID : card.links.first ?? ""
      state.notice = "copied \(text), if the terminal allows that"
      return .copy(text)
    case .person: openPerson(choice)
    }
    return .goOn
  }

  /// Chooses something by its identifier, as if it had been selected and entered.
  mutating func choose(_ id: String) -> ScreenOutcome {
    guard case .chooser(let screen, let purpose) = state.top,
      screen.shown.contains(where: { $0.id == id })
    else { return .goOn }
    let outcome = took(.chose(id), for: purpose)
    present()
    return outcome
  }

  /// Follows a link of a page by what it leads to, "talk/" or "person/" with a name.
  mutating func follow(_ link: String) -> ScreenOutcome {
    guard let slash = link.firstIndex(of: "/") else { return .goOn }
    let name = String(link[link.index(after: slash)...])
    if link.hasPrefix("talk/") { open(name) } else { openPerson(name) }
    return .goOn
  }

  // MARK: Keeping

  private mutating func tryToKeep(
    _ body: (inout Browser) throws(BrowserFailure) -> Void
  ) {
    do throws(BrowserFailure) { try body(&self) } catch { state.notice = error.message }
  }

  private mutating func keep(_ mark: BrowserMark, on id: String) {
    guard let entity = presenter.entity(id) else { return }
    var target = entity
    // A talk has the star of its session, and that is what is taken back.
    if case .star(nil) = mark, !entity.has(Star.self),
      let session = presenter.schedule.session(of: entity)
    {
      target = session
    }
    keep(mark, on: [target])
  }

  private mutating func keep(_ mark: BrowserMark, on entities: [Entity]) {
    tryToKeep { browser throws(BrowserFailure) in
      try browser.keeping.keep(mark, entities, browser.state.now)
    }
  }

  private mutating func hide(_ choice: String, _ id: String) {
    guard let entity = presenter.entity(id) else { return }
    let row = presenter.row(entity)
    var rule = SelectionRule()
    switch choice {
    case "again": return keep(.hidden(false), on: id)
    case "track": rule.tracks = [presenter.schedule.track(of: entity)].compactMap(\.self)
    case "location":
      let session = presenter.schedule.session(of: entity) ?? entity
      rule.locations = presenter.schedule.locationNames(of: session)
    default:
      keep(.hidden(true), on: id)
      if row.star != nil { state.notice = "it stays in lists, since it is yours" }
      return
    }
    let selection = presenter.schedule.selection(rule)
    let talks = presenter.schedule.talksInOrder(in: selection)
    keep(.hidden(true), on: talks)
    if state.notice == nil { state.notice = "\(talks.count) talks are hidden; u undoes that" }
  }

  private mutating func showChanges() {
    guard let news = state.news else {
      state.notice = "nothing changed since you started"
      return
    }
    tryToKeep { browser throws(BrowserFailure) in
      let schedule = try browser.keeping.reload(browser.state.now)
      browser.presenter = SchedulePresenter(schedule, browser.clocks, browser.signs)
      browser.presented = nil
      browser.state.news = nil
      browser.backToList()
      browser.state.list.query = ListQuery()
      browser.state.list.query.only = news.talks
    }
  }

  // MARK: Screens

  private mutating func push(_ screen: BrowserState.Screen) { state.above.append(screen) }

  private mutating func pop() { _ = state.above.popLast() }

  private mutating func backToList() { state.above = [] }

  private mutating func replaceTop(_ screen: BrowserState.Screen) {
    if !state.above.isEmpty { state.above[state.above.count - 1] = screen }
  }

  private mutating func select(_ id: String) {
    state.list.select(id, view)
  }

  private mutating func open(_ id: String) {
    guard let page = presenter.page(ofTalk: id) else { return }
    push(.page(PageScreen(page), of: .talk(id)))
  }

  private mutating func openPerson(_ name: String) {
    push(.page(PageScreen(presenter.page(ofPerson: name)), of: .person(name)))
  }

  private mutating func showPeople(of id: String) {
    let people = presenter.card(of: id)?.people ?? []
    if people.count == 1 { return openPerson(people[0]) }
    if people.isEmpty {
      state.notice = "it names no people"
      return
    }
    push(
      .chooser(
        ChooserScreen("People", people.map { Choice(id: $0, title: $0) }, filters: true),
        for: .person))
  }

  private mutating func showGrid() {
    guard let day = state.list.day ?? presenter.days.first else { return }
    let selected = state.selectedTalk
    push(.grid(GridScreen(presenter.grid(of: day), selecting: selected)))
  }

  private mutating func turnGrid(_ screen: GridScreen, by days: Int) {
    guard let position = presenter.days.firstIndex(of: screen.model.day),
      presenter.days.indices.contains(position + days)
    else { return }
    let model = presenter.grid(of: presenter.days[position + days])
    replaceTop(.grid(GridScreen(model, selecting: nil)))
  }

  /// Goes to the day, or to the agenda, before or after.
  private mutating func turn(by tabs: Int) {
    let count = presenter.days.count + 1
    let current =
      state.list.query.isAgenda
      ? count - 1 : state.list.day.flatMap(presenter.days.firstIndex(of:)) ?? 0
    go(toTab: (current + tabs + count) % count)
  }

  private mutating func go(toTab tab: Int) {
    if tab == presenter.days.count {
      _ = perform(.agenda)
    } else if presenter.days.indices.contains(tab) {
      if state.list.query.isAgenda { state.list.query = ListQuery() }
      present()
      state.list.go(to: presenter.days[tab], view)
    }
  }

  // MARK: Presenting

  /// What the list was derived for.
  private struct Presented: Equatable {
    let query: ListQuery
    let version: Int
    /// The moment, if what is shown depends on it.
    let moment: Instant?
    var card: String?
    var hasPlan = false
  }

  /// Derives what the screens show, if it may be different.
  private mutating func present() {
    let query = state.list.query
    let version = presenter.version
    let hasPlan = state.size.columns >= 200 && !query.isAgenda && !state.list.isPicking
    let minute = Instant(secondsSince1970: state.now.secondsSince1970 / 60)
    let isNew = presented?.version != version
    var wanted = Presented(
      query: query, version: version, moment: query.isAgenda || hasPlan ? minute : nil,
      hasPlan: hasPlan)
    let derived = presented.map {
      Presented(
        query: $0.query, version: $0.version, moment: $0.moment, hasPlan: $0.hasPlan)
    }
    if derived != wanted {
      state.list.show(presenter.content(for: query, at: state.now), view)
      var plan = ListQuery()
      plan.isAgenda = true
      state.list.plan = hasPlan ? presenter.content(for: plan, at: state.now) : nil
    }
    wanted.card = state.list.selected
    if isNew || presented?.card != wanted.card {
      state.list.card = state.list.selected.flatMap(presenter.card(of:))
    }
    presented = wanted
    if !isNew { return }
    for number in state.above.indices {
      switch state.above[number] {
      case .page(var screen, .talk(let id)):
        guard let page = presenter.page(ofTalk: id) else { continue }
        screen.show(page)
        state.above[number] = .page(screen, of: .talk(id))
      case .grid(var screen):
        screen.show(presenter.grid(of: screen.model.day))
        state.above[number] = .grid(screen)
      default: break
      }
    }
  }

  /// The days and the agenda, with the number that is shown.
  var tabs: (names: [String], chosen: Int) {
    let days = presenter.days.enumerated().map { "\($0.offset + 1) \($0.element.brief)" }
    let mine = presenter.agenda.items.count
    let chosen =
      state.list.query.isAgenda
      ? days.count : state.list.day.flatMap(presenter.days.firstIndex(of:)) ?? -1
    return (days + ["Mine \(mine)"], chosen)
  }

  /// What the conference is called.
  var title: String { presenter.title }

  /// The address of the page of a talk.
  func link(of id: String) -> String? { presenter.card(of: id)?.links.first }
}
