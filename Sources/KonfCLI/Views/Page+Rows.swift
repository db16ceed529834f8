import ECSKit
import Schedule

/// Lists with a line for each talk.
extension Page {
  /// Adds sessions under a heading for each day: a line for each talk, or for the session without one.
  mutating func rows(
    of sessions: [Entity], now: Instant?, at location: String?, aside: ((Timing) -> Line?)?
  ) {
    add(
      sessions.map { session in
        (rows(of: session, now: now, at: location, aside: aside), session[Timing.self])
      })
  }

  /// Adds talks under a heading for each day, each with its time.
  mutating func rows(ofTalks talks: [Entity]) {
    add(
      talks.map { talk in
        let session = schedule.session(of: talk)
        var row = row(of: talk, in: session, at: askedLocation, isRunning: false)
        let timing = session?[Timing.self]
        row.time = Line(timing.map { times.listed($0) } ?? "", .time)
        return ([row], timing)
      })
  }

  /// Adds rows under a heading for each day.
  mutating func add(_ rows: [(rows: [ListRow], timing: Timing?)]) {
    let columns = ListColumns(rows.flatMap(\.rows), width: width, glyphs: presentation.glyphs)
    byDay(rows.map { (subject: $0, timing: $0.timing) }) { page, rows in
      let hours = rows.map { page.times.hour(of: $0.timing) }
      let isParted = rows.count >= Self.leastRowsOfHour * Set(hours).count
      for (place, row) in rows.enumerated() {
        if isParted, place > 0, hours[place] != hours[place - 1] { page.blank() }
        for line in row.rows.flatMap(columns.lines) { page.add(painted: line) }
      }
    }
  }

  /// How many rows an hour has on average on a day whose hours have a blank line between them.
  private static let leastRowsOfHour = 3

  /// The talks of a session that were asked for, the first with its time; the session, if there are
  /// none.
  private func rows(
    of session: Entity, now: Instant?, at location: String?, aside: ((Timing) -> Line?)?
  ) -> [ListRow] {
    let talks = schedule.talks(in: session).filter { $0 == session || isMeant($0) }
    let isRunning = now.map { schedule.isRunning(session, at: $0) } ?? false
    var rows = (talks.isEmpty ? [session] : talks).map {
      row(of: $0, in: session, at: location, isRunning: isRunning)
    }
    if let timing = session[Timing.self] {
      rows[0].time = Line(times.listed(timing), .time)
      rows[0].aside = aside?(timing) ?? Line()
    }
    return rows
  }

  /// A talk or a session as a line of a list, without its time.
  func row(
    of subject: Entity, in session: Entity?, at location: String?, isRunning: Bool
  ) -> ListRow {
    var marks = rating(of: subject)
    marks.append(mark(schedule.star(of: subject)))
    if isRunning { marks.append(" \("\(dot) now", .note)") }
    return ListRow(
      title: title(of: subject), marks: marks,
      speakers: Line("\(prose: speakerNames(of: subject))", .dim),
      track: Line("\(prose: schedule.track(of: subject) ?? "")", .dim),
      location: Line(session.map { locations(of: $0, at: location) } ?? ""),
      id: Line("\(schedule.shownID(of: subject))", .dim))
  }

  /// The stars that count for a talk or a session, as a mark behind its title.
  func rating(of subject: Entity) -> Line {
    schedule.rating(of: subject).map { " \(stars($0.rating))" } ?? Line()
  }
}
