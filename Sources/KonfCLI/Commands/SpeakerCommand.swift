import ECSKit
import Schedule

/// `konf speaker NAME`: everybody whose name fits.
enum SpeakerCommand {
  static func run(_ run: inout Run) throws(Failure) {
    let found = try run.named(
      run.programme.everybody, kind: "person", lister: "konf speakers")
    run.answer(found, as: JSONRecords.person) { page in
      page.title()
      for person in found where !page.isOver { page.person(person) }
    }
  }
}
