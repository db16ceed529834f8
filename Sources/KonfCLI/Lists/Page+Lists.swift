import CommandLine
import ECSKit
import Marks
import Schedule

extension Page {
  /// Adds people and the titles of their talks.
  ///
  /// For a person without a talk, the Twitter handle is shown.
  mutating func people(_ people: [ConferenceSchedule.Reference]) {
    named(people) { [self] person in
      let titles = talks(by: person).map { title(of: $0, .plain) }
      return titles.isEmpty ? ["\(person.entity?[TwitterHandle.self]?.text ?? "", .dim)"] : titles
    }
  }

  /// Adds people or locations, each with facts.
  ///
  /// The facts are next to each name or, on a narrow page, below it. For a screen reader, each line
  /// consists of a name and all facts.
  private mutating func named(
    _ references: [ConferenceSchedule.Reference], facts: (ConferenceSchedule.Reference) -> [Line]
  ) {
    if isNarrow {
      for reference in references where !isOver {
        if presentation.isSpoken {
          var line: Line = "\(prose: reference.name, .strong)"
          for (number, fact) in facts(reference).filter({ !$0.isEmpty }).enumerated() {
            line.append("\(number == 0 ? ": " : "; ")\(fact)")
          }
          add(line)
          continue
        }
        add("\(prose: reference.name, .strong)", hanging: 2)
        for fact in facts(reference) { add(fact, indent: 2, hanging: 4) }
      }
      return
    }
    // Cells are created one at a time, because a cell takes more memory than its text.
    var rows: [(name: SafeText, fact: Line)] = []
    rows.reserveCapacity(references.count)
    var size = 0
    for reference in references {
      for (row, fact) in facts(reference).enumerated() {
        rows.append((row == 0 ? SafeText(prose: reference.name) : "", fact))
        size += fact.width + 1
      }
      // A talk's title is repeated for each speaker, so the list may exceed the limit.
      if gives(up: size) { return }
    }
    add(rows.lazy.map { [Line($0.name, .strong), $0.fact] }, indent: 0)
  }

  mutating func person(_ person: ConferenceSchedule.Reference) {
    blank()
    let entity = person.entity
    var head: Line = "\(prose: person.name, .strong)"
    if let handle = entity?[TwitterHandle.self]?.text {
      head.append(" \("\(dot) \(handle)", .dim)")
    }
    if entity?.has(Organizer.self) ?? false { head.append(" \("\(dot) organizer", .note)") }
    add(head)
    add(paragraphs: entity?[Biography.self]?.text ?? "", indent: 2)
    if let link = entity?[Photo.self]?.link {
      let label: Line = presentation.isSpoken ? "photo: " : Line()
      add("\(label)\(linking("\(link)", .dim))", indent: 2)
    }
    if let entity { links(of: entity, indent: 2) }
    let talks = talks(by: person)
    if !talks.isEmpty { blank() }
    add(
      undated: talks.map { talk in
        var row = row(ofUndated: talk)
        let others = schedule.speakerNames(of: talk).filter { $0 != person.name }
        row.speakers =
          others.isEmpty ? Line() : Line("with \(prose: others.joined(separator: ", "))", .dim)
        return row
      })
  }

  mutating func locations(_ locations: [ConferenceSchedule.Reference]) {
    named(locations) { ["\(prose: $0.entity?[Address.self]?.text ?? "")"] }
  }

  mutating func location(_ location: ConferenceSchedule.Reference, now: Instant) {
    blank()
    add("\(prose: location.name, .strong)")
    add(paragraphs: location.entity?[Address.self]?.text ?? "", indent: 2)
    add(paragraphs: location.entity?[Description.self]?.text ?? "", indent: 2)
    sessions(sessions(at: location), now: now, at: location)
  }

  mutating func sessionInFull(_ session: Entity) {
    blank()
    var head = headline(of: session, withID: true)
    if let rating = session[Rating.self] { head.append("\(gap)\(stars(rating))") }
    head.append(mark(session[Star.self]))
    add(head)
    note(of: session, indent: 2)
    let timing = session[Timing.self]
    var when = Line(times.dated(timing), .time)
    if let length = timing?.length { when.append(", \(times.words(length))") }
    add(when, indent: 2)
    for location in schedule.locations(of: session) {
      let address = location.entity?[Address.self]?.text
      add("\(prose: location.name)\(prose: address.map { ", \($0)" } ?? "")", indent: 2)
    }
    add("\(prose: speakerNames(of: session), .dim)", indent: 2)
    content(of: session, indent: 2)
    for talk in schedule.talks(in: session) where talk != session {
      blank()
      add("\(title(of: talk))\(mark(talk[Star.self]))", indent: 2)
      note(of: talk, indent: 4)
      add("\(prose: speakerNames(of: talk), .dim)\(tag(of: talk))", indent: 4)
      let stars = stars(of: talk)
      if !stars.isEmpty { add(stars, indent: 4) }
      content(of: talk, indent: 4)
    }
  }

  /// Adds the marks, the last time and location, and the speakers of a cancelled talk.
  mutating func cancelledInFull(_ talk: Entity) {
    blank()
    marked(talk)
    add("\(prose: speakerNames(of: talk), .dim)", indent: 2)
    if let rating = talk[Rating.self] { add(stars(rating), indent: 2) }
  }

  private mutating func content(of talk: Entity, indent: Int) {
    if let subtitle = talk[Subtitle.self]?.text { add("\(prose: subtitle)", indent: indent) }
    let language = schedule.language(of: talk).map {
      presentation.isSpoken ? "language \($0)" : $0
    }
    let facts = [schedule.track(of: talk), language].compactMap(\.self)
    add("\(prose: facts.joined(separator: " \(dot.string) "), .dim)", indent: indent)
    if let abstract = talk[Abstract.self]?.text {
      blank()
      add(paragraphs: abstract, indent: indent)
    }
    if talk.has(WebLinks.self) { blank() }
    links(of: talk, indent: indent)
  }

  private mutating func links(of entity: Entity, indent: Int) {
    for link in entity[WebLinks.self]?.links ?? [] {
      let address = Line("\(link.address ?? "")", .dim)
        .linked(to: presentation.linksOutput ? link.address.flatMap(Hyperlink.init) : nil)
      let parts: [Line] = ["\(prose: link.words)", address].filter { !$0.isEmpty }
      add(
        parts.dropFirst().reduce(parts.first ?? Line()) { "\($0): \($1)" }, indent: indent,
        hanging: indent + 2)
    }
  }
}
