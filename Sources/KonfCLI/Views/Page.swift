import ECSKit
import Schedule

/// An answer in text, as its lines come together.
struct Page {
  let schedule: ConferenceSchedule
  let presentation: Presentation
  let times: Times
  /// The moment that the page is for.
  let now: Instant
  /// How lists show talks and sessions.
  let layout: ListLayout
  private let source: ScheduleSource
  private let selection: Selection
  /// The lines so far; of tens of thousands the bytes take a fraction of what the lines would.
  private(set) var text: Answer

  init(_ run: Run) {
    text = Answer(limit: run.streams.answer.limit)
    schedule = run.schedule
    presentation = run.presentation
    times = Times(run)
    now = run.now
    layout = ListLayout(run.invocation, width: run.presentation.width)
    source = run.source
    selection = run.selection
  }

  var width: Int { presentation.width }
  /// Whether the answer is over its bound, so that nothing more need be added.
  var isOver: Bool { text.isOver }
  var dot: SafeText { presentation.glyphs.dot }
  /// Whether times stand above what they are the times of, since beside them is too little room.
  var isNarrow: Bool { width < 60 }

  // MARK: Pieces

  mutating func blank() {
    if !text.isEmpty { add(painted: Line()) }
  }

  mutating func add(_ line: Line, indent: Int = 0, hanging: Int? = nil) {
    guard !line.isEmpty else { return }
    line.wrap(to: width, indent: indent, hanging: hanging ?? indent) { add(painted: $0) }
  }

  /// Adds a line that is as it should be.
  mutating func add(painted line: Line) {
    text.add(line, presentation)
  }

  /// Notes that as many bytes more would be over the bound; true if they would.
  mutating func gives(up size: Int) -> Bool {
    guard let limit = text.limit, text.count + size > limit else { return false }
    text.add(repeatElement(0, count: size))
    return true
  }

  /// Adds a text of any lines; however many of them are blank, one stays between paragraphs.
  ///
  /// What stands in, such as a list in a list or a program, goes on standing in.
  mutating func add(paragraphs text: String, indent: Int) {
    var isFirst = true
    var isParted = false
    let text = text.split(separator: "\t", omittingEmptySubsequences: false)
    for line in SafeText.lines(ofProse: text.joined(separator: "    ")) {
      let blanks = line.string.utf8.prefix { $0 == 0x20 }.count
      guard blanks < line.string.utf8.count else {
        isParted = true
        continue
      }
      if isParted, !isFirst { blank() }
      add(line, standingIn: blanks, indent: indent)
      isFirst = false
      isParted = false
    }
  }

  private mutating func add(_ line: SafeText, standingIn blanks: Int, indent: Int) {
    if indent + line.width <= width, line.string.utf8.last != 0x20 {
      add(painted: "\(SafeText.spaces(indent))\(linking(line))")
    } else {
      let start = indent + blanks
      let sign = line.string.dropFirst(blanks).prefix { $0 != " " }
      // What an item of a list goes on with stands below its text.
      let isItem = ["•", "-"].contains(sign) || sign.last == "." && Int(sign.dropLast()) != nil
      add(linking(line), indent: start, hanging: isItem ? start + sign.count + 1 : start)
    }
  }

  /// A text with its addresses as links, where a terminal follows them.
  func linking(_ text: SafeText, _ style: Style = .plain) -> Line {
    presentation.linksOutput ? Line(linking: text, style) : Line(text, style)
  }

  mutating func heading(_ text: SafeText) {
    blank()
    Line(text, .heading).wrap(to: width) { add(painted: $0) }
  }

  mutating func add(
    _ rows: some Sequence<[Line]>, indent: Int = 2, leastWidths: [Int] = []
  ) {
    Table(rows: rows, leastWidths: leastWidths, hanging: 2)
      .forEachLine(width: width, indent: indent) { add(painted: $0) }
  }

  /// What schedule it is, and in which zone its times are.
  mutating func title() {
    let name: Line =
      schedule.title.map { "\(prose: $0, .strong)" } ?? Line(source.shortName, .strong)
    let venue = schedule.zone.name
    var title: Line =
      times.zone != schedule.zone
      ? "\(name) \(dot) times in \(times.zone.name) (venue: \(venue))"
      : "\(name) \(dot) \(venue)"
    if let location = selection.location { title.append(" \(dot) \(prose: location)") }
    add(title, hanging: 2)
  }

  // MARK: The schedule

  /// Sessions in their order, under a heading for each day; `location` is what the page is about anyway.
  ///
  /// Beside the time stands how long a session takes, or what `aside` says instead.
  mutating func sessions(
    _ sessions: [Entity], now: Instant?, at location: ConferenceSchedule.Reference? = nil,
    aside: ((Timing) -> Line?)? = nil
  ) {
    let location = location?.name ?? selection.location
    if layout == .lines { return rows(of: sessions, now: now, at: location, aside: aside) }
    let aside = aside ?? times.length
    let column = sessions.flatMap { whenCells(of: $0, aside) }.map(\.width).max() ?? 0
    byDay(sessions.map { ($0, $0[Timing.self]) }) { page, sessions in
      if page.isNarrow {
        for session in sessions where !page.isOver {
          let when = page.whenCells(of: session, aside)
          page.add(when.dropFirst().reduce(when.first ?? Line()) { "\($0), \($1)" }, indent: 2)
          for cell in page.cells(of: session, now: now, at: location) {
            page.add(cell, indent: 4, hanging: 6)
          }
        }
      } else {
        page.add(
          sessions.flatMap { page.rows(of: $0, now: now, at: location, aside) },
          leastWidths: [column])
      }
    }
  }

  /// Adds a heading for each day and below it what begins on that day.
  mutating func byDay<Subject>(
    _ subjects: [(subject: Subject, timing: Timing?)], _ add: (inout Page, [Subject]) -> Void
  ) {
    var rest = subjects[...]
    while let first = rest.first {
      let day = times.day(of: first.timing)
      let those = rest.prefix { times.day(of: $0.timing) == day }
      heading("\(day?.words ?? "Without a time")")
      add(&self, those.map(\.subject))
      rest = rest.dropFirst(those.count)
    }
  }

  /// From when to when a session is and, below it, what there is to say of that.
  private func whenCells(of session: Entity, _ aside: (Timing) -> Line?) -> [Line] {
    guard let timing = session[Timing.self] else { return [] }
    return [Line(times.listed(timing), .time)] + (aside(timing).map { [$0] } ?? [])
  }

  /// A session as rows: when, and beside it what, where and who.
  private func rows(
    of session: Entity, now: Instant?, at location: String?,
    _ aside: (Timing) -> Line?
  ) -> [[Line]] {
    let cells = cells(of: session, now: now, at: location)
    let left = whenCells(of: session, aside)
    return (0..<max(cells.count, left.count)).map { row in
      let when = row < left.count ? left[row] : Line()
      return [when, row < cells.count ? cells[row] : Line()]
    }
  }

  /// What a session is, where it is, and its talks, a line each.
  private func cells(of session: Entity, now: Instant?, at location: String?) -> [Line] {
    let talks = schedule.talks(in: session)
    let parts = talks.filter { $0 != session && isMeant($0) }
    var head = headline(of: session, withID: !talks.isEmpty)
    if let rating = session[Rating.self] { head.append(" \(stars(rating))") }
    head.append(mark(session[Star.self]))
    if let now, schedule.isRunning(session, at: now) { head.append(" \("\(dot) now", .note)") }
    var cells: [Line] = [head]
    if talks.contains(session) { cells.append(Line(byline(of: session), .dim)) }
    let limit = location == nil ? Int.max : Self.fewLocations
    cells.append(Line(locations(of: session, at: location, upTo: limit)))
    return cells.filter { !$0.isEmpty } + parts.map { talkLine($0) }
  }

  /// The single location that the filters ask for, if they do.
  var askedLocation: String? { selection.location }

  /// Whether a talk was asked for.
  func isMeant(_ talk: Entity) -> Bool { selection.contains(talk: talk) }

  /// The talks of a person that were asked for.
  func talks(by person: ConferenceSchedule.Reference) -> [Entity] {
    schedule.talks(of: person).filter(selection.contains(talk:))
  }

  /// The sessions at a location that were asked for.
  func sessions(at location: ConferenceSchedule.Reference) -> [Entity] {
    schedule.sessions(of: location).filter(selection.contains(session:))
  }

  /// Who gives a talk, and the part of the schedule it belongs to.
  func byline(of talk: Entity) -> SafeText {
    let parts = [speakerNames(of: talk), schedule.track(of: talk) ?? ""].filter { !$0.isEmpty }
    return "\(prose: parts.joined(separator: " \(dot.string) "))"
  }

  /// What a session is called and its identifier, which stands alone where it has no name.
  func headline(of session: Entity, withID: Bool) -> Line {
    let name = title(of: session)
    guard withID || name.isEmpty else { return name }
    return "\(name) \("[\(schedule.shownID(of: session))]", .dim)"
  }

  /// What a talk or a session is called, with a link to its page where a terminal follows links.
  func title(of entity: Entity, _ style: Style = .strong) -> Line {
    let title = Line("\(prose: schedule.name(of: entity))", style)
    return presentation.linksOutput ? title.linked(to: entity.page.flatMap(Hyperlink.init)) : title
  }

  func stars(_ rating: Rating) -> Line {
    Line(presentation.glyphs.stars(rating.stars), .rating)
  }

  /// How many locations a session has on a page that shows it beside others of the same kind.
  ///
  /// A session that is everywhere is on the page of each location, and the pages stay as long as the file.
  static let fewLocations = 8

  /// The names of a session's locations, unless it has none but the one that the page names anyway.
  func locations(
    of session: Entity, at location: String?, upTo limit: Int = Page.fewLocations
  ) -> SafeText {
    if let location, schedule.locationNames(of: session) == [location] { return "" }
    return locationNames(of: session, upTo: limit)
  }

  /// The names of a session's locations, in a row; of many the first ones.
  func locationNames(of session: Entity, upTo limit: Int = .max) -> SafeText {
    let names = schedule.locationNames(of: session)
    let rest = names.count > limit ? " and \(names.count - limit) more" : ""
    return "\(prose: names.prefix(limit).joined(separator: ", "))\(rest)"
  }

  /// The names of a talk's speakers, in a row.
  func speakerNames(of talk: Entity) -> String {
    schedule.speakers(of: talk).map(\.name).joined(separator: ", ")
  }

  /// A talk in its session: title, speakers, and stars of its own.
  func talkLine(_ talk: Entity) -> Line {
    var line = title(of: talk, .plain)
    let speakers = speakerNames(of: talk)
    if !speakers.isEmpty { line.append(" \("\(dot) \(prose: speakers)" as SafeText, .dim)") }
    if let rating = talk[Rating.self] { line.append(" \(stars(rating))") }
    line.append(mark(talk[Star.self]))
    return line
  }

  /// The stars that count for a talk, with a word if they are those of its session.
  func stars(of talk: Entity) -> Line {
    guard let counting = schedule.rating(of: talk) else { return Line() }
    guard let session = counting.session else { return stars(counting.rating) }
    return "\(stars(counting.rating)) as \(schedule.shownID(of: session))"
  }

  /// A talk away from its session: what, when, where, and stars.
  mutating func talk(_ talk: Entity, indent: Int = 2) {
    add("\(title(of: talk))\(mark(schedule.star(of: talk)))", indent: indent)
    let session = schedule.session(of: talk)
    var when = Line(times.dated(session?[Timing.self]), .time)
    if let session {
      let locations = locationNames(of: session, upTo: Self.fewLocations)
      if !locations.isEmpty { when.append(", \(locations)") }
    }
    when.append(" \("[\(schedule.shownID(of: talk))]", .dim)")
    add(when, indent: indent + 2)
    let stars = stars(of: talk)
    if !stars.isEmpty { add(stars, indent: indent + 2) }
  }
}
