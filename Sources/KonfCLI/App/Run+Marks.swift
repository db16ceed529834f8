import Basics
import CommandLine
import ECSKit
import ECSModel
import ECSStore
import Marks
import Schedule

/// A command that changes the marks of talks and sessions.
///
/// Examples are `konf rate`, `konf star` and `konf note`. A command prints the marks only after
/// they have been written to the log. If writing fails, nothing is changed.
protocol MarkingCommand: ScheduleCommand {
  /// True if the command takes talks off the agenda or out of the lists; false by default.
  static var clearsAgenda: Bool { get }
}

extension MarkingCommand {
  static var clearsAgenda: Bool { false }

  static func fieldNames(of invocation: Invocation) -> [String] { MarkRecord.fieldNames }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    RunInputs(markedBy: invocation, environment)
  }
}

extension RunInputs {
  /// Creates the inputs of a command that changes marks.
  ///
  /// The run fails if konf cannot read the marks.
  init(markedBy invocation: Invocation, _ environment: RunEnvironment) {
    self.init(
      source: ScheduleSource(invocation, environment.variables),
      ratings: .needed("\(invocation.command.name): nothing was changed"))
  }
}

extension Run {
  /// Prints a note with the number of marks of a kind that belong to other conferences, if any.
  mutating func noteElsewhere(_ kind: any MarkKind.Type) {
    noteElsewhere(
      store.elsewhere(kind).map { ($0, $1) }, kind.words.one, kind.words.many)
  }

  /// Prints a note with the number of marks that belong to other conferences, if any.
  ///
  /// `counts` contains the name of each conference and the number of its marks.
  mutating func noteElsewhere(_ counts: [(String, Int)], _ one: SafeText, _ many: SafeText) {
    let inOrder = counts.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    guard let first = inOrder.first else { return }
    let saved = log.contentsRead.map { SavedSchedules($0.entries) }
    let sum = inOrder.reduce(0) { $0 + $1.1 }
    let found: SafeText = "\(SafeText.counted(sum, one, many)) \(sum == 1 ? "is" : "are")"
    if inOrder.count == 1 {
      let name = saved?.name(ofConference: first.0)
      let choice: SafeText = name.map { invocation.konf(.folder, "use \($0)") } ?? "--data FILE"
      streams.note("\(found) for the conference \(first.0.quoted()); choose it with \(choice)")
      return
    }
    var names = inOrder.prefix(3).map { "\($0.0.quoted()) (\($0.1))" }
    if inOrder.count > 3 { names.append("and \(inOrder.count - 3) more") }
    let known = saved?.conferences ?? []
    streams.note(
      """
      \(found) for other conferences: \(names.joined(separator: ", ")); choose one with \
      \(inOrder.contains { known.contains($0.0) } ? invocation.konf(.folder, "use NAME") : "--data FILE")
      """)
  }

  /// Sets a mark on talks and sessions, or removes it if `value` is nil.
  mutating func keep<Kind: MarkKind>(_ value: Kind?, on targets: [Entity]) throws(Failure) {
    try change(Kind.words.many) { store throws(Failure) in
      if let value {
        try store.set([value], on: targets)
      } else {
        try store.remove(Kind.self, from: targets)
      }
    }
  }

  /// Calls a closure that changes marks, and returns its result.
  ///
  /// `what` is the plural name of the marks, for the error message if the run has no data folder.
  mutating func change<Result>(
    _ what: SafeText, _ body: (MarkStore) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try requireFolder(for: what)
    let result = try body(store)
    streams.isChangeKept = true
    return result
  }

  /// The sessions that match the filters, in chronological order.
  ///
  /// With `--mine`, the list includes appointments.
  var listed: [Entity] {
    let sessions = schedule.timeline(in: selection)
    return invocation[FilterOption.mine]
      ? schedule.addingAppointments(to: sessions, in: selection) : sessions
  }

  /// The walks to the items of the agenda; empty if no walking times are configured.
  var walks: [Entity: Agenda.Walk] {
    schedule.walks.isEmpty ? [:] : Agenda(of: schedule, in: .all, zone: zone).walks
  }

  /// Returns the given sessions, with the items on the user's agenda first.
  func mineFirst(_ sessions: [Entity]) -> [Entity] {
    sessions.filter(schedule.isMine) + sessions.filter { !schedule.isMine($0) }
  }

  /// Outputs talks and sessions with their marks.
  ///
  /// The talks and sessions in `losers` have lost a mark, and `removed` is the word for this mark.
  mutating func answer(
    marked targets: [Entity], removing removed: SafeText = "", from losers: [Entity] = []
  ) {
    if isData {
      let context = RecordContext(self)
      streams.write(targets) { MarkRecord(target: $0, context: context) }
      return
    }
    var page = Page(self)
    for target in targets.prefix(Self.mostMarked) {
      page.marked(target, losing: losers.contains(target) ? removed : nil)
    }
    let rest = targets.count - Self.mostMarked
    if rest > 0 {
      page.add("and \(rest) more; \(invocation.konf(.schedule, "undo")) reverts all of them")
    }
    streams.write(page.text)
  }

  private static var mostMarked: Int { 10 }
}

struct MarkRecord: Record {
  let target: Entity
  let context: RecordContext

  static let meaning: String? =
    "A talk or a session with your marks."
  static let fields: [Field<MarkRecord>] =
    [
      Field("id", .defined("id")) { .string($0.context.schedule.id(of: $0.target)) },
      Field("title", .text) { .string($0.context.schedule.name(of: $0.target)) },
      Field("session", .defined("sessionId")) {
        .string(orNull: $0.context.sessionID(of: $0.target))
      },
    ] + MarkKinds.all.flatMap { $0.markFields.map { $0.of(\.target) } }
}

extension Page {
  /// Adds a talk or a session with its marks.
  ///
  /// `removed` is the word for a mark that the talk or session has just lost, or nil.
  mutating func marked(_ target: Entity, losing removed: SafeText? = nil) {
    var tags = MarkKinds.all.compactMap { $0.value(on: target)?.tag }
    if let removed { tags.append("\(removed) removed") }
    var head = headline(of: target, withID: true)
    for word in tags { head.append(" \("\(dot) \(word)", .note)") }
    let cancelled = target[CancelledTalk.self]
    if cancelled != nil { head.append(" \("\(dot) no longer in the schedule", .error)") }
    let session = schedule.session(of: target) ?? target
    let locations: SafeText =
      cancelled.map { "\(prose: $0.locations.joined(separator: ", "))" }
      ?? locationNames(of: session, upTo: 3)
    let when: Line = "\(times.dated(session[Timing.self] ?? cancelled?.timing), .time)"
    add(head, hanging: 2)
    if !when.isEmpty || !locations.isEmpty {
      add(locations.isEmpty ? when : "\(when), \(locations)", indent: 2)
    }
    note(of: target, indent: 2)
  }

  mutating func note(of entity: Entity, indent: Int) {
    guard let note = entity[Note.self] else { return }
    add("\("note:", .note) \(prose: note.text)", indent: indent, hanging: indent + 2)
  }

  func mark(_ star: Star?) -> Line {
    guard let star else { return Line() }
    return " \("\(dot) \(star.shownWord)", .note)"
  }
}
