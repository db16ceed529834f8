import Schedule
import TerminalScreen

extension Browser {
  /// The inputs that determine the content.
  struct Presented: Equatable {
    let query: ListQuery
    let version: UInt64
    /// The current minute if the agenda is shown, otherwise the last start or end of a session.
    let moment: Instant?
    let hasPlan: Bool
  }

  mutating func present() {
    let query = state.list.query
    let hasPlan = state.size.columns >= 200 && !query.isAgenda && !state.list.isPicking
    let minute = Instant(secondsSince1970: state.now.secondsSince1970 / 60)
    let wanted = Presented(
      query: query, version: presenter.version,
      moment: query.isAgenda || hasPlan ? minute : presenter.lastChange(upTo: state.now),
      hasPlan: hasPlan)
    let isNew = presented?.version != wanted.version
    if presented != wanted {
      if state.list.isPicking {
        let picks = presenter.picks(for: query, marked: state.list.marked)
        let areNew = presented?.query.words != query.words
        state.list.show(picks: picks, of: presenter.count, areNew: areNew, view)
      } else {
        state.list.show(presenter.content(for: query, at: state.now), view)
      }
      var plan = ListQuery()
      plan.isAgenda = true
      state.list.plan = hasPlan ? presenter.content(for: plan, at: state.now) : nil
    }
    if isNew || state.list.card?.row.id != state.list.selected {
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

  /// The names of the tabs for the days and the agenda, and the index of the current tab.
  ///
  /// The index is -1 if no tab is current.
  var tabs: (names: [String], chosen: Int) {
    let days = presenter.days.enumerated().map { "\($0.offset + 1) \($0.element.brief)" }
    let mine = presenter.agenda.items.count
    let chosen =
      state.list.query.isAgenda
      ? days.count : state.list.day.flatMap(presenter.days.firstIndex(of:)) ?? -1
    return (days + ["Mine \(mine)"], chosen)
  }

  /// The day of the chosen tab, or nil if the agenda or no day is chosen.
  var chosenDay: CivilDate? { state.list.query.isAgenda ? nil : state.list.day }

  /// The chosen tab in words, such as "day 1, Saturday 1 February", or nil if no tab is chosen.
  var tabWords: String? {
    if state.list.query.isAgenda {
      let count = presenter.agenda.items.count
      return "your agenda, \(count) \(count == 1 ? "item" : "items")"
    }
    guard let day = chosenDay, let place = presenter.days.firstIndex(of: day) else { return nil }
    return "day \(place + 1), \(view.signs.date(day))"
  }

  var title: String { presenter.title }

  func link(of id: String) -> String? { presenter.card(of: id)?.links.first }
}
