// Builds the cards, pages and filters that `Browser` shows. All text for display is safe to print.
import Basics
import ECSKit
import Schedule

extension SchedulePresenter {
  func card(of id: String) -> TalkCard? {
    guard let entity = entity(id) else { return nil }
    let row = row(entity)
    let session = schedule.session(of: entity) ?? entity
    let isSpoken = signs == .spoken
    let language = isSpoken && !row.language.isEmpty ? "language \(row.language)" : row.language
    let facts = [row.track, language, row.locations]
    return TalkCard(
      row: row, when: when(row.timing), facts: facts.filter { !$0.isEmpty },
      people: (entity[SpeakerNames.self]?.names ?? []).map(\.shown),
      remarks: row.kind == .cancelled ? ["no longer in the schedule"] : remarks(on: session),
      abstract: (entity[Abstract.self]?.text ?? "").shownLines,
      links: (entity[WebLinks.self]?.links ?? []).compactMap(\.webAddress).uniqued.map(\.visible))
  }

  /// Returns a date and times, such as "Sat 1 Feb 11:00–11:30".
  private func when(_ timing: Timing?) -> String {
    guard let timing, let date = clocks.date(of: timing) else { return "" }
    let span =
      switch clocks.span(timing) {
      case .wholeDays(let days): days == 1 ? "all day" : "for \(days) days"
      case .clocks(let start, let end, let days):
        "\(start)\(signs.dash)\(end)\(signs.later(days))"
      case .from(let start): "from \(start)"
      case .until(let end): "until \(end)"
      case .unknown: ""
      }
    return signs.date(date, span)
  }

  func page(ofTalk id: String) -> Page? {
    guard let card = card(of: id) else { return nil }
    var blocks: [Page.Block] = [.text(card.row.title, .strong)]
    func add(_ text: String, _ look: Look = .plain) {
      if !text.isEmpty { blocks.append(.text(text, look)) }
    }
    add(card.row.subtitle)
    add(card.when, .time)
    add(card.facts.joined(separator: signs.separator), .dim)
    // A record without an identifier has its title as its identifier.
    if signs != .spoken, card.row.shownID != card.row.title { add(card.row.shownID, .dim) }
    if let star = card.row.star { add(star.isMaybe ? "starred as a maybe" : "starred", .star) }
    if let stars = card.row.rating { add("your rating: \(stars) of 5", .star) }
    if card.row.isHidden { add("hidden", .note) }
    if !card.row.note.isEmpty { add("note: \(card.row.note)", .note) }
    for remark in card.remarks { add(remark, .note) }
    for person in card.people { blocks.append(.link(person, .person(person))) }
    if !card.abstract.isEmpty {
      blocks.append(.text("", .plain))
      add(card.abstract)
    }
    if !card.links.isEmpty { blocks.append(.text("", .plain)) }
    let titles = signs == .spoken ? linkTitles(of: id) : [:]
    for link in card.links { add("\(titles[link].map { "\($0): " } ?? "")\(link)", .dim) }
    blocks += [.text("", .plain), .text("Commands", .heading)]
    for binding in KeyBindings.bindings
    where binding.contexts.contains(.page) && !binding.command.isMove {
      blocks.append(.link(binding.help, .command(binding.command), key: binding.keyNames))
    }
    return Page(talk: id, title: card.row.title, blocks: blocks)
  }

  /// Returns the titles of links by their addresses.
  ///
  /// A title says more than a long address that is read aloud.
  private func linkTitles(of id: String) -> [String: String] {
    let links = entity(id)?[WebLinks.self]?.links ?? []
    let pairs = links.compactMap { link -> (String, String)? in
      let title = link.title.shown
      return title.isEmpty ? nil : link.webAddress.map { ($0.visible, title) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  func page(ofPerson name: String) -> Page {
    let person = schedule.everybody.first { $0.name.shown == name }
    var blocks: [Page.Block] = [.text(name, .strong)]
    if let handle = person?.entity?[TwitterHandle.self]?.text {
      blocks.append(.text(handle.shown, .dim))
    }
    if let text = person?.entity?[Biography.self]?.text, !text.isEmpty {
      blocks += [.text("", .plain), .text(text.shownLines, .plain)]
    }
    let talks = person.map { schedule.talks(byPersonCalled: $0.name) } ?? []
    blocks += [.text("", .plain), .text("Talks", .heading)]
    for talk in talks {
      let row = row(talk)
      let place = [when(row.timing), row.locations].filter { !$0.isEmpty }.joined(separator: ", ")
      blocks.append(.link("\(row.title)\(signs.separator)\(place)", .talk(row.id)))
    }
    return Page(talk: nil, title: name, blocks: blocks)
  }

  /// Returns all values that can filter a list, each with its number of talks.
  func facets(_ query: ListQuery) -> [Choice] {
    let rule = query.rule
    let visible = schedule.visible(.all)
    let talks = schedule.talks.filter { visible.contains(talk: $0) }
    func counted(_ names: (Entity) -> [String]) -> [(String, Int)] {
      var counts: [String: Int] = [:]
      for talk in talks { for name in Set(names(talk)) { counts[name, default: 0] += 1 } }
      return counts.sorted { $0.key < $1.key }
    }
    func choices(
      _ kind: Facet.Kind, _ chosen: [String]?, _ names: (Entity) -> [String]
    ) -> [Choice] {
      counted(names).map { name, count in
        Choice(
          id: Facet(kind: kind, name: name).id, title: "\(kind.rawValue): \(name.shown)",
          detail: "\(count)", isOn: chosen?.contains(name) ?? false)
      }
    }
    let mine = talks.count { schedule.star(of: $0) != nil }
    return [
      Choice(
        id: Facet(kind: .mine, name: "").id, title: "only starred", detail: "\(mine)",
        isOn: rule.isStarred)
    ]
      + choices(.track, rule.tracks) { self.schedule.trackNames(of: $0) }
      + choices(.location, rule.locations) {
        self.schedule.session(of: $0).map(self.schedule.locationNames(of:)) ?? []
      }
      + choices(.language, rule.languages) { [self.schedule.language(of: $0)].compactMap(\.self) }
      + choices(.speaker, rule.speakers) { $0[SpeakerNames.self]?.names ?? [] }
  }
}

/// A value that filters a list, such as a track.
struct Facet: Equatable {
  enum Kind: String, CaseIterable {
    case mine, track, location, language, speaker
  }

  let kind: Kind
  let name: String

  var id: String { "\(kind.rawValue)/\(name)" }

  init(kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }

  init?(id: String) {
    guard let slash = id.firstIndex(of: "/"), let kind = Kind(rawValue: String(id[..<slash])) else {
      return nil
    }
    self.init(kind: kind, name: String(id[id.index(after: slash)...]))
  }

  func toggle(in rule: inout SelectionRule) {
    func toggled(_ names: [String]?) -> [String]? {
      let others = (names ?? []).filter { $0 != name }
      let all = names?.contains(name) ?? false ? others : others + [name]
      return all.isEmpty ? nil : all
    }
    switch kind {
    case .mine: rule.isStarred.toggle()
    case .track: rule.tracks = toggled(rule.tracks)
    case .location: rule.locations = toggled(rule.locations)
    case .language: rule.languages = toggled(rule.languages)
    case .speaker: rule.speakers = toggled(rule.speakers)
    }
  }
}

extension String {
  /// The text, safe to print, with at most one blank line between paragraphs.
  var shownLines: String {
    var lines: [String] = []
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      let shown = String(line).shown
      if !shown.isEmpty || lines.last?.isEmpty == false { lines.append(shown) }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
