import ECSKit
import Schedule

/// `konf ratings`: what was rated, also what has left the schedule since.
enum RatingsCommand {
  static func run(_ session: inout Session) {
    let programme = session.programme
    let selection = session.selection
    let rated = programme.ratedInOrder.filter { selection.contains($0) }
    let orphans = selection.isLimited ? [] : session.ratings.orphans
    if session.isJSON {
      let records = JSONRecords(session)
      let lost = orphans.map {
        records.rating($0.rating, id: $0.target, title: $0.title, slot: nil)
      }
      session.streams.write(.array(rated.map(records.rating(of:)) + lost))
    } else {
      var page = Page(session)
      for entity in rated {
        page.rating(
          entity[Rating.self], programme.name(of: entity), programme.shownID(of: entity))
      }
      if !orphans.isEmpty {
        page.heading("No longer in the schedule")
        for orphan in orphans { page.rating(orphan.rating, orphan.title, orphan.target) }
      }
      page.blank()
      page.add(Line(session.ratedSummary))
      session.streams.write(page.lines)
    }
  }
}

extension Session {
  /// How much of the programme is rated.
  var ratedSummary: SafeText {
    "\(programme.ratedTalkCount) of \(programme.talks.count) talks rated"
  }
}

extension Programme {
  /// What is rated, in the order of time, a session before its talks.
  var ratedInOrder: [Entity] {
    let inOrder = timeline.flatMap { slot in [slot] + talks(in: slot).filter { $0 != slot } }
      .filter { $0.has(Rating.self) }
    let seen = Set(inOrder)
    return inOrder + rated.filter { !seen.contains($0) }
  }
}

extension Page {
  /// A rating: stars, what they are for, and the remark.
  mutating func rating(_ rating: Rating?, _ title: String, _ id: String) {
    guard let rating else { return }
    add("\(stars(rating)) \(title, .strong) \("[\(id)]", .dim)", hanging: 6)
    if !rating.comment.isEmpty { add("\(rating.comment)", indent: 6) }
  }
}
