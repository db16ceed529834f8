import Basics
import CommandLine
import ECSKit
import Exchange
import Marks
import Schedule

/// An export of the user's choice of talks in the formats of other apps.
///
/// `konf export --mine` writes the talks for Giggity, FOSDEM Companion and EventFahrplan. The apps
/// find talks by the identifiers in the schedule's file.
struct ChoiceExport {
  /// The starred talks and sessions, in schedule order.
  let talks: [ChosenTalk]
  let hidden: [String]
  private let run: Run
  private let typed: String?

  /// Creates an export of the starred talks that match the filters of a run, and of all hidden
  /// talks.
  init(_ run: Run, address: String?) {
    self.run = run
    typed = address
    let schedule = run.schedule
    let starred = schedule.inOrder(schedule.starred).filter { entity in
      !entity.has(CancelledTalk.self) && run.selection.contains(entity)
    }
    let days = schedule.days(in: schedule.zone)
    talks = starred.map { Self.talk($0, days, run) }
    hidden = schedule.inOrder(schedule.hidden)
      .filter { !$0.has(CancelledTalk.self) && !$0.has(Star.self) }
      .map { Self.named($0, schedule).appID }
  }

  private static func named(_ entity: Entity, _ schedule: ConferenceSchedule) -> ChosenTalk {
    let name = schedule.name(of: entity)
    var talk = ChosenTalk(
      ids: [schedule.id(of: entity)] + (entity[OtherIDs.self]?.texts ?? []), title: name)
    if let number = talk.number {
      talk.sharesNumber = schedule.targets(alsoCalled: number).contains {
        schedule.name(of: $0) != name
      }
    }
    return talk
  }

  private static func talk(_ entity: Entity, _ days: [CivilDate], _ run: Run) -> ChosenTalk {
    let schedule = run.schedule
    let session = schedule.session(of: entity) ?? entity
    let timing = session[Timing.self]
    var talk = named(entity, schedule)
    talk.subtitle = entity[Subtitle.self]?.text ?? ""
    let day = Times(run, glyphs: .unicode).day(of: timing)
    talk.day = (day.flatMap { days.firstIndex(of: $0) } ?? 0) + 1
    talk.room = schedule.locationNames(of: session).joined(separator: ", ")
    talk.url = entity.page ?? ""
    talk.slug = PageAddress(talk.url)?.slug ?? ""
    talk.speakers = schedule.speakerNames(of: entity)
    talk.track = schedule.track(of: entity) ?? ""
    talk.type = schedule.type(of: entity) ?? ""
    talk.language = schedule.language(of: entity) ?? ""
    talk.abstract = entity[Abstract.self]?.text ?? ""
    talk.links = entity[WebLinks.self]?.links.compactMap(\.webAddress) ?? []
    talk.start = timing?.start?.iso8601(in: schedule.zone) ?? ""
    talk.utcStart = timing?.start.map { utc($0, schedule) } ?? ""
    talk.utcEnd = timing?.end.map { utc($0, schedule) } ?? ""
    return talk
  }

  private static func utc(_ moment: Instant, _ schedule: ConferenceSchedule) -> String {
    let text = CivilDateTime(moment, offset: 0).iso8601.filter { $0 != "-" && $0 != ":" }
    return schedule.zone.isFloating ? text : "\(text)Z"
  }

  var isEmpty: Bool { talks.isEmpty && hidden.isEmpty }

  // MARK: Forms

  /// The web address saved by `konf use --url`.
  private var saved: String? {
    (try? run.log.contents()).flatMap { SavedSchedules($0).address(of: run.source) }
  }

  /// The web address of the schedule's file.
  ///
  /// The value is the address from the command line, otherwise the saved address, otherwise the
  /// page of the conference if it is the address of a file.
  var address: String? {
    if let known = typed ?? saved { return known }
    guard let link = run.schedule.context[ConferencePage.self]?.link,
      let slug = PageAddress(link)?.page.split(separator: "/").last
    else { return nil }
    let isFile = ["xml", "json", "ics"].contains { slug == $0 || slug.hasSuffix(".\($0)") }
    return isFile ? link : nil
  }

  /// The link for Giggity, or nil if the schedule's web address is unknown.
  var link: String? {
    address.map { GiggityLink.written(address: $0, stars: talks.map(\.appID), hidden: hidden) }
  }

  func requiredLink() throws(Failure) -> String {
    if let link { return link }
    throw Failure(
      .usage,
      """
      export: the link needs the address of the schedule, which \(run.source.name) does not \
      contain; add --url URL, such as --url https://fosdem.org/2025/schedule/xml
      """,
      "save it with the schedule: \(run.invocation.konf(.folder, "use NAME --url URL"))")
  }

  /// Returns the QR code as lines for a terminal.
  ///
  /// - Throws: `Failure` if the link is unknown, or if the terminal cannot show the code.
  func codeLines() throws(Failure) -> [Line] {
    let link = try requiredLink()
    let code: QRCode
    do throws(ExchangeError) {
      code = try QRCode(link)
    } catch {
      throw Failure(
        .badData, "export: \(error.description)",
        run.invocation.konf("export --mine --as giggity"))
    }
    let presentation = run.presentation
    guard presentation.glyphs == .unicode else {
      throw Failure(
        .usage, "export: a QR code needs a terminal set to UTF-8",
        "show the QR code on a web page with \(run.invocation.konf("export --mine --as html"))")
    }
    guard code.width <= presentation.width else {
      throw Failure(
        .usage,
        """
        export: the QR code needs \(code.width) columns, but the terminal has \
        \(presentation.width)
        """,
        "show the QR code on a web page with \(run.invocation.konf("export --mine --as html"))")
    }
    // Without color, konf assumes a dark terminal. Blocks are then the light parts of the code.
    let isColored = presentation.colorsOutput
    return code.halfBlocks(lightBlocks: !isColored).map { line in
      Line(SafeText(line), isColored ? .picture : .plain)
    }
  }

  /// Returns the calendar of bookmarks.
  ///
  /// - Throws: `Failure` if no session has a time, because the year is then unknown.
  func bookmarks(by maker: String) throws(Failure) -> [UInt8] {
    guard let firstDate = run.schedule.firstDate else {
      throw Failure(.badData, "export: no session has a time, so the year is unknown")
    }
    return BookmarksCalendar.written(
      talks, year: firstDate.year,
      stamp:
        "\(CivilDateTime(run.environment.now, offset: 0).iso8601.filter { $0 != "-" && $0 != ":" })Z",
      maker: maker)
  }
}
