import TerminalScreen

extension Browser {
  mutating func took(_ outcome: ListScreen.Outcome?) -> ScreenOutcome {
    switch outcome {
    case nil: break
    case .opened(let id): open(id)
    case .picked(let ids):
      picked = ids
      return .end(status: 0)
    case .left where state.list.isPicking: return .end(status: 1)
    // After a failed read, derive the list again.
    case .left: presented = nil
    }
    return .goOn
  }

  mutating func took(_ outcome: PageScreen.Outcome?) -> ScreenOutcome {
    switch outcome {
    case .left: pop()
    case .followed(.talk(let id)): open(id)
    case .followed(.person(let name)): openPerson(name)
    case .followed(.command(let command)): return perform(command)
    case nil: break
    }
    return .goOn
  }

  mutating func took(_ outcome: GridScreen.Outcome?, of screen: GridScreen) -> ScreenOutcome {
    switch outcome {
    case .left:
      pop()
      if let id = screen.selected { select(id) }
    case .opened(let id): open(id)
    case .turned(let days): turnGrid(screen, by: days)
    case nil: break
    }
    return .goOn
  }

  mutating func took(
    _ outcome: ChooserScreen.Outcome, for purpose: BrowserState.Choosing
  ) -> ScreenOutcome {
    pop()
    guard case .chose(let choice) = outcome else { return .goOn }
    switch purpose {
    case .facets:
      state.list.query.isAgenda = false
      Facet(id: choice)?.toggle(in: &state.list.query.rule)
    case .help:
      guard let binding = offered.first(where: { $0.keyNames == choice }) else { break }
      return perform(binding.command)
    case .rating(let id): keep(.rating(Int(choice).flatMap { $0 == 0 ? nil : $0 }), on: id)
    case .hiding(let id): hide(choice, id)
    case .copying(let id):
      guard let card = presenter.card(of: id) else { break }
      let text = choice == "id" ? card.row.shownID : card.links.first ?? ""
      state.notice = "copied \(text), if your terminal allows it"
      return .copy(text)
    case .person: openPerson(choice)
    }
    return .goOn
  }

  /// Chooses an item by its identifier, as if the user had selected it and pressed Enter.
  mutating func choose(_ id: String) -> ScreenOutcome {
    guard case .chooser(let screen, let purpose) = state.top,
      screen.shown.contains(where: { $0.id == id })
    else { return .goOn }
    let outcome = took(.chose(id), for: purpose)
    present()
    return outcome
  }

  /// Follows a link of a page: "talk/" and an identifier, or "person/" and a name.
  mutating func follow(_ link: String) -> ScreenOutcome {
    guard let slash = link.firstIndex(of: "/") else { return .goOn }
    let name = String(link[link.index(after: slash)...])
    if link.hasPrefix("talk/") { open(name) } else { openPerson(name) }
    return .goOn
  }
}
