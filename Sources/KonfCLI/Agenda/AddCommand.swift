import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

/// `konf add TITLE --at TIME`: adds an appointment to the agenda.
///
/// An appointment with the same contents is never added twice. With `--remove`, nothing is removed
/// if the operands match several appointments.
enum AddCommand: ScheduleCommand {
  static let name = "add"

  static let length = Option<Duration>(
    "for", "SPAN", help: "the length, such as 45m or 2h; default: 1h",
    accepting: "a length of time such as 45m, 2h or 1h30m", parse: Duration.init(typed:))
  static let end = Option<MomentInput>(
    "until", "TIME", help: "the end, instead of the length",
    accepting: "a time such as 2015-05-18T11:00 or 11:00", parse: MomentInput.init)
  static let location = Option<String>(
    "location", "NAME", naming: .location, help: "the location")
  static let remove = Flag("remove", help: "remove the appointment with this id or title")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "add an appointment to your agenda",
      operands: [OperandDefinition("TITLE", takesWords: true)],
      options: [length.definition, end.definition, location.definition, remove.definition],
      conflicts: OptionConflict.between(
        remove.definition, [length.definition, end.definition, location.definition])
        + OptionConflict.between(length.definition, [end.definition]),
      discussion: [
        .paragraph(
          """
          --at sets the start, such as 19:00, "mon 19:00" or "tomorrow 9:30"; see konf help time \
          for TIME and SPAN. An --until that is earlier than the start, such as 01:00, is on the \
          next day. konf agenda shows the appointment and its clashes.
          """)
      ],
      examples: [
        Example("konf add \"Dinner\" --at 19:00 --for 2h", "two hours this evening"),
        Example("konf add \"Call home\" --at 2015-05-19T13:00 --for 20m", "on another date"),
        Example("konf add dinner --remove", "remove the appointment"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    if !invocation[remove], !invocation.has(CommonOption.at.definition) {
      throw Failure(.usage, "add: --at TIME is missing; use it to set the start")
    }
    return RunInputs(markedBy: invocation, environment)
  }

  static func fieldNames(of invocation: Invocation) -> [String] { AppointmentRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    if run.invocation[remove] { return try answerRemoving(&run) }
    let title = run.words
    if title.allSatisfy(\.isWhitespace) { throw Failure(.usage, "add: the title is empty") }
    let length = run.invocation[length] ?? .seconds(3600)
    let end = try typedEnd(of: run)
    let timing = Timing(start: run.now, end: end ?? run.now.advanced(by: length))
    if let end, end < run.now {
      throw Failure(
        .usage, "add: the end of \(title.quoted()) is before its start; add a date to --until")
    }
    guard timing.isNamed else {
      throw Failure(
        .usage, "add: the time of \(title.quoted()) is not between the years 1 and 9999")
    }
    let location = run.invocation[location] ?? ""
    var book = run.store.appointmentBook
    let (appointment, isNew) = book.add(
      Appointment(id: "", title: title, timing: timing, location: location))
    if !isNew {
      run.streams.note("already on your agenda")
      return write(appointment, &run, isRemoved: false)
    }
    try run.change(Appointment.words.many) { store throws(Failure) in
      try store.set([], adding: [appointment])
    }
    let agenda = Agenda(of: run.schedule, in: .all, zone: run.zone)
    for item in agenda.items where item.entity[Appointment.self]?.id == appointment.id {
      for clash in item.clashes.map({ agenda.items[$0] }) {
        let own = clash.entity[Appointment.self]?.title
        let name = own ?? run.schedule.name(ofSession: clash.entity)
        let reason: SafeText = item.overlaps(clash) ? "at the same time as" : "too far from"
        run.streams.note("the appointment is \(reason) \"\(prose: name)\"")
      }
    }
    write(appointment, &run, isRemoved: false)
  }

  /// Returns the end set with `--until`, or nil if the option is not set.
  ///
  /// If the option is a time of day before the start, the end is on the next day.
  private static func typedEnd(of run: Run) throws(Failure) -> Instant? {
    guard let bound = try run.bound(end) else { return nil }
    guard case .clock(let clock) = bound else {
      return bound.instant(on: nil, now: run.now, in: run.zone)
    }
    let date = run.zone.civil(at: run.now).date
    let ends = [date, date.adding(days: 1)].map {
      run.zone.instant(of: CivilDateTime(date: $0, time: clock), endingAfter: run.now)
    }
    return ends.first { run.now <= $0 }
  }

  private static func answerRemoving(_ run: inout Run) throws(Failure) {
    let words = run.words
    let all = run.schedule.appointments
    var byID = all.filter { $0[Appointment.self]?.id == words }
    // Several devices may use the same identifier for different appointments.
    if byID.isEmpty { byID = all.filter { run.store.loggedID(of: $0) == words } }
    let found =
      byID.isEmpty
      ? NameQuery(words).best(among: all) { $0[Appointment.self]?.title ?? "" } : byID
    guard let entity = found.first, let appointment = entity[Appointment.self] else {
      throw Failure(
        .notFound, "add: no appointment matches \(words.quoted())",
        "list your appointments with \(run.invocation.konf(.schedule, "\(AgendaCommand.name)"))")
    }
    if found.count > 1 {
      let head: SafeText = """
        add: \(words.quoted()) matches \(found.count) appointments; nothing was changed; use an \
        id:
        """
      throw Failure(.usage, [head] + lines(of: found, Times(run)))
    }
    try run.change(Appointment.words.many) { store throws(Failure) in try store.remove(entity) }
    write(appointment, &run, isRemoved: true)
  }

  /// Returns a line for each appointment, with its identifier, time, title and location.
  private static func lines(of entities: [Entity], _ times: Times) -> [SafeText] {
    entities.compactMap { $0[Appointment.self] }.map { own in
      let end = own.location.isEmpty ? "" : ", \(own.location)"
      let title: SafeText = "\(prose: "\(own.title)\(end)")"
      return times.glyphs.isSpoken
        ? "  \(title), \(times.brief(own.timing)), id \(own.id)"
        : "  \(own.id)  \(times.brief(own.timing)), \(title)"
    }
  }

  private static func write(_ appointment: Appointment, _ run: inout Run, isRemoved: Bool) {
    if run.isData {
      run.streams.write([
        AppointmentRecord(appointment: appointment, context: RecordContext(run))
      ])
      return
    }
    var page = Page(run)
    let title = appointment.title
    var head: Line = "\(prose: title, .strong)\(page.tag(appointment.id, after: title))"
    if isRemoved { head.append(" \("\(page.dot) removed", .note)") }
    page.add(head, hanging: 2)
    let when: Line = "\(page.times.dated(appointment.timing), .time)"
    page.add(
      appointment.location.isEmpty ? when : "\(when), \(prose: appointment.location)", indent: 2)
    run.streams.write(page.text)
  }
}

struct AppointmentRecord: Record {
  let appointment: Appointment
  let context: RecordContext

  static let meaning: String? =
    "An appointment of yours outside the schedule."
  static let fields: [Field<AppointmentRecord>] = [
    Field("id", .defined("id")) { .string($0.appointment.id) },
    Field("title", .text) { .string($0.appointment.title) },
    Field("day", .defined("date")) { $0.context.day($0.appointment.timing) },
    Field("start", .defined("time")) { $0.context.time($0.appointment.timing.start) },
    Field("end", .defined("time")) { $0.context.time($0.appointment.timing.end) },
    Field("locations", .defined("references")) { $0.context.locations(of: $0.appointment) },
  ]
}
