import ECSKit
import Schedule

/// `konf session ID`: one slot of the programme.
enum SessionCommand {
  static func run(_ session: inout Session) throws(Failure) {
    let id = session.invocation.operands.first ?? ""
    guard let slot = session.slot(id) else {
      let ids = session.programme.slots.map(session.programme.id(of:))
      throw Failure(
        .notFound, "session: no session has the id \(id.quoted())",
        session.suggestion(for: id, among: ids, lister: "konf timeline"))
    }
    session.answer([slot], as: JSONRecords.slot) { page in
      page.title()
      page.slotInFull(slot)
    }
  }
}
