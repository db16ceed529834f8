import ECSKit
import Schedule
import TextBasics

/// `konf session ID`: one slot of the programme, or the list of those that fit.
enum SessionCommand {
  static func run(_ run: inout Run) throws(Failure) {
    let words = run.invocation.operands.joined(separator: " ")
    let found = slots(words, run)
    if found.isEmpty {
      let ids = run.programme.slots.map(run.programme.shownID(of:))
      throw Failure(
        .notFound, "session: no session has the id or the name \(words.quoted())",
        run.suggestion(for: words, among: ids, lister: "konf timeline"))
    }
    run.answer(found, as: JSONRecords.slot) { page in
      page.title()
      if found.count == 1 {
        page.slotInFull(found[0])
      } else {
        page.slots(found, now: page.now)
      }
    }
  }

  /// The slot with an identifier, else those that are called so or have a talk that is.
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
