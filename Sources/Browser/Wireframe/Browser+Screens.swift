import Schedule

extension Browser {
  mutating func push(_ screen: BrowserState.Screen) { state.above.append(screen) }

  mutating func pop() { _ = state.above.popLast() }

  /// Returns to the list, on the talk and the day of the screen above it.
  mutating func backToList() {
    let (above, talk) = (state.top, state.selectedTalk)
    state.above = []
    if let talk, talk != state.list.selected { select(talk) }
    // A search or a filter can exclude the talk.
    if case .grid(let grid) = above, state.list.selected != talk, state.list.day != grid.model.day {
      state.list.go(to: grid.model.day, returning: true, view)
    }
  }

  mutating func replaceTop(_ screen: BrowserState.Screen) {
    if !state.above.isEmpty { state.above[state.above.count - 1] = screen }
  }

  mutating func select(_ id: String) {
    state.list.select(id, view)
  }

  mutating func open(_ id: String) {
    guard let page = presenter.page(ofTalk: id) else { return }
    push(.page(PageScreen(page), of: .talk(id)))
  }

  mutating func openPerson(_ name: String) {
    push(.page(PageScreen(presenter.page(ofPerson: name)), of: .person(name)))
  }

  mutating func showPeople(of id: String) {
    let people = presenter.card(of: id)?.people ?? []
    if people.count == 1 { return openPerson(people[0]) }
    if people.isEmpty {
      state.notice = "no speakers are listed"
      return
    }
    push(
      .chooser(
        ChooserScreen("People", people.map { Choice(id: $0, title: $0) }, filters: true),
        for: .person))
  }

  mutating func showGrid() {
    guard let day = state.list.day ?? presenter.days.first else { return }
    let selected = state.selectedTalk
    push(.grid(GridScreen(presenter.grid(of: day), selecting: selected)))
  }

  mutating func turnGrid(_ screen: GridScreen, by days: Int) {
    guard let position = presenter.days.firstIndex(of: screen.model.day),
      presenter.days.indices.contains(position + days)
    else { return }
    let model = presenter.grid(of: presenter.days[position + days])
    replaceTop(.grid(GridScreen(model, selecting: nil)))
  }

  /// Moves by a number of tabs, to another day or to the agenda.
  mutating func turn(by tabs: Int) {
    let count = presenter.days.count + 1
    let current =
      state.list.query.isAgenda
      ? count - 1 : state.list.day.flatMap(presenter.days.firstIndex(of:)) ?? 0
    go(toTab: (current + tabs + count) % count)
  }

  mutating func go(toTab tab: Int) {
    let isAgenda = state.list.query.isAgenda
    let day = state.list.day
    if !isAgenda { state.list.leaveDay() }
    if tab == presenter.days.count {
      _ = perform(.agenda)
    } else if presenter.days.indices.contains(tab) {
      if isAgenda { state.list.query = ListQuery() }
      present()
      let target = presenter.days[tab]
      state.list.go(to: target, returning: isAgenda || day != target, view)
    }
  }
}
