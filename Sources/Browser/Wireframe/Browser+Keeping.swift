import ECSKit
import Schedule

extension Browser {
  /// Shows the message about the result of a change, if the result has one.
  mutating func say<Value>(_ attempt: Attempt<Value>, _ words: (Value) -> String?) {
    switch attempt {
    case .done(let value): if let words = words(value) { state.notice = words }
    case .failed(let reason): state.notice = reason
    }
  }

  /// Stores a mark on a talk, and returns true if storing fails.
  @discardableResult
  mutating func keep(_ mark: BrowserMark, on id: String) -> Bool {
    guard let entity = presenter.entity(id) else { return false }
    var target = entity
    // A talk inherits the star of its session, so remove that star.
    if case .star(nil) = mark, !entity.has(Star.self),
      let session = presenter.schedule.session(of: entity)
    {
      target = session
    }
    return keep(mark, on: [target])
  }

  private mutating func keep(_ mark: BrowserMark, on entities: [Entity]) -> Bool {
    say(keeping.keep(mark, entities, state.now)) { nil }
    return state.notice != nil
  }

  mutating func hide(_ choice: String, _ id: String) {
    guard let entity = presenter.entity(id) else { return }
    let row = presenter.row(entity)
    var rule = SelectionRule()
    switch choice {
    case "again":
      keep(.hidden(false), on: id)
      return
    case "track": rule.tracks = [presenter.schedule.track(of: entity)].compactMap(\.self)
    case "location":
      let session = presenter.schedule.session(of: entity) ?? entity
      rule.locations = presenter.schedule.locationNames(of: session)
    default:
      if !keep(.hidden(true), on: id), row.star != nil {
        state.notice = "hidden, but still listed, because you starred it"
      }
      return
    }
    let selection = presenter.schedule.selection(rule)
    let talks = presenter.schedule.talksInOrder(in: selection).filter { !$0.has(Hidden.self) }
    if talks.isEmpty {
      state.notice = "all these talks are already hidden"
    } else if !keep(.hidden(true), on: talks) {
      let words = talks.count == 1 ? "talk is" : "talks are"
      state.notice = "\(talks.count) \(words) hidden; press u to undo"
    }
  }

  mutating func showChanges() {
    guard let news = state.news else {
      state.notice = "nothing changed since you started"
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
