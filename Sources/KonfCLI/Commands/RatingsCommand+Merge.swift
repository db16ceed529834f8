import ECSKit
import Schedule

/// `konf ratings --merge FILE...`: what many people think, from their files.
extension RatingsCommand {
  static func runMerge(_ run: inout Run, _ environment: RunEnvironment) throws(Failure) {
    let names = run.invocation.operands
    if names.contains("-"), run.source == .standardInput {
      throw Failure(
        .usage, "ratings: the standard input is the schedule; expected files to merge")
    }
    var merge = RatingMerge()
    var inputs = RatingInputs(environment)
    let printsRows = run.invocation.has(.jsonl)
    for name in names {
      try inputs.read(name) { entries in
        if printsRows {
          for entry in entries { run.streams.write(row: ChangeRow.json(entry)) }
        } else {
          merge.add(entries)
        }
      }
    }
    for note in inputs.notes { run.streams.note(note) }
    if inputs.inputCount == 0 {
      throw Failure(.noInput, "ratings: no file in these folders ends in .log or .jsonl")
    }
    if inputs.entryCount == 0, inputs.hasDamage {
      throw Failure(
        .badData, "ratings: there are no ratings in the files; expected logs, or rows of --jsonl")
    }
    if !printsRows { answer(merge, &run) }
  }

  private static func answer(_ merge: RatingMerge, _ run: inout Run) {
    var merged = MergedRatings(merge, of: run.programme)
    let selection = run.selection
    let outcome = merged.outcome { thing in
      thing.entity.map { selection.contains($0) } ?? !selection.isLimited
    }
    let listsOthers =
      !run.isJSON && run.source == .builtIn && outcome.figures.isEmpty
      && !merged.elsewhere.isEmpty
    if !listsOthers {
      noteElsewhere(merged.elsewhere.map { ($0.scope, $0.ratingCount) }, &run)
    }
    if run.isJSON {
      run.streams.write(each: outcome.figures, as: JSONRecords(run).figures)
      return
    }
    var page = Page(run)
    if listsOthers {
      page.conferences(merged.elsewhere)
      page.blank()
      page.add("no ratings of \(run.source.name)")
    } else {
      page.figures(outcome.figures)
      page.blank()
      page.add("\(counted(outcome.ratingCount, outcome.voiceCount))")
    }
    run.streams.write(page.text)
  }

  fileprivate static func counted(_ ratings: Int, _ people: Int) -> SafeText {
    "\(counted(ratings, "rating", "ratings")) by \(counted(people, "person", "people"))"
  }
}

extension Page {
  /// The conferences that the files have ratings of, where none is of the one that is asked about.
  fileprivate mutating func conferences(_ conferences: [MergedRatings.Elsewhere]) {
    heading("Conferences in these files, to be chosen with --data FILE")
    for each in conferences {
      let count = RatingsCommand.counted(each.ratingCount, each.voiceCount)
      add("\(each.scope, .strong): \(count)", hanging: 2)
    }
  }

  fileprivate mutating func figures(_ figures: [RatingFigures]) {
    let isLost = figures.firstIndex { $0.thing.entity == nil } ?? figures.count
    for (place, each) in figures.enumerated() {
      if place == isLost { heading("No longer in the schedule") }
      self.figures(each)
    }
  }

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
