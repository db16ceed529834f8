// Creates the text for the agenda and for plans. SchedulePresenter inserts it into lists.
import Basics
import ECSKit
import Schedule

extension SchedulePresenter {
  func words(forClashWith item: Agenda.Item, overlaps: Bool = true) -> String {
    let kind =
      item.isAppointment ? "appointment" : schedule.isStarred(item.entity) ? "starred" : nil
    let end = item.timing?.end.map { "until \(clocks.clock($0))" }
    let facts = [kind, end].compactMap(\.self).joined(separator: ", ")
    let reason = overlaps ? "same time as" : "too far from"
    return "\(reason) \(schedule.name(of: item).shown)\(facts.isEmpty ? "" : " (\(facts))")"
  }

  private func notes(on item: Agenda.Item) -> [String] {
    let walk = item.walk.map { walk in
      walk.early > .zero
        ? "leave \(signs.words(walk.early)) early, walk for \(signs.words(walk.length))"
        : "leave at \(clocks.clock(walk.leave)), walk for \(signs.words(walk.length))"
    }
    let name = item.choice?.name.nonEmpty.map { "because of \($0.shown)" }
    let second = item.choice?.second.map { session in
      "second choice: \(schedule.name(ofSession: session).shown)"
    }
    return [walk, name, second].compactMap(\.self)
  }

  func entries(of entry: AgendaView.Entry) -> [ListEntry] {
    switch entry {
    case .item(let item, let clashes):
      let rows = (item.talks.isEmpty ? [item.entity] : item.talks).map(row)
      return rows.enumerated().map { number, row in
        ListEntry(
          subject: .talk(row),
          notes: number > 0
            ? []
            : clashes.all.filter(\.isNamedAbove).map {
              words(forClashWith: $0.item, overlaps: item.overlaps($0.item))
            } + notes(on: item))
      }
    case .gap(let gap, let suggestions):
      let gap = ListEntry(
        subject: .gap(
          Timing(start: gap.start, end: gap.end), "free for \(signs.words(gap.length))"))
      return [gap]
        + suggestions.map { suggestion in
          let talks = schedule.talks(in: suggestion.session)
          let reason =
            suggestion.reason == .speaker
            ? "fits; you starred \(suggestion.name.shown)"
            : "fits; you starred a talk in \(suggestion.name.shown)"
          return ListEntry(
            subject: .talk(row(talks.count == 1 ? talks[0] : suggestion.session)), notes: [reason])
        }
    }
  }

  /// Returns the clashes of a session with the agenda, or else the free time around the session.
  func remarks(on session: Entity) -> [String] {
    let timing = schedule.timing(of: session)
    guard let span = timing?.certain, schedule.occupies(session, timing) else { return [] }
    let clashing = agenda.items.filter { item in
      item.entity != session && item.isBusy && item.timing?.certain.map(span.overlaps) ?? false
    }
    if !clashing.isEmpty { return clashing.map { words(forClashWith: $0) } }
    return agenda.gaps.filter { $0.start <= span.lowerBound && span.lowerBound < $0.end }.map {
      "You are free \(clocks.clock($0.start))\(signs.dash)\(clocks.clock($0.end))."
    }
  }
}
