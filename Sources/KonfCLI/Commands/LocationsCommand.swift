import ECSKit
import Schedule

/// `konf locations`: the places of the conference.
enum LocationsCommand {
  static func run(_ session: inout Session) {
    let programme = session.programme
    let selection = session.selection
    let places = programme.places.filter { place in
      !selection.isLimited || programme.slots(at: place).contains(where: selection.contains(slot:))
    }
    session.answer(places, as: JSONRecords.location) { page in
      page.places(places)
    }
  }
}
