import ECSKit
import Schedule
import TerminalScreen

extension Browser {
  /// The bindings that have an effect on the current screen.
  var offered: [KeyBinding] {
    KeyBindings.bindings.filter { $0.contexts.contains(state.context) && offers($0.command) }
  }

  /// Returns true if a command has an effect on the current screen.
  func offers(_ command: Command) -> Bool {
    switch command {
    case .open:
      if case .page(let screen, _) = state.top {
        screen.isOnLink
      } else {
        state.selectedTalk != nil
      }
    case .up, .down, .pageUp, .pageDown, .first, .last, .findNext, .findPrevious:
      if case .list = state.top { state.list.rows.count > 1 } else { true }
    case .left, .right: isGrid || hasDays
    case .nextDay, .previousDay: isGrid ? presenter.days.count > 1 : hasDays
    case .grid: !presenter.days.isEmpty
    case .now: if case .list = state.top { state.selectedTalk != nil } else { true }
    case .undo, .undoVisit: state.undoable > 0
    case .redo: state.redoable > 0
    case .showChanges: state.news != nil
    case .showHidden: state.list.query.rule.isHidden || presenter.hasHidden
    case .agenda: !state.list.query.isAgenda || state.list.query.isPlan
    case .plan: !state.list.query.isPlan
    case .day(let number): presenter.days.indices.contains(number - 1) && (isGrid || hasDays)
    case _ where command.isAboutTalk: state.selectedTalk.map { offers(command, on: $0) } ?? false
    default: true
    }
  }

  /// True if the list has days to go to.
  private var hasDays: Bool {
    !presenter.days.isEmpty && (state.list.query.isAgenda || !state.list.rows.isEmpty)
  }

  /// Returns true if a command about a talk has an effect on a talk or an appointment.
  func offers(_ command: Command, on id: String) -> Bool {
    guard let entity = presenter.entity(id) else { return false }
    switch command {
    case .people: return !(entity[SpeakerNames.self]?.names.isEmpty ?? true)
    case .running: return presenter.row(entity).timing?.certain != nil
    default: return !command.isMark || !entity.has(Appointment.self)
    }
  }

  mutating func perform(_ command: Command) -> ScreenOutcome {
    if command.isAboutTalk { return state.selectedTalk.map { act(command, on: $0) } ?? .goOn }
    switch command {
    case .quit: return .end(status: 0)
    case .help: push(.chooser(help, for: .help))
    case .undo: report(keeping.undo(state.now), isUndo: true)
    case .redo: report(keeping.redo(state.now), isUndo: false)
    case .undoVisit:
      switch keeping.undoVisit(state.now) {
      case .failed(let reason): state.notice = reason
      case .done(false): state.notice = "you have not changed anything"
      case .done(true):
        noteChange()
        state.notice = "all changes since you started are undone; press u to restore them"
      }
    case .showChanges: showChanges()
    case .mouse: return toggleMouse()
    case .showCommand: state.notice = keeping.command(state.list.query)
    case .facets:
      backToList()
      push(
        .chooser(
          ChooserScreen("Filter by", presenter.facets(state.list.query), filters: true),
          for: .facets))
    case .grid: showGrid()
    case .list: backToList()
    case .agenda, .plan:
      backToList()
      state.list.query = ListQuery()
      state.list.query.isAgenda = true
      state.list.query.isPlan = command == .plan
    case .showHidden where !offers(command): state.notice = "no talk is hidden"
    case .showHidden:
      backToList()
      let isShown = state.list.query.rule.isHidden
      state.list.query = ListQuery()
      state.list.query.rule.isHidden = !isShown
    case .now where !isGrid, .find:
      backToList()
      return took(state.list.reduce(command, view))
    default: return move(command)
    }
    return .goOn
  }

  var isGrid: Bool { if case .grid = state.top { true } else { false } }

  mutating func move(_ command: Command) -> ScreenOutcome {
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
      return took(outcome)
    case .grid(var screen):
      if case .day(let number) = command, presenter.days.indices.contains(number - 1) {
        screen.show(presenter.grid(of: presenter.days[number - 1]))
      }
      let outcome = screen.reduce(command, view)
      replaceTop(.grid(screen))
      return took(outcome, of: screen)
    case .chooser, .prompt: break
    }
    return .goOn
  }

  mutating func act(_ command: Command, on id: String) -> ScreenOutcome {
    guard let entity = presenter.entity(id) else { return .goOn }
    if command.isMark, presenter.appointment(id) != nil {
      state.notice = "this is an appointment; only talks have stars, ratings and notes"
      return .goOn
    }
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
}
