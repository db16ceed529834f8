import ECSKit
import ECSModel
import ECSStore
import Schedule
import TextBasics

/// A command that changes what is kept about talks and sessions.
protocol MarkingCommand: ScheduleCommand {}

extension MarkingCommand {
  package static func fieldNames(of invocation: Invocation) -> [String] { MarkRecord.fieldNames }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    RunInputs(markedBy: invocation, environment)
  }
}

extension RunInputs {
  /// What a command reads that changes what is kept: nothing is changed that was not read.
  init(markedBy invocation: Invocation, _ environment: RunEnvironment) {
    self.init(
      source: ScheduleSource(invocation, environment.variables),
      ratings: .needed("\(invocation.command.name): nothing was changed"))
  }
}

extension Run {
  /// Notes what is kept of a kind for other conferences.
  ///
  /// - Parameters:
  ///   - type: The type of the component.
  ///   - one: What one of them is called.
  ///   - many: What several are called.
  mutating func noteElsewhere<C: StoredComponent>(_ type: C.Type, _ one: SafeText, _ many: SafeText)
  {
    noteElsewhere(kept.elsewhere(type).map { ($0, $1) }, one, many)
  }

  /// Notes what is there for other conferences.
  ///
  /// - Parameters:
  ///   - counts: The names of the conferences, each with how much there is for it.
  ///   - one: What one of it is called.
  ///   - many: What several are called.
  mutating func noteElsewhere(_ counts: [(String, Int)], _ one: SafeText, _ many: SafeText) {
    let inOrder = counts.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    guard let first = inOrder.first else { return }
    let sum = inOrder.reduce(0) { $0 + $1.1 }
    let found: SafeText = "\(Self.counted(sum, one, many)) \(sum == 1 ? "is" : "are")"
    if inOrder.count == 1 {
      streams.note("\(found) for \(first.0.quoted()); choose it with --data FILE")
      return
    }
    var names = inOrder.prefix(3).map { "\($0.0.quoted()) (\($0.1))" }
    if inOrder.count > 3 { names.append("and \(inOrder.count - 3) more") }
    streams.note(
      """
      \(found) for other conferences: \(names.joined(separator: ", ")); choose one with \
      --data FILE
      """)
  }

  /// Returns a number with the word for what it counts.
  static func counted(_ count: Int, _ one: SafeText, _ many: SafeText) -> SafeText {
    "\(count) \(count == 1 ? one : many)"
  }

  /// Changes what is kept.
  ///
  /// - Parameters:
  ///   - what: What is kept, in the plural.
  ///   - change: The change.
  /// - Returns: What the change returns.
  /// - Throws: `Failure` if there is no data folder, the change breaks a rule, or the log cannot be
  ///   written.
  func keep<Result>(
    _ what: SafeText, _ change: (KeptStore) throws(KeptError) -> Result
  ) throws(Failure) -> Result {
    try requireFolder(for: what)
    let name = invocation.command.name
    do throws(KeptError) {
      return try change(kept)
    } catch {
      switch error {
      case .store(let error):
        throw Failure(ExitStatus(error), "\(name): nothing was changed: \(error.description)")
      case .rules(let error): throw Failure(.usage, "\(name): \(error.description)")
      case .copy(let schedule, let problem):
        throw Failure(
          problem.status,
          "\(name): nothing was changed: the copy of that version of \(schedule.name) cannot be read: \(problem.description)",
          "konf use FILE --name \(schedule.name) keeps a version")
      }
    }
  }

  /// Returns sessions with those in front that are starred, or have a starred talk.
  func mineFirst(_ sessions: [Entity]) -> [Entity] {
    if schedule.starred.isEmpty { return sessions }
    return sessions.filter(schedule.isStarred) + sessions.filter { !schedule.isStarred($0) }
  }

  /// Answers with talks and sessions, and what somebody marked them with.
  mutating func answer(marked targets: [Entity]) {
    if isData {
      let context = RecordContext(self)
      streams.write(targets) { MarkRecord(target: $0, context: context) }
      return
    }
    var page = Page(self)
    for target in targets { page.marked(target) }
    streams.write(page.text)
  }
}

/// A talk or a session with what somebody marked it with.
struct MarkRecord: Record {
  let target: Entity
  let context: RecordContext

  static let fields: [Field<MarkRecord>] = [
    Field("id") { .string($0.context.schedule.id(of: $0.target)) },
    Field("title") { .string($0.context.schedule.name(of: $0.target)) },
    Field("session") { .string(orNull: $0.context.sessionID(of: $0.target)) },
    Field("star") { .string(orNull: $0.target[Star.self]?.word) },
    Field("note") { .string(orNull: $0.target[Note.self]?.text) },
    Field("hidden") { .bool($0.target.has(Hidden.self)) },
  ]
}

extension Page {
  /// A talk or a session with what somebody marked it with.
  mutating func marked(_ target: Entity) {
    let marks: [SafeText?] = [
      target[Star.self].map(Self.word(for:)), target.has(Hidden.self) ? "hidden" : nil,
    ]
    var head = headline(of: target, withID: true)
    for word in marks.compactMap(\.self) { head.append(" \("\(dot) \(word)", .note)") }
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

  /// What somebody noted about a talk or a session.
  mutating func note(of entity: Entity, indent: Int) {
    guard let note = entity[Note.self] else { return }
    add("\("note:", .note) \(prose: note.text)", indent: indent, hanging: indent + 2)
  }

  /// The word for a star.
  static func word(for star: Star) -> SafeText { star.isMaybe ? "maybe" : "mine" }

  /// The mark of what is starred, behind its name; empty for all else.
  func mark(_ star: Star?) -> Line {
    guard let star else { return Line() }
    return " \("\(dot) \(Self.word(for: star))", .note)"
  }
}
