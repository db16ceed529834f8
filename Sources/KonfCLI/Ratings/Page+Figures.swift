import CommandLine
import ECSKit
import Marks
import Schedule

/// Functions that add statistics about the ratings of many people.
extension Page {
  mutating func figures(_ figures: [RatingFigures]) {
    byPresence(figures) { page, those in
      for each in those { page.figures(each) }
    }
  }

  /// Adds the rated talks and sessions, with a heading above those not in the schedule.
  private mutating func byPresence(
    _ figures: [RatingFigures], _ add: (inout Page, [RatingFigures]) -> Void
  ) {
    let isLost = figures.firstIndex { $0.thing.entity == nil } ?? figures.count
    add(&self, Array(figures[..<isLost]))
    if isLost < figures.count {
      heading("No longer in the schedule")
      add(&self, Array(figures[isLost...]))
    }
  }

  private mutating func figures(_ figures: RatingFigures) {
    let stars = (0...5).map { Line(presentation.glyphs.stars($0), .rating) }
    let mean = stars[(figures.mean + 50) / 100]
    add("\(mean)\(gap)\(name(of: figures))", hanging: 6)
    let ratings = SafeText.counted(figures.count, "rating", "ratings")
    add(
      "mean \(Self.decimal(figures.mean)), spread \(Self.decimal(figures.spread)), \(ratings)",
      indent: 6)
    for comment in figures.comments {
      add("\(stars[comment.stars])\(gap)\(prose: comment.text)", indent: 6, hanging: 12)
    }
  }

  mutating func stats(_ figures: [RatingFigures]) {
    byPresence(figures) { page, those in
      if page.isNarrow {
        for each in those {
          page.add(page.name(of: each), hanging: 2)
          let count = SafeText.counted(each.count, "rating", "ratings")
          page.add(
            """
            \(page.mean(each)), spread \(Self.decimal(each.spread)), \(count)
            """, indent: 2)
        }
      } else if !those.isEmpty {
        let head: [Line] = ["Mean", "", "Count", "Spread", ""].map { Line($0, .dim) }
        page.add(
          [head]
            + those.map { each in
              [
                "\(Self.decimal(each.mean))", page.bar(each), "\("\(each.count)")",
                "\(Self.decimal(each.spread))", page.name(of: each),
              ]
            }, indent: 0)
      }
    }
  }

  /// Adds a grid of locations and times for each day, with the mean rating in the box of each talk.
  ///
  /// The sessions must be in chronological order.
  ///
  /// - Returns: A remark for each day that is shown as a list because its grid is too wide.
  mutating func heat(_ sessions: [Entity], _ figures: [RatingFigures]) -> [SafeText] {
    var figuresOf: [Entity: RatingFigures] = [:]
    for each in figures {
      if let entity = each.thing.entity { figuresOf[entity] = each }
    }
    func lines(of session: Entity, _ page: Page) -> [Line] {
      let talks = page.schedule.talks(in: session)
      let parts = talks.filter { $0 != session && page.isMeant($0) }
      let head = page.headline(of: session, withID: false)
      let own = parts.isEmpty ? [page.mean(figuresOf[session], isTalk: !talks.isEmpty)] : []
      return ([head] + own).filter { !$0.isEmpty }
        + parts.map {
          "\(page.mean(figuresOf[$0], isTalk: true)) \(page.dot) \(prose: page.schedule.name(of: $0))"
        }
    }
    let page = self
    func isRated(_ session: Entity) -> Bool {
      ([session] + schedule.talks(in: session)).contains { figuresOf[$0] != nil }
    }
    return grids(
      sessions.filter(isRated),
      text: { session, width in
        lines(of: session, page).flatMap {
          $0.clipped(to: width, lines: 4, page.presentation.glyphs.ellipsis)
        }
      },
      list: { page, sessions, day in
        page.heading("\(day?.words ?? "Without a time")")
        for session in sessions {
          for (row, line) in lines(of: session, page).enumerated() {
            page.add(line, indent: row == 0 ? 2 : 4, hanging: row == 0 ? 4 : 6)
          }
        }
      })
  }

  private func mean(_ figures: RatingFigures?, isTalk: Bool) -> Line {
    guard let figures else { return isTalk ? "\("no ratings", .dim)" : Line() }
    return presentation.isSpoken
      ? "\(mean(figures)), \(SafeText.counted(figures.count, "rating", "ratings"))"
      : "\(mean(figures)) (\("\(figures.count)"))"
  }

  /// Returns the mean with a bar or, for a screen reader, in words.
  private func mean(_ figures: RatingFigures) -> Line {
    let mean = Self.decimal(figures.mean)
    return presentation.isSpoken ? "mean \(mean)" : "\(bar(figures)) \(mean)"
  }

  /// Returns a bar of at most ten columns that shows the mean rating.
  private func bar(_ figures: RatingFigures) -> Line {
    Line(presentation.glyphs.bar((figures.mean + 25) / 50, of: 10), .rating)
  }

  private func name(of figures: RatingFigures) -> Line {
    let thing = figures.thing
    let id = thing.entity.map(schedule.shownID(of:)) ?? schedule.shown(thing.id)
    return "\(prose: thing.title, .strong)\(tag(id, after: thing.title))"
  }

  private static func decimal(_ hundredths: Int) -> SafeText {
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
