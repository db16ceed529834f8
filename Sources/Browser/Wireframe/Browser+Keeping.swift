import ECSKit
import Schedule

extension Browser {
  mutating func report(_ attempt: Attempt<String?>, isUndo: Bool) {
    switch attempt {
    case .failed(let reason): state.notice = reason
    case .done(let words?):
      state.undoable += isUndo ? -1 : 1
      state.redoable += isUndo ? 1 : -1
      state.notice = "\(isUndo ? "undone" : "redone"): \(words)"
    case .done(nil):
      if isUndo { state.undoable = 0 } else { state.redoable = 0 }
      state.notice = isUndo ? "nothing to undo" : "nothing to redo"
    }
  }

  mutating func noteChange() {
    state.undoable += 1
    state.redoable = 0
  }

  /// Stores a mark on a talk, and returns true if that fails.
  @discardableResult
  mutating func keep(_ mark: BrowserMark, on id: String) -> Bool {
    guard let entity = presenter.entity(id) else { return false }
    var targets = [entity]
    // The talk shows the star of its session or is hidden with it, so that mark is removed.
    if case .star(nil) = mark, !entity.has(Star.self),
      let session = presenter.schedule.session(of: entity)
    {
      targets = [session]
    } else if case .hidden(false) = mark {
      targets = presenter.schedule.hiders(of: entity)
    }
    if keep(mark, on: targets) { return true }
    state.change = "\(mark.words): \(presenter.row(entity).title)"
    return false
  }

  private mutating func keep(_ mark: BrowserMark, on entities: [Entity]) -> Bool {
    guard case .failed(let reason) = keeping.keep(mark, entities, state.now) else {
      noteChange()
      return false
    }
    state.notice = reason
    return true
  }

  mutating func hide(_ choice: String, _ id: String) {
    guard let entity = presenter.entity(id) else { return }
    let row = presenter.row(entity)
    switch choice {
    case "again":
      keep(.hidden(false), on: id)
      return
    case "track", "location": break
    default:
      if !keep(.hidden(true), on: id), row.star != nil {
        state.notice = "hidden, but still listed, because you starred it"
      }
      return
    }
    let talks = talks(sharing: choice, with: entity).filter { !$0.has(Hidden.self) }
    if talks.isEmpty {
      state.notice = "all these talks are already hidden"
    } else if !keep(.hidden(true), on: talks) {
      let words = talks.count == 1 ? "talk is" : "talks are"
      state.notice = "\(talks.count) \(words) hidden; press u to undo"
    }
  }

  /// Returns the talks with the track or a location of a talk or session, as a choice to hide says.
  func talks(sharing choice: String, with entity: Entity) -> [Entity] {
    let schedule = presenter.schedule
    var rule = SelectionRule()
    if choice == "track" {
      rule.tracks = [schedule.track(of: entity)].compactMap(\.self)
    } else {
      rule.locations = schedule.locationNames(of: schedule.session(of: entity) ?? entity)
    }
    return schedule.talksInOrder(in: schedule.selection(rule))
  }

  mutating func showChanges() {
    guard let news = state.news else {
      state.notice = "no other konf process has changed anything"
      return
    }
    switch keeping.reload(state.now) {
    case .done(let schedule): presenter = SchedulePresenter(schedule, clocks, signs)
    case .failed(let reason):
      backToList()
      state.list.show(.failed(reason), view)
      return
    }
    presented = nil
    state.news = nil
    backToList()
    state.list.query = ListQuery()
    state.list.query.only = news.talks
    present()
    if state.list.rows.isEmpty {
      state.list.query = ListQuery()
      state.notice = "the changed talks are no longer in the schedule"
    }
  }
}

extension BrowserMark {
  fileprivate var words: String {
    switch self {
    case .star(let star?): star.isMaybe ? "starred as a maybe" : "starred"
    case .star(nil): "no longer starred"
    case .rating(let stars?): "rated \(stars)"
    case .rating(nil): "rating removed"
    case .note(nil): "note removed"
    case .note: "note saved"
    case .hidden(true): "hidden"
    case .hidden(false): "shown again"
    }
  }
}
