import Basics
package import CommandLine
import ECSKit
import Marks
import Schedule

/// Human-readable output that commands build line by line.
///
/// Extensions contain the functions that add parts of a schedule. Text from a file is untrusted and
/// must first be converted to ``SafeText``.
package struct Page {
  let schedule: ConferenceSchedule
  let presentation: Presentation
  let times: Times
  /// The current time, or the time set by `--at`.
  let now: Instant
  /// The layout of the lists that follow.
  var layout: ListLayout
  /// The friends whose stars are shown.
  var company: [String] = []
  /// The walks that lists show below the sessions.
  var walks: [Entity: Agenda.Walk] = [:]
  /// True if lists also show the ids of sessions without talks, because the user must choose one.
  var identifiesBreaks = false
  private let source: ScheduleSource
  private let selection: Selection
  /// The text of all lines.
  ///
  /// An array of lines would need many times the memory.
  private(set) var text: Answer
  /// The lines for a screen program, or nil if the page is only text.
  private(set) var lines: [Line]?

  /// Creates an empty page.
  ///
  /// If `layout` is nil, the command line determines it. If `keepsLines` is true, the page stores
  /// its lines for a screen program.
  init(_ run: Run, layout: ListLayout? = nil, keepsLines: Bool = false) {
    if keepsLines { lines = [] }
    text = Answer(limit: run.streams.answer.limit)
    schedule = run.schedule
    presentation = run.presentation
    times = Times(run)
    now = run.now
    self.layout = layout ?? ListLayout(run.invocation, run.presentation)
    source = run.source
    selection = run.selection
  }

  var width: Int { presentation.width }
  /// The width of lists of talks and sessions.
  var listWidth: Int { layout.width(in: width) }
  /// True if the output exceeds its limit, so that further lines are pointless.
  var isOver: Bool { text.isOver }
  var dot: SafeText { presentation.glyphs.dot }
  /// True if the page is for a screen reader, or too narrow for tables.
  var isNarrow: Bool { width < 60 || presentation.isSpoken }

  // MARK: Pieces

  mutating func blank() {
    if !text.isEmpty { add(painted: Line()) }
  }

  package mutating func add(_ line: Line, indent: Int = 0, hanging: Int? = nil) {
    guard !line.isEmpty else { return }
    line.wrap(to: width, indent: indent, hanging: hanging ?? indent) { add(painted: $0) }
  }

  /// Adds a line unchanged, without wrapping.
  mutating func add(painted line: Line) {
    text.add(line, presentation)
    lines?.append(line)
  }

  /// Returns true, and marks the output as too long, if `size` more bytes would exceed the limit.
  mutating func gives(up size: Int) -> Bool {
    guard let limit = text.limit, text.count + size > limit else { return false }
    text.add(repeatElement(0, count: size))
    return true
  }

  /// Adds multiline text, with at most one blank line between paragraphs.
  ///
  /// Indented lines, as in a nested list or in code, keep their indentation when wrapped.
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
      // Continuation lines of a list item are aligned with its text.
      let isItem = ["•", "-"].contains(sign) || sign.last == "." && Int(sign.dropLast()) != nil
      add(linking(line), indent: start, hanging: isItem ? start + sign.count + 1 : start)
    }
  }

  /// Returns text whose web addresses are links, if the terminal supports links.
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

  /// Adds the name of the schedule and the zone of its times.
  mutating func title() {
    let name: Line =
      schedule.title.map { "\(prose: $0, .strong)" } ?? Line(source.shortName, .strong)
    let venue = presentation.shown(zone: schedule.zone.shownName)
    var title: Line =
      times.zone != schedule.zone
      ? "\(name) \(dot) times in \(presentation.shown(zone: times.zone.name)) (venue: \(venue))"
      : "\(name) \(dot) \(venue)"
    if let location = selection.location { title.append(" \(dot) \(prose: location)") }
    add(title, hanging: 2)
  }

  /// Adds the name of the zone of all times.
  mutating func addZone() {
    let zone = times.zone.isFloating ? Zone.utc.name : times.zone.name
    add("\("times in \(presentation.shown(zone: zone))", .dim)", hanging: 2)
  }

  // MARK: The schedule

  /// Groups elements by day.
  ///
  /// An element that spans several days belongs to the group of each of these days.
  ///
  /// - Parameters:
  ///   - elements: The elements in chronological order.
  ///   - day: A day whose elements are listed only under this day, or nil to list each element
  ///     under all its days.
  ///   - timing: Returns the time of an element.
  /// - Returns: The elements, grouped by day in chronological order.
  func listed<Element>(
    _ elements: [Element], onlyOn day: CivilDate? = nil, _ timing: (Element) -> Timing?
  ) -> [ListedOnDay<Element>] {
    schedule.listed(elements, in: times.zone, within: selection, onlyOn: day, timing)
  }

  /// The location that the filters name, or nil if they do not name exactly one.
  var askedLocation: String? { selection.location }

  /// Returns true if a talk matches the filters.
  func isMeant(_ talk: Entity) -> Bool { selection.contains(talk: talk) }

  /// Returns the talks of a person that match the filters.
  func talks(by person: ConferenceSchedule.Reference) -> [Entity] {
    schedule.talks(of: person).filter(selection.contains(talk:))
  }

  /// Returns the sessions at a location that match the filters.
  func sessions(at location: ConferenceSchedule.Reference) -> [Entity] {
    schedule.sessions(of: location).filter(selection.contains(session:))
  }

  func byline(of talk: Entity) -> SafeText {
    let parts = [speakerNames(of: talk), schedule.track(of: talk) ?? ""].filter { !$0.isEmpty }
    return SafeText(prose: parts.joined(separator: " \(dot.string) "))
  }

  /// Returns the name of a session, and its identifier if requested or if the name is empty.
  ///
  /// If identifiers are not shown, a session that consists of a single talk gets the title of the
  /// talk.
  func headline(of session: Entity, withID: Bool) -> Line {
    let name = title(of: session)
    if !presentation.showsIDs, isTalk(session) { return title(of: schedule.talks(in: session)[0]) }
    return withID || name.isEmpty ? "\(name)\(tag(of: session))" : name
  }

  /// Returns the identifier of a talk or a session, or an empty line if `--no-ids` is set.
  ///
  /// The line is also empty if a record without an identifier uses its title as the identifier.
  func id(of entity: Entity) -> Line {
    let id = schedule.shownID(of: entity)
    return presentation.showsIDs && id != schedule.name(of: entity)
      ? Line(SafeText(id), .dim) : Line()
  }

  func tag(of entity: Entity) -> Line {
    tag(schedule.shownID(of: entity), after: schedule.name(of: entity))
  }

  /// Returns an identifier in brackets after a name, or an empty line if `--no-ids` is set.
  ///
  /// The line is also empty if the identifier equals the name.
  func tag(_ id: String, after name: String) -> Line {
    presentation.showsIDs && id != name ? " \("[\(id)]", .dim)" : Line()
  }

  /// Returns the name of a talk or a session, linked to its page if the terminal supports links.
  func title(of entity: Entity, _ style: Style = .strong) -> Line {
    let title = Line(SafeText(prose: schedule.name(of: entity)), style)
    return presentation.linksOutput ? title.linked(to: entity.page.flatMap(Hyperlink.init)) : title
  }

  func stars(_ rating: Rating) -> Line {
    let stars = presentation.glyphs.stars(rating.stars)
    return Line(presentation.isSpoken ? "rated \(stars)" : stars, .rating)
  }

  /// The separator after the stars of a rating.
  var gap: SafeText { presentation.isSpoken ? ", " : " " }

  /// The maximum number of locations that a list shows for a session.
  ///
  /// A session at all locations is listed under each of them. Without the limit, the output could
  /// become much longer than the file.
  static let fewLocations = 8

  /// Returns the locations of a session, or empty text if the page is about its only location.
  func locations(
    of session: Entity, at location: String?, upTo limit: Int = Page.fewLocations
  ) -> SafeText {
    if let location, schedule.locationNames(of: session) == [location] { return "" }
    return locationNames(of: session, upTo: limit)
  }

  func locationNames(of session: Entity, upTo limit: Int = .max) -> SafeText {
    let names = schedule.locationNames(of: session)
    let rest = names.count > limit ? " and \(names.count - limit) more" : ""
    return "\(prose: names.prefix(limit).joined(separator: ", "))\(rest)"
  }

  func speakerNames(of talk: Entity) -> String {
    schedule.speakerNames(of: talk).joined(separator: ", ")
  }

  /// Returns the line of a talk below its session: its title, its speakers, and its own rating.
  func talkLine(_ talk: Entity) -> Line {
    let star = sign(talk[Star.self])
    var line = star.isEmpty ? star : "\(star) "
    line.append(title(of: talk, .plain))
    let speakers = speakerNames(of: talk)
    if !speakers.isEmpty { line.append(" \("\(dot) \(prose: speakers)" as SafeText, .dim)") }
    if let rating = talk[Rating.self] { line.append(" \(stars(rating))") }
    return line
  }

  /// Returns the rating of a talk or, if it has none, the rating of its session and the session's
  /// name.
  func stars(of talk: Entity) -> Line {
    guard let counting = schedule.rating(of: talk) else { return Line() }
    guard let session = counting.session else { return stars(counting.rating) }
    let name = presentation.showsIDs ? schedule.shownID(of: session) : "its session"
    return "\(stars(counting.rating)) as \(name)"
  }
}

extension Presentation {
  /// Returns the name of a zone or, for a screen reader, the name without special characters.
  func shown(zone name: String) -> String { isSpoken ? Zone.spoken(name) : name }
}
