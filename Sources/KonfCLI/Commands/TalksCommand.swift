import ECSKit
import Schedule

/// `konf talks`: all talks in the order of time.
enum TalksCommand {
  static func run(_ session: inout Session) {
    let talks = session.programme.talksInOrder(in: session.selection)
    session.answer(talks, as: JSONRecords.talk) { page in
      page.title()
      page.talks(talks)
    }
  }
}
