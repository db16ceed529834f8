package import CommandLine
package import ECSKit
package import Marks
package import Schedule
import TextBasics

/// An answer in text, to which lines are added.
package struct Page {
  package let schedule: ConferenceSchedule
  package let presentation: Presentation
  package let times: Times
  /// The moment that the page is for.
  package let now: Instant
  /// How lists show talks and sessions.
  package let layout: ListLayout
  /// The friends whose stars are shown.
  package var company: [String] = []
  private let source: ScheduleSource
  private let selection: Selection
  /// The bytes of the lines so far; tens of thousands of lines would take many times their memory.
  package private(set) var text: Answer

  package init(_ run: Run) {
    text = Answer(limit: run.streams.answer.limit)
    schedule = run.schedule
    presentation = run.presentation
    times = Times(run)
    now = run.now
    layout = ListLayout(run.invocation, width: run.presentation.width)
    source = run.source
    selection = run.selection
  }

  package var width: Int { presentation.width }
  /// The columns of lists of talks and sessions.
  var listWidth: Int { layout.width(in: width) }
  /// Whether the answer is over its bound, so that nothing more need be added.
  package var isOver: Bool { text.isOver }
  package var dot: SafeText { presentation.glyphs.dot }
  /// Whether times are above their sessions, since there is too little room beside them.
  var isNarrow: Bool { width < 60 }

  // MARK: Pieces

  package mutating func blank() {
    if !text.isEmpty { add(painted: Line()) }
  }

  package mutating func add(_ line: Line, indent: Int = 0, hanging: Int? = nil) {
    guard !line.isEmpty else { return }
    line.wrap(to: width, indent: indent, hanging: hanging ?? indent) { add(painted: $0) }
  }

  /// Adds a line that is as it should be.
  package mutating func add(painted line: Line) {
    text.add(line, presentation)
  }

  /// Notes that as many bytes more would be over the bound; true if they would.
  package mutating func gives(up size: Int) -> Bool {
    guard let limit = text.limit, text.count + size > limit else { return false }
    text.add(repeatElement(0, count: size))
    return true
  }

  /// Adds a text of any lines; however many of them are blank, one stays between paragraphs.
  ///
  /// Indented lines, such as a list in a list or a program, keep their indentation when they are
  /// wrapped.
  package mutating func add(paragraphs text: String, indent: Int) {
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
      // The continuation of a list item is below its text.
      let isItem = ["•", "-"].contains(sign) || sign.last == "." && Int(sign.dropLast()) != nil
      add(linking(line), indent: start, hanging: isItem ? start + sign.count + 1 : start)
    }
  }

  /// A text with its addresses as links, where a terminal follows them.
  package func linking(_ text: SafeText, _ style: Style = .plain) -> Line {
    presentation.linksOutput ? Line(linking: text, style) : Line(text, style)
  }

  package mutating func heading(_ text: SafeText) {
    blank()
    Line(text, .heading).wrap(to: width) { add(painted: $0) }
  }

  package mutating func add(
    _ rows: some Sequence<[Line]>, indent: Int = 2, leastWidths: [Int] = []
  ) {
    Table(rows: rows, leastWidths: leastWidths, hanging: 2)
      .forEachLine(width: width, indent: indent) { add(painted: $0) }
  }

  /// Adds the name of the schedule, and the zone of its times.
  package mutating func title() {
    let name: Line =
      schedule.title.map { "\(prose: $0, .strong)" } ?? Line(source.shortName, .strong)
    let venue = schedule.zone.shownName
    var title: Line =
      times.zone != schedule.zone
      ? "\(name) \(dot) times in \(times.zone.name) (venue: \(venue))"
      : "\(name) \(dot) \(venue)"
    if let location = selection.location { title.append(" \(dot) \(prose: location)") }
    add(title, hanging: 2)
  }

  // MARK: The schedule

  /// Returns the elements of a list by day; those that last for days are on each of them.
  ///
  /// - Parameters:
  ///   - elements: The elements, in the order of time.
  ///   - day: The only day of what takes place on it.
  ///   - timing: Returns the time of an element.
  /// - Returns: The elements, grouped by day, the days in order.
  func listed<Element>(
    _ elements: [Element], onlyOn day: CivilDate? = nil, _ timing: (Element) -> Timing?
  ) -> [ListedOnDay<Element>] {
    schedule.listed(elements, in: times.zone, within: selection, onlyOn: day, timing)
  }

  /// The single location that the filters ask for, if they do.
  var askedLocation: String? { selection.location }

  /// Whether a talk was asked for.
  package func isMeant(_ talk: Entity) -> Bool { selection.contains(talk: talk) }

  /// The selected talks of a person.
  package func talks(by person: ConferenceSchedule.Reference) -> [Entity] {
    schedule.talks(of: person).filter(selection.contains(talk:))
  }

  /// The selected sessions at a location.
  package func sessions(at location: ConferenceSchedule.Reference) -> [Entity] {
    schedule.sessions(of: location).filter(selection.contains(session:))
  }

  /// The speakers of a talk, and its track.
  func byline(of talk: Entity) -> SafeText {
    let parts = [speakerNames(of: talk), schedule.track(of: talk) ?? ""].filter { !$0.isEmpty }
    return SafeText(prose: parts.joined(separator: " \(dot.string) "))
  }

  /// What a session is called and its identifier, or the identifier alone if it has no name.
  package func headline(of session: Entity, withID: Bool) -> Line {
    let name = title(of: session)
    return withID || name.isEmpty ? "\(name)\(tag(of: session))" : name
  }

  /// The identifier of a session or a talk, unless those are left out.
  package func id(of entity: Entity) -> Line { id(schedule.shownID(of: entity)) }

  /// An identifier, unless those are left out.
  package func id(_ text: String) -> Line {
    presentation.showsIDs ? Line(SafeText(text), .dim) : Line()
  }

  /// The identifier of a session or a talk after its name, unless those are left out.
  package func tag(of entity: Entity) -> Line { tag(schedule.shownID(of: entity)) }

  /// An identifier after a name, unless those are left out.
  package func tag(_ id: String) -> Line {
    presentation.showsIDs ? " \("[\(id)]", .dim)" : Line()
  }

  /// The name of a talk or a session, with a link to its page where a terminal follows links.
  package func title(of entity: Entity, _ style: Style = .strong) -> Line {
    let title = Line(SafeText(prose: schedule.name(of: entity)), style)
    return presentation.linksOutput ? title.linked(to: entity.page.flatMap(Hyperlink.init)) : title
  }

  package func stars(_ rating: Rating) -> Line {
    Line(presentation.glyphs.stars(rating.stars), .rating)
  }

  /// The most locations of a session on a page that lists it with others.
  ///
  /// A session that is everywhere is on the page of each location, and all pages together must not
  /// be longer than the file.
  static let fewLocations = 8

  /// The names of a session's locations, unless it has only the one that the page names anyway.
  package func locations(
    of session: Entity, at location: String?, upTo limit: Int = Page.fewLocations
  ) -> SafeText {
    if let location, schedule.locationNames(of: session) == [location] { return "" }
    return locationNames(of: session, upTo: limit)
  }

  /// The names of a session's locations, in a row; of many the first ones.
  package func locationNames(of session: Entity, upTo limit: Int = .max) -> SafeText {
    let names = schedule.locationNames(of: session)
    let rest = names.count > limit ? " and \(names.count - limit) more" : ""
    return "\(prose: names.prefix(limit).joined(separator: ", "))\(rest)"
  }

  /// The names of a talk's speakers, in a row.
  package func speakerNames(of talk: Entity) -> String {
    schedule.speakerNames(of: talk).joined(separator: ", ")
  }

  /// A talk in its session: title, speakers, and stars of its own.
  func talkLine(_ talk: Entity) -> Line {
    let star = sign(talk[Star.self])
    var line = star.isEmpty ? star : "\(star) "
    line.append(title(of: talk, .plain))
    let speakers = speakerNames(of: talk)
    if !speakers.isEmpty { line.append(" \("\(dot) \(prose: speakers)" as SafeText, .dim)") }
    if let rating = talk[Rating.self] { line.append(" \(stars(rating))") }
    return line
  }

  /// The stars that count for a talk, with a word if they are those of its session.
  package func stars(of talk: Entity) -> Line {
    guard let counting = schedule.rating(of: talk) else { return Line() }
    guard let session = counting.session else { return stars(counting.rating) }
    let name = presentation.showsIDs ? schedule.shownID(of: session) : "its session"
    return "\(stars(counting.rating)) as \(name)"
  }
}
