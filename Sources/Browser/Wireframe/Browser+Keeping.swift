import ECSKit
import Schedule

/// Changes that are kept, and the news of changes by others.
extension Browser {
  mutating func tryToKeep(
    _ body: (inout Browser) throws(BrowserFailure) -> Void
  ) {
    do throws(BrowserFailure) { try body(&self) } catch { state.notice = error.message }
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
    tryToKeep { browser throws(BrowserFailure) in
      try browser.keeping.keep(mark, entities, browser.state.now)
    }
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
    do throws(BrowserFailure) {
      presenter = SchedulePresenter(try keeping.reload(state.now), clocks, signs)
    } catch {
      backToList()
      state.list.show(.failed("\(error.message). Esc shows what was read before"), view)
      return
    }
    presented = nil
    state.news = nil
    backToList()
    state.list.query = ListQuery()
    state.list.query.only = news.talks
  }
}
