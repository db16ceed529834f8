import ECSKit
import Schedule

/// `konf location NAME`: every place whose name fits, and what happens there.
enum LocationCommand {
  static func run(_ session: inout Session) throws(Failure) {
    let found = try session.named(
      session.programme.places(in: .all), kind: "place", lister: "konf locations")
    session.answer(found, as: JSONRecords.location) { page in
      page.title()
      for place in found where !page.isOver { page.place(place, now: page.now) }
    }
  }
}
