import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

enum SessionCommand: ScheduleCommand {
  static let name = "session"
  static let synonyms = ["talk"]

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "one session of the schedule",
      operands: [OperandDefinition("ID", naming: .session, takesWords: true)],
      discussion: [
        .paragraph(
          """
          ID is the id of a session or of one of its talks, part of a session name or talk title, \
          or the first characters of an id (at least four). If several sessions match, konf lists \
          them.
          """)
      ],
      examples: [
        Example("konf session session1Day1", "its time, location and talks"),
        Example("konf session swift thinking", "the session with this talk"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { SessionRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    let words = run.words
    let found = sessions(words, run)
    let cancelled = found.isEmpty ? run.cancelledTalks(words) : []
    if found.isEmpty, cancelled.isEmpty {
      let ids = run.schedule.sessions.map(run.schedule.shownID(of:))
      throw Failure(
        .notFound, "session: no session matches \(words.quoted())",
        run.suggestion(for: words, among: ids, lister: "\(TimelineCommand.name)"))
    }
    run.answer(found + cancelled, called: "sessions", as: SessionRecord.init) { page in
      page.title()
      if !cancelled.isEmpty {
        for talk in cancelled { page.cancelledInFull(talk) }
      } else if found.count == 1 {
        page.sessionInFull(found[0])
      } else {
        page.identifiesBreaks = true
        page.sessions(found, now: page.now, once: true)
      }
    }
  }

  /// Returns the sessions that match words.
  ///
  /// If the words are the identifier of a session or of talks, the result contains this session or
  /// the sessions of these talks. Otherwise it contains the sessions whose name or talk titles
  /// match. If none match, it contains the sessions whose identifier begins with the words.
  private static func sessions(_ words: String, _ run: Run) -> [Entity] {
    let schedule = run.schedule
    let identified = run.targets(words)
    if !identified.isEmpty {
      return identified.filter { !$0.has(CancelledTalk.self) }
        .map { schedule.session(of: $0) ?? $0 }.uniqued
    }
    let names = schedule.timeline.flatMap { session in
      ([session] + schedule.talks(in: session).filter { $0 != session })
        .map { (session: session, name: schedule.name(of: $0)) }
    }
    let found = NameQuery(words).best(among: names) { $0.name }.map(\.session).uniqued
    if !found.isEmpty { return found }
    return run.targets(beginningWith: words).filter { !$0.has(CancelledTalk.self) }
  }
}
