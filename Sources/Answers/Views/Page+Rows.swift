package import CommandLine
package import ECSKit
import Marks
package import Schedule
import TextBasics

/// Lists of talks and sessions, which ``ListColumns`` lays out.
extension Page {
  /// The average number of rows of an hour from which on hours are separated by a blank line.
  private static let leastRowsOfHour = 3

  /// Sessions in their order, under a heading for each day; `location` is what the page is about anyway.
  ///
  /// `aside` says something about the time of each, such as how much longer it lasts; the day of
  /// `moment` has no heading, as it is above already. What lasts for days and takes place on `day`
  /// is listed on no other day, and with `once` only on the day of its start.
  package mutating func sessions(
    _ sessions: [Entity], now: Instant?, at location: ConferenceSchedule.Reference? = nil,
    since moment: Instant? = nil, onlyOn day: CivilDate? = nil, once: Bool = false,
    aside: ((Timing) -> Line?)? = nil
  ) {
    let location = location?.name ?? askedLocation
    add(
      sessions.map { session in
        (rows(of: session, now: now, at: location, aside: aside), schedule.timing(of: session))
      }, below: moment.flatMap { times.day(of: Timing(start: $0, end: nil)) }, onlyOn: day,
      once: once)
  }

  /// Talks under a heading for each day, each with its time.
  package mutating func talks(_ talks: [Entity]) {
    add(
      talks.map { talk in
        let session = schedule.session(of: talk)
        let timing = session?[Timing.self]
        var row = row(of: talk, in: session, at: askedLocation)
        row.time = clock(timing)
        return ([row], timing)
      })
  }

  /// Rows with the time that they are about.
  package typealias TimedRows = (rows: [ListRow], timing: Timing?)

  /// Adds rows under a heading for each day but the one that is above already.
  ///
  /// A session that lasts for days gets a row on each of them, or a single row, on its first day,
  /// if `once` is set.
  package mutating func add(
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

  /// The end of what began on an earlier day.
  private func end(of timing: Timing?, after day: CivilDate?) -> Line {
    guard let timing, let day else { return Line() }
    return Line(times.end(of: timing, after: day), .time)
  }

  /// Adds rows that have no day above them.
  package mutating func add(undated rows: [ListRow]) { add(rows, columns(of: rows)) }

  private func columns(of rows: [ListRow]) -> ListColumns {
    ListColumns(rows, layout: layout, width: width, glyphs: presentation.glyphs)
  }

  private mutating func add(_ rows: [ListRow], _ columns: ListColumns) {
    for row in rows where !isOver {
      for line in columns.lines(of: row) { add(painted: line) }
    }
  }

  /// From when to when something is, below the heading of its day.
  package func clock(_ timing: Timing?, _ style: Style = .time) -> Line {
    Line(timing.map(times.listed) ?? "", style)
  }

  // MARK: Rows

  /// The rows of a session: on one line a row for each of its talks, else one for it and one for each.
  ///
  /// A session without a name that has one talk is shown as that talk.
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
    if let timing = schedule.timing(of: session) {
      rows[0].time = clock(timing)
      rows[0].aside = aside?(timing) ?? Line()
    }
    return rows
  }

  /// Whether a session is nothing but its only talk.
  package func isTalk(_ session: Entity) -> Bool {
    schedule.name(of: session).isEmpty && schedule.talks(in: session).count == 1
  }

  /// A session, whose talks have rows of their own.
  package func row(ofWhole session: Entity, at location: String?, isRunning: Bool = false)
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
      length: length(of: session), id: talks.isEmpty && !name.isEmpty ? Line() : id(of: session))
  }

  /// A talk below its session.
  package func row(ofPart talk: Entity) -> ListRow {
    ListRow(
      star: sign(talk[Star.self]), title: title(of: talk, .plain),
      marks: "\(marks(talk[Rating.self].map { stars($0) }, false))\(also(talk))",
      speakers: speakers(of: talk),
      isPart: true)
  }

  /// A talk or a session without its time; the rating and the star are those that count for it.
  package func row(
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

  /// A talk or a session with its day, where no heading has that.
  package func row(ofUndated subject: Entity) -> ListRow {
    let session = schedule.session(of: subject) ?? subject
    let timing = schedule.timing(of: session)
    var row = row(of: subject, in: session, at: nil)
    if layout.form == .pair {
      row.date = Line(times.dated(timing), .time)
    } else {
      row.time = Line(times.brief(timing), .time)
    }
    return row
  }

  // MARK: Facts

  /// The sign of what is starred, at the left edge of its title; empty for all else.
  package func sign(_ star: Star?) -> Line {
    star.map { Line(presentation.glyphs.sign(isMaybe: $0.isMaybe), .note) } ?? Line()
  }

  /// The sign of what is on the agenda: with the star that counts for it, or as an appointment.
  private func sign(of subject: Entity) -> Line {
    sign(subject.has(Appointment.self) ? Star(isMaybe: false) : schedule.star(of: subject))
  }

  /// What is after a title.
  private func marks(_ rating: Line?, _ isRunning: Bool) -> Line {
    var marks = Line()
    if let rating, !rating.isEmpty { marks.append(" \(rating)") }
    if isRunning { marks.append(" \("\(dot) now", .note)") }
    return marks
  }

  /// The rating that counts for a talk or a session; where there is room, with the session that it is of.
  package func rating(of subject: Entity) -> Line {
    if layout.form != .line { return stars(of: subject) }
    return schedule.rating(of: subject).map { stars($0.rating) } ?? Line()
  }

  private func speakers(of talk: Entity) -> Line {
    var names = schedule.speakerNames(of: talk)[...]
    // What is cut anyway need not be made.
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
