import ECSKit
import Schedule

/// `konf ratings --merge FILE...`: what many people think, from their files.
extension RatingsCommand {
  static func runMerge(_ session: inout Session, _ world: World) throws(Failure) {
    let names = session.invocation.operands
    if names.contains("-"), session.source == .standardInput {
      throw Failure(
        .usage, "ratings: the standard input is the schedule; expected files to merge")
    }
    var merge = RatingMerge(session.programme)
    var inputs = RatingInputs(world)
    for name in names { try inputs.read(name) { merge.add($0) } }
    for note in inputs.notes { session.streams.note(note) }
    if !merge.otherScopes.isEmpty {
      let scopes = merge.otherScopes.sorted().prefix(3).map { $0.quoted() }
      let more = merge.otherScopes.count > 3 ? " and others" : ""
      session.streams.note(
        "left out are ratings of \(scopes.joined(separator: ", "))\(more); --data names a schedule")
    }
    let selection = session.selection
    let outcome = merge.outcome { thing in
      thing.entity.map { selection.contains($0) } ?? !selection.isLimited
    }
    if session.isJSON {
      session.streams.write(.array(outcome.figures.map(JSONRecords(session).figures)))
    } else {
      var page = Page(session)
      let isLost = outcome.figures.firstIndex { $0.thing.entity == nil } ?? outcome.figures.count
      for (place, figures) in outcome.figures.enumerated() {
        if place == isLost { page.heading("No longer in the schedule") }
        page.figures(figures)
      }
      page.blank()
      let ratings = counted(outcome.ratingCount, "rating", "ratings")
      page.add("\(ratings) by \(counted(outcome.voiceCount, "person", "people"))")
      session.streams.write(page.lines)
    }
  }

  fileprivate static func counted(_ count: Int, _ one: SafeText, _ many: SafeText) -> SafeText {
    "\(count) \(count == 1 ? one : many)"
  }
}

extension Page {
  /// What many people think: stars, what they are for, figures, and the remarks with their stars.
  fileprivate mutating func figures(_ figures: RatingFigures) {
    let stars = (0...5).map { Line(presentation.glyphs.stars($0), .rating) }
    let mean = stars[(figures.mean + 50) / 100]
    add("\(mean) \(figures.thing.title, .strong) \("[\(figures.thing.id)]", .dim)", hanging: 6)
    let ratings = RatingsCommand.counted(figures.count, "rating", "ratings")
    add(
      "mean \(Self.decimal(figures.mean)), spread \(Self.decimal(figures.spread)), \(ratings)",
      indent: 6)
    for comment in figures.comments {
      add("\(stars[comment.stars]) \(comment.text)", indent: 6, hanging: 12)
    }
  }

  /// Returns hundredths with two decimals.
  private static func decimal(_ hundredths: Int) -> SafeText {
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
