import ECSKit
import ECSStore
import Schedule

/// `konf ratings`: what was rated, also what has left the schedule since.
enum RatingsCommand {
  static func run(_ session: inout Session, _ world: World) throws(Failure) {
    let invocation = session.invocation
    // What it answers grows with the log or with what is merged.
    session.streams.bound(to: nil)
    if invocation.has(.payload), let other = [.merge, .jsonl].first(where: invocation.has) {
      throw Failure(.usage, "ratings: --payload and --\(other.long) cannot be combined")
    }
    if invocation.has(.jsonl), let filter = OptionDefinition.filters.first(where: invocation.has) {
      throw Failure(
        .usage, "ratings: --jsonl prints all rows; --\(filter.long) cannot be combined with it")
    }
    if invocation.has(.merge) {
      try runMerge(&session, world)
    } else if invocation.has(.jsonl) {
      for entry in session.ratings.contents.entries {
        session.streams.write(row: ChangeRow.json(entry))
      }
    } else {
      noteElsewhere(session.ratings.elsewhere.map { ($0, $1) }, &session)
      if invocation.has(.payload) { runPayload(&session) } else { runList(&session) }
    }
  }

  /// Notes the ratings that are there for other conferences.
  ///
  /// - Parameters:
  ///   - counts: The names of the conferences, each with the number of its ratings.
  ///   - session: The run.
  static func noteElsewhere(_ counts: [(String, Int)], _ session: inout Session) {
    let inOrder = counts.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    guard let first = inOrder.first else { return }
    let sum = inOrder.reduce(0) { $0 + $1.1 }
    let ratings: SafeText = "\(counted(sum, "rating", "ratings")) \(sum == 1 ? "is" : "are")"
    if inOrder.count == 1 {
      session.streams.note("\(ratings) for \(first.0.quoted()); choose it with --data FILE")
      return
    }
    var names = inOrder.prefix(3).map { "\($0.0.quoted()) (\($0.1))" }
    if inOrder.count > 3 { names.append("and \(inOrder.count - 3) more") }
    session.streams.note(
      """
      \(ratings) for other conferences: \(names.joined(separator: ", ")); choose one with \
      --data FILE
      """)
  }

  static func counted(_ count: Int, _ one: SafeText, _ many: SafeText) -> SafeText {
    "\(count) \(count == 1 ? one : many)"
  }

  private static func runList(_ session: inout Session) {
    let programme = session.programme
    let selection = session.selection
    let rated = programme.ratedInOrder.filter { selection.contains($0) }
    let orphans = selection.isLimited ? [] : session.ratings.orphans
    if session.isJSON {
      let records = JSONRecords(session)
      session.streams.write(each: 0..<rated.count + orphans.count) { place in
        if place < rated.count { return records.rating(of: rated[place]) }
        let lost = orphans[place - rated.count]
        return records.rating(lost.rating, id: lost.target, title: lost.title, slot: nil)
      }
    } else {
      var page = Page(session)
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
      page.add(Line(session.ratedSummary))
      session.streams.write(page.text)
    }
  }

  /// Prints what the app of UIKonf sent to its server: the stars of each talk by its title.
  private static func runPayload(_ session: inout Session) {
    let programme = session.programme
    var members: [JSONOutput.Member] = []
    var titles: Set<String> = []
    func add(_ title: String, _ stars: Int) {
      // Two talks of one title could not be told apart there either.
      if titles.insert(title).inserted {
        members.append(JSONOutput.Member(title, .integer(stars)))
      }
    }
    let selection = session.selection
    for talk in programme.talksInOrder where selection.contains(talk) {
      if let rating = programme.rating(of: talk)?.rating {
        add(programme.name(of: talk), rating.stars)
      }
    }
    let orphans = selection.isLimited ? [] : session.ratings.orphans
    for orphan in orphans where orphan.target.contains("/") {
      add(orphan.title, orphan.rating.stars)
    }
    session.streams.write(.object(members))
  }
}

extension Session {
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
