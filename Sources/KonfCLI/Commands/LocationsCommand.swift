import ECSKit
import Schedule

/// `konf locations`: the places of the conference.
enum LocationsCommand {
  static func run(_ run: inout Run) {
    let places = run.programme.places(in: run.selection)
    run.answer(places, as: JSONRecords.location) { page in
      page.places(places)
    }
  }
}
