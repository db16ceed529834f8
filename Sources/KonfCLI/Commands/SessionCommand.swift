import ECSKit
import Schedule
import TextBasics

/// `konf session ID`: one session of the schedule, or the list of those that match.
enum SessionCommand: ScheduleCommand {
  static let name = "session"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "one session of the schedule",
      operands: [OperandDefinition("ID", takesWords: true)],
      discussion: [
        .paragraph(
          """
          ID is the id of a session or of one of its talks, or a part of a session's name or of a \
          talk's title. If several sessions match, konf lists them.
          """)
      ],
      examples: [
        Example("konf session session1Day1", "its time, location and talks"),
        Example("konf session swift thinking", "the session with this talk"),
      ])
  }

  static func answer(_ run: inout Run) throws(Failure) {
    let words = run.words
    let found = slots(words, run)
    if found.isEmpty {
      let ids = run.programme.slots.map(run.programme.shownID(of:))
      throw Failure(
        .notFound, "session: no session has the id or the name \(words.quoted())",
        run.suggestion(for: words, among: ids, lister: "konf \(TimelineCommand.name)"))
    }
    run.answer(found, called: "sessions", as: SessionRecord.init) { page in
      page.title()
      if found.count == 1 {
        page.slotInFull(found[0])
      } else {
        page.slots(found, now: page.now)
      }
    }
  }

  /// Returns the session with an identifier, else those whose name or a talk's title matches.
  private static func slots(_ words: String, _ run: Run) -> [Entity] {
    let programme = run.programme
    if let slot = run.slot(words) { return [slot] }
    if let talk = run.target(words) { return programme.slot(of: talk).map { [$0] } ?? [] }
    let names = programme.timeline.flatMap { slot in
      ([slot] + programme.talks(in: slot).filter { $0 != slot })
        .map { (slot: slot, name: programme.name(of: $0)) }
    }
    return NameQuery(words).best(among: names) { $0.name }.map(\.slot).uniqued
  }
}
