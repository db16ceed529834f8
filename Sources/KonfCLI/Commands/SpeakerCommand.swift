import ECSKit
import Schedule

/// `konf speaker NAME`: everybody whose name fits.
enum SpeakerCommand {
  static func run(_ session: inout Session) throws(Failure) {
    let found = try session.named(
      session.programme.everybody, kind: "person", lister: "konf speakers")
    session.answer(found, as: JSONRecords.person) { page in
      page.title()
      for person in found where !page.isOver { page.person(person) }
    }
  }
}
