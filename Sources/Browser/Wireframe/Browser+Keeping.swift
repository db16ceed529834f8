import ECSKit
import Schedule

/// Changes that are kept, and the news of changes by others.
extension Browser {
  /// Says what became of a change; nothing if there are no words for it.
  mutating func say<Value>(_ attempt: Attempt<Value>, _ words: (Value) -> String?) {
    switch attempt {
    case .done(let value): if let words = words(value) { state.notice = words }
    case .failed(let reason): state.notice = reason
    }
  }

  mutating func keep(_ mark: BrowserMark, on id: String) {
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

  mutating func keep(_ mark: BrowserMark, on entities: [Entity]) {
    say(keeping.keep(mark, entities, state.now)) { nil }
  }

  mutating func hide(_ choice: String, _ id: String) {
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

  mutating func showChanges() {
    guard let news = state.news else {
      state.notice = "nothing changed since you started"
      return
    }
    switch keeping.reload(state.now) {
    case .done(let schedule): presenter = SchedulePresenter(schedule, clocks, signs)
    case .failed(let reason):
      backToList()
      state.list.show(.failed("\(reason). Esc shows what was read before"), view)
      return
    }
    presented = nil
    state.news = nil
    backToList()
    state.list.query = ListQuery()
    state.list.query.only = news.talks
  }
}
