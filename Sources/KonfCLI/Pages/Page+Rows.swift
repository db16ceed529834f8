import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

/// Functions that add lists of talks and sessions in the columns of ``ListColumns``.
///
/// All commands that print lists use these functions. Add all rows of a list in one call, because
/// they share their columns.
extension Page {
  /// The average number of rows per hour above which blank lines separate the hours.
  private static let leastRowsOfHour = 3

  /// Adds sessions and a heading for each day.
  ///
  /// - Parameters:
  ///   - sessions: The sessions in order.
  ///   - now: The time for marking sessions as running, or nil to mark no session as running.
  ///   - location: The location that the rows omit, or nil for the location of the filters.
  ///   - moment: A time on the day whose heading is already above the list and is not repeated.
  ///   - day: The only day under which multi-day sessions are listed, or nil to list them under
  ///     each of their days.
  ///   - once: Pass true to list multi-day sessions only on their first day.
  ///   - aside: Returns a remark about the time of a session, such as the time left.
  mutating func sessions(
    _ sessions: [Entity], now: Instant?, at location: ConferenceSchedule.Reference? = nil,
    since moment: Instant? = nil, onlyOn day: CivilDate? = nil, once: Bool = false,
    aside: ((Timing) -> Line?)? = nil
  ) {
    let location = location?.name ?? askedLocation
    add(
      fitting { page in
        sessions.map { session in
          let rows = page.rows(of: session, now: now, at: location, aside: aside)
          return (rows, page.schedule.timing(of: session))
        }
      }, below: moment.flatMap { times.day(of: Timing(start: $0, end: nil)) }, onlyOn: day,
      once: once)
  }

  mutating func talks(_ talks: [Entity]) {
    add(
      fitting { page in
        talks.map { talk in
          let session = page.schedule.session(of: talk)
          let timing = session?[Timing.self]
          var row = page.row(of: talk, in: session, at: page.askedLocation)
          row.time = page.clock(timing)
          return ([row], timing)
        }
      })
  }

  /// Adds a line with the time and all other facts for each talk.
  ///
  /// Each line is complete by itself. The page must have the layout ``ListLayout/facts``.
  mutating func facts(of sessions: [Entity]) {
    for session in sessions {
      let talks = schedule.talks(in: session).filter(isMeant)
      let time = clock(schedule.timing(of: session))
      add(
        undated: (talks.isEmpty ? [session] : talks).map { talk in
          var row = row(of: talk, in: session, at: nil)
          row.time = time
          return row
        })
    }
  }

  /// Returns the rows that a closure creates for the layout of the page.
  ///
  /// If many rows do not fit into single lines, the page changes to two lines per talk, unless the
  /// user has requested single lines.
  mutating func fitting(_ rows: (Page) -> [TimedRows]) -> [TimedRows] {
    let lines = rows(self)
    guard layout.form == .line, layout.isAutomatic else { return lines }
    let all = lines.flatMap(\.rows)
    if columns(of: all).fit(all) { return lines }
    layout = .pairs
    return rows(self)
  }

  typealias TimedRows = (rows: [ListRow], timing: Timing?)

  /// Adds rows and a heading for each day.
  ///
  /// A day gets no heading if its heading is already above the list.
  ///
  /// A multi-day session gets a row on each of its days, or only on the first day if `once` is
  /// true.
  mutating func add(
    _ rows: [TimedRows], below above: CivilDate? = nil, onlyOn day: CivilDate? = nil,
    once: Bool = false
  ) {
    let listed =
      once
      ? rows.map { ListedOnDay(day: times.day(of: $0.timing), element: $0, isLater: false) }
      : listed(rows, onlyOn: day ?? above, \.timing)
    var measured = rows.flatMap(\.rows)
    if listed.contains(where: \.isLater) {
      let ends = rows.compactMap { row in
        row.timing.flatMap { schedule.lasts($0) ? end(of: $0, after: times.day(of: $0)) : nil }
      }
      let widest = ends.max { $0.width < $1.width }
      measured += widest.map { [ListRow(time: $0, title: Line())] } ?? []
    }
    let columns = columns(of: measured)
    for (day, those) in listed.chunked(on: \.day) where !isOver {
      if let day, day == above { blank() } else { heading("\(day?.words ?? "Without a time")") }
      let hours = those.map { $0.isLater ? nil : times.hour(of: $0.element.timing) }
      let isParted = those.count >= Self.leastRowsOfHour * Set(hours).count
      for (number, row) in zip(hours.indices, those) where !isOver {
        if isParted, number > 0, hours[number] != hours[number - 1] { blank() }
        var rows = row.element.rows
        if row.isLater { rows[0].time = end(of: row.element.timing, after: row.day) }
        add(rows, columns)
      }
    }
  }

  /// Returns the end of a session that began on an earlier day.
  private func end(of timing: Timing?, after day: CivilDate?) -> Line {
    guard let timing, let day else { return Line() }
    return Line(times.end(of: timing, after: day), .time)
  }

  mutating func add(undated rows: [ListRow]) { add(rows, columns(of: rows)) }

  private func columns(of rows: [ListRow]) -> ListColumns {
    ListColumns(rows, layout: layout, width: width, glyphs: presentation.glyphs)
  }

  private mutating func add(_ rows: [ListRow], _ columns: ListColumns) {
    for row in rows where !isOver {
      for line in columns.lines(of: row) { add(painted: line) }
    }
  }

  /// Returns the start and the end for a row below the heading of the day.
  func clock(_ timing: Timing?, _ style: Style = .time) -> Line {
    Line(timing.map(times.listed) ?? "", style)
  }

  // MARK: Rows

  /// Returns the rows of a session.
  ///
  /// A list with one line per talk has a row for each talk. Other lists also have a row for the
  /// session. A session without a name and with a single talk is shown as that talk.
  private func rows(
    of session: Entity, now: Instant?, at location: String?, aside: ((Timing) -> Line?)?
  ) -> [ListRow] {
    let isRunning = now.map { schedule.isRunning(session, at: $0) } ?? false
    let talks = schedule.talks(in: session)
    let meant = talks.filter { $0 == session || isMeant($0) }
    var rows: [ListRow]
    if layout.form == .line || isTalk(session) {
      rows = (meant.isEmpty ? [session] : meant).map {
        row(of: $0, in: session, at: location, isRunning: isRunning)
      }
    } else {
      rows = [row(ofWhole: session, at: location, isRunning: isRunning)]
      rows += meant.filter { $0 != session }.map(row(ofPart:))
    }
    rows[0].notes += notes(on: walks[session], to: session)
    if let timing = schedule.timing(of: session) {
      rows[0].time = clock(timing)
      rows[0].aside = aside?(timing) ?? Line()
    }
    return rows
  }

  /// Returns true if a session has no name and only one talk.
  func isTalk(_ session: Entity) -> Bool {
    schedule.name(of: session).isEmpty && schedule.talks(in: session).count == 1
  }

  /// Returns the row of a session whose talks have separate rows.
  func row(ofWhole session: Entity, at location: String?, isRunning: Bool = false)
    -> ListRow
  {
    let talks = schedule.talks(in: session)
    if session.has(Appointment.self) { return row(of: session, in: session, at: location) }
    let isTalk = talks.contains(session)
    let name = title(of: session)
    let limit = location == nil ? Int.max : Self.fewLocations
    return ListRow(
      star: sign(session[Star.self]), title: name,
      marks: "\(marks(session[Rating.self].map { stars($0) }, isRunning))\(also(session))",
      speakers: isTalk ? speakers(of: session) : Line(),
      track: isTalk ? track(of: session) : Line(),
      location: Line(locations(of: session, at: location, upTo: limit)),
      length: length(of: session),
      id: talks.isEmpty && !name.isEmpty && !identifiesBreaks ? Line() : id(of: session))
  }

  func row(ofPart talk: Entity) -> ListRow {
    ListRow(
      star: sign(talk[Star.self]), title: title(of: talk, .plain),
      marks: "\(marks(talk[Rating.self].map { stars($0) }, false))\(also(talk))",
      speakers: speakers(of: talk),
      isPart: true)
  }

  /// Returns the row of a talk or a session, with an empty time.
  ///
  /// A talk without a rating or star shows the rating or star of its session.
  func row(
    of subject: Entity, in session: Entity?, at location: String?, isRunning: Bool = false
  ) -> ListRow {
    ListRow(
      star: sign(of: subject), title: title(of: subject),
      marks: "\(marks(rating(of: subject), isRunning))\(also(subject))",
      speakers: speakers(of: subject),
      track: track(of: subject),
      location: Line(session.map { locations(of: $0, at: location) } ?? ""),
      length: session.map { length(of: $0) } ?? Line(), id: id(of: subject))
  }

  /// Returns the row of a talk or a session, with its day and time, for a list without headings.
  func row(ofUndated subject: Entity) -> ListRow {
    let session = schedule.session(of: subject) ?? subject
    let timing = schedule.timing(of: session)
    var row = row(of: subject, in: session, at: nil)
    if layout.form == .pair || layout.form == .spoken {
      row.date = Line(times.dated(timing), .time)
    } else {
      row.time = Line(times.brief(timing), .time)
    }
    return row
  }

  // MARK: Facts

  /// Returns the symbol of a star to print before the title, or an empty line if the star is nil.
  func sign(_ star: Star?) -> Line {
    star.map { Line(presentation.glyphs.sign(isMaybe: $0.isMaybe), .note) } ?? Line()
  }

  /// Returns the symbol for an item on the agenda, or an empty line for any other item.
  ///
  /// An item is on the agenda if it or its session is starred, or if it is an appointment.
  private func sign(of subject: Entity) -> Line {
    sign(subject.has(Appointment.self) ? Star(isMaybe: false) : schedule.star(of: subject))
  }

  private func marks(_ rating: Line?, _ isRunning: Bool) -> Line {
    var marks = Line()
    if let rating, !rating.isEmpty {
      marks.append(layout.form == .spoken ? ", \(rating)" : " \(rating)")
    }
    if isRunning { marks.append(" \("\(dot) now", .note)") }
    return marks
  }

  /// Returns the rating of a talk or a session.
  ///
  /// If a talk has no rating, the result is the rating of its session.
  func rating(of subject: Entity) -> Line {
    if layout.form != .line { return stars(of: subject) }
    return schedule.rating(of: subject).map { stars($0.rating) } ?? Line()
  }

  private func speakers(of talk: Entity) -> Line {
    var names = schedule.speakerNames(of: talk)[...]
    // More names would not fit into the line.
    if layout.form == .line { names = names.prefix(width) }
    return Line("\(prose: names.joined(separator: ", "))", .dim)
  }

  private func track(of talk: Entity) -> Line {
    Line("\(prose: schedule.track(of: talk) ?? "")", .dim)
  }

  private func length(of session: Entity) -> Line {
    layout.isLong ? session[Timing.self].flatMap(times.length) ?? Line() : Line()
  }
}
