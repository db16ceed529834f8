import ECSKit
import ECSStore
import Schedule
import TextBasics

/// `konf ratings`: what was rated, also what has left the schedule since.
enum RatingsCommand {
  static func run(_ run: inout Run, _ environment: RunEnvironment) throws(Failure) {
    let invocation = run.invocation
    // What it answers grows with the log or with what is merged.
    run.streams.bound(to: nil)
    if invocation.has(.payload), let other = [.merge, .jsonl].first(where: invocation.has) {
      throw Failure(.usage, "ratings: --payload and --\(other.long) cannot be combined")
    }
    if invocation.has(.jsonl), let filter = OptionDefinition.filters.first(where: invocation.has) {
      throw Failure(
        .usage, "ratings: --jsonl prints all rows; --\(filter.long) cannot be combined with it")
    }
    if invocation.has(.merge) {
      try runMerge(&run, environment)
    } else if invocation.has(.jsonl) {
      for entry in run.ratings.contents.entries {
        run.streams.write(row: ChangeRow.json(entry))
      }
    } else {
      noteElsewhere(run.ratings.elsewhere.map { ($0, $1) }, &run)
      if invocation.has(.payload) { runPayload(&run) } else { runList(&run) }
    }
  }

  /// Notes the ratings that are there for other conferences.
  ///
  /// - Parameters:
  ///   - counts: The names of the conferences, each with the number of its ratings.
  ///   - run: The run.
  static func noteElsewhere(_ counts: [(String, Int)], _ run: inout Run) {
    let inOrder = counts.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    guard let first = inOrder.first else { return }
    let sum = inOrder.reduce(0) { $0 + $1.1 }
    let ratings: SafeText = "\(counted(sum, "rating", "ratings")) \(sum == 1 ? "is" : "are")"
    if inOrder.count == 1 {
      run.streams.note("\(ratings) for \(first.0.quoted()); choose it with --data FILE")
      return
    }
    var names = inOrder.prefix(3).map { "\($0.0.quoted()) (\($0.1))" }
    if inOrder.count > 3 { names.append("and \(inOrder.count - 3) more") }
    run.streams.note(
      """
      \(ratings) for other conferences: \(names.joined(separator: ", ")); choose one with \
      --data FILE
      """)
  }

  static func counted(_ count: Int, _ one: SafeText, _ many: SafeText) -> SafeText {
    "\(count) \(count == 1 ? one : many)"
  }

  private static func runList(_ run: inout Run) {
    let programme = run.programme
    let selection = run.selection
    let rated = programme.ratedInOrder.filter { selection.contains($0) }
    let orphans = selection.isLimited ? [] : run.ratings.orphans
    if run.isJSON {
      let records = JSONRecords(run)
      run.streams.write(each: 0..<rated.count + orphans.count) { place in
        if place < rated.count { return records.rating(of: rated[place]) }
        let lost = orphans[place - rated.count]
        return records.rating(lost.rating, id: lost.target, title: lost.title, slot: nil)
      }
    } else {
      var page = Page(run)
      for entity in rated {
        page.rating(
          entity[Rating.self], programme.name(of: entity), programme.shownID(of: entity))
      }
      if !orphans.isEmpty {
        page.heading("No longer in the schedule")
        for orphan in orphans {
          page.rating(orphan.rating, orphan.title, programme.shown(orphan.target))
        }
      }
      page.blank()
      page.add(Line(run.ratedSummary))
      run.streams.write(page.text)
    }
  }

  /// Prints what the app of UIKonf sent to its server: the stars of each talk by its title.
  private static func runPayload(_ run: inout Run) {
    let programme = run.programme
    var members: [JSONOutput.Member] = []
    var titles: Set<String> = []
    func add(_ title: String, _ stars: Int) {
      // Two talks of one title could not be told apart there either.
      if titles.insert(title).inserted {
        members.append(JSONOutput.Member(title, .integer(stars)))
      }
    }
    let selection = run.selection
    for talk in programme.talksInOrder where selection.contains(talk) {
      if let rating = programme.rating(of: talk)?.rating {
        add(programme.name(of: talk), rating.stars)
      }
    }
    let orphans = selection.isLimited ? [] : run.ratings.orphans
    for orphan in orphans where orphan.target.contains("/") {
      add(orphan.title, orphan.rating.stars)
    }
    run.streams.write(.object(members))
  }
}

extension Run {
  /// How much of the programme is rated, of the part that was asked for.
  var ratedSummary: SafeText {
    let all = programme.talkCount(in: selection)
    return "\(programme.ratedTalkCount(in: selection)) of \(all) talks rated"
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
