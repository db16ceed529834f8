import ECSKit
import Schedule

/// `konf locations`: the places of the conference.
enum LocationsCommand {
  static func run(_ session: inout Session) {
    let places = session.programme.places(in: session.selection)
    session.answer(places, as: JSONRecords.location) { page in
      page.places(places)
    }
  }
}
