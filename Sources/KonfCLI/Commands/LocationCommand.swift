import ECSKit
import Schedule

/// `konf location NAME`: every place whose name fits, and what happens there.
enum LocationCommand {
  static func run(_ run: inout Run) throws(Failure) {
    let found = try run.named(
      run.programme.places(in: .all), kind: "place", lister: "konf locations")
    run.answer(found, as: JSONRecords.location) { page in
      page.title()
      for place in found where !page.isOver { page.place(place, now: page.now) }
    }
  }
}
