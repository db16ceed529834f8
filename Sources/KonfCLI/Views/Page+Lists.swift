import ECSKit
import Schedule

/// People, places and talks in lists and one by one.
extension Page {
  /// Talks under a heading for each day.
  mutating func talks(_ talks: [Entity]) {
    byDay(talks.map { ($0, programme.slot(of: $0)?[Timing.self]) }) { page, talks in
      if page.isNarrow {
        for talk in talks {
          page.add(page.clock(ofTalk: talk), indent: 2)
          for cell in page.cells(ofTalk: talk) { page.add(cell, indent: 4) }
        }
      } else {
        page.add(
          talks.flatMap { talk in
            page.cells(ofTalk: talk).enumerated().map { row, cell in
              [row == 0 ? page.clock(ofTalk: talk) : Line(), cell]
            }
          })
      }
    }
  }

  private func clock(ofTalk talk: Entity) -> Line {
    Line(programme.slot(of: talk)?[Timing.self].map { times.listed($0) } ?? "", .time)
  }

  /// What a talk is called, who gives it, and its stars, a line each.
  private func cells(ofTalk talk: Entity) -> [Line] {
    [
      "\(programme.name(of: talk), .strong)",
      "\(byline(of: talk)) \("[\(programme.shownID(of: talk))]", .dim)",
      stars(of: talk),
    ].filter { !$0.isEmpty }
  }

  /// People with the titles of their talks; those without a talk with their handles.
  mutating func people(_ people: [Programme.Reference]) {
    named(people) { [self] person in
      let titles = talks(by: person).map { Line("\(programme.name(of: $0))") }
      return titles.isEmpty ? ["\(person.entity?[TwitterHandle.self]?.text ?? "", .dim)"] : titles
    }
  }

  /// Names with facts beside them, a line each, or below them where there is too little room.
  private mutating func named(
    _ references: [Programme.Reference], facts: (Programme.Reference) -> [Line]
  ) {
    if isNarrow {
      for reference in references where !isOver {
        add("\(reference.name, .strong)", hanging: 2)
        for fact in facts(reference) { add(fact, indent: 2, hanging: 4) }
      }
      return
    }
    var rows: [[Line]] = []
    var size = 0
    for reference in references {
      for (row, fact) in facts(reference).enumerated() {
        rows.append([row == 0 ? "\(reference.name, .strong)" : Line(), fact])
        size += fact.width + 1
      }
      // The talk of many has its title beside each of them.
      if gives(up: size) { return }
    }
    add(rows, indent: 0)
  }

  /// A person in full.
  mutating func person(_ person: Programme.Reference) {
    blank()
    let entity = person.entity
    var head: Line = "\(person.name, .strong)"
    if let handle = entity?[TwitterHandle.self]?.text {
      head.append(" \("\(dot) \(handle)", .dim)")
    }
    if entity?.has(Organizer.self) ?? false { head.append(" \("\(dot) organizer", .note)") }
    add(head)
    add(paragraphs: entity?[Biography.self]?.text ?? "", indent: 2)
    if let link = entity?[Photo.self]?.link { add("\(link, .dim)", indent: 2) }
    if let entity { links(of: entity, indent: 2) }
    for talk in talks(by: person) where !isOver {
      blank()
      self.talk(talk)
    }
  }

  /// Places with their addresses.
  mutating func places(_ places: [Programme.Reference]) {
    named(places) { ["\($0.entity?[Address.self]?.text ?? "")"] }
  }

  /// A place in full, with what happens there.
  mutating func place(_ place: Programme.Reference, now: Instant) {
    blank()
    add("\(place.name, .strong)")
    add(paragraphs: place.entity?[Address.self]?.text ?? "", indent: 2)
    add(paragraphs: place.entity?[Description.self]?.text ?? "", indent: 2)
    slots(slots(at: place), now: now, at: place)
  }

  /// A slot in full: when, where with addresses, and its talks.
  mutating func slotInFull(_ slot: Entity) {
    blank()
    var head = headline(of: slot, withID: true)
    if let rating = slot[Rating.self] { head.append(" \(stars(rating))") }
    add(head)
    let timing = slot[Timing.self]
    var when = Line(times.dated(timing), .time)
    if let length = timing?.length { when.append(", \(length.words)") }
    add(when, indent: 2)
    for place in programme.places(of: slot) {
      let address = place.entity?[Address.self]?.text
      add("\(place.name)\(address.map { ", \($0)" } ?? "")", indent: 2)
    }
    if programme.talks.contains(slot) {
      add("\(speakerNames(of: slot), .dim)", indent: 2)
      content(of: slot, indent: 2)
    }
    for talk in programme.talks(in: slot) where talk != slot {
      blank()
      add("\(programme.name(of: talk), .strong)", indent: 2)
      add("\(speakerNames(of: talk)) \("[\(programme.shownID(of: talk))]", .dim)", indent: 4)
      let stars = stars(of: talk)
      if !stars.isEmpty { add(stars, indent: 4) }
      content(of: talk, indent: 4)
    }
  }

  /// What a talk is about: its subtitle, track and language, and its text.
  private mutating func content(of talk: Entity, indent: Int) {
    if let subtitle = talk[Subtitle.self]?.text { add("\(subtitle)", indent: indent) }
    let facts = [programme.track(of: talk), programme.language(of: talk)].compactMap(\.self)
    add("\(facts.joined(separator: " \(dot.string) "), .dim)", indent: indent)
    if let abstract = talk[Abstract.self]?.text {
      blank()
      add(paragraphs: abstract, indent: indent)
    }
    if talk.has(WebLinks.self) { blank() }
    links(of: talk, indent: indent)
  }

  /// Where there is more about a talk or a person, a line each.
  private mutating func links(of entity: Entity, indent: Int) {
    for link in entity[WebLinks.self]?.links ?? [] {
      let address: Line = "\(link.address ?? "", .dim)"
      let parts: [Line] = ["\(link.words)", address].filter { !$0.isEmpty }
      add(
        parts.dropFirst().reduce(parts.first ?? Line()) { "\($0): \($1)" }, indent: indent,
        hanging: indent + 2)
    }
  }
}
