import Schedule
import TerminalScreen

/// The content of screens, derived again if it may be different.
extension Browser {
  /// What the list was derived for.
  struct Presented: Equatable {
    let query: ListQuery
    let version: Int
    /// The moment, if what is shown depends on it.
    let moment: Instant?
    let hasPlan: Bool
  }

  /// Derives what the screens show, if it may be different.
  mutating func present() {
    let query = state.list.query
    let hasPlan = state.size.columns >= 200 && !query.isAgenda && !state.list.isPicking
    let minute = Instant(secondsSince1970: state.now.secondsSince1970 / 60)
    let wanted = Presented(
      query: query, version: presenter.version, moment: query.isAgenda || hasPlan ? minute : nil,
      hasPlan: hasPlan)
    let isNew = presented?.version != wanted.version
    if presented != wanted {
      state.list.show(presenter.content(for: query, at: state.now), view)
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
