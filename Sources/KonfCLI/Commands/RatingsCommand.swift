import ECSKit
import ECSStore
import Schedule

/// `konf ratings`: what was rated, also what has left the schedule since.
enum RatingsCommand {
  static func run(_ session: inout Session, _ world: World) throws(Failure) {
    let forms: [OptionDefinition] = [.merge, .jsonl, .payload]
    let asked = forms.filter(session.invocation.has)
    if asked.count > 1 {
      throw Failure(
        .usage, "ratings: --\(asked[1].long) stands beside --\(asked[0].long); expected one of them"
      )
    }
    switch asked.first {
    case .merge?: try runMerge(&session, world)
    case .jsonl?: try runRows(&session)
    case .payload?: runPayload(&session)
    default: runList(&session)
    }
  }

  private static func runList(_ session: inout Session) {
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
        for orphan in orphans {
          page.rating(orphan.rating, orphan.title, programme.shown(orphan.target))
        }
      }
      page.blank()
      page.add(Line(session.ratedSummary))
      session.streams.write(page.lines)
    }
  }

  /// Prints the log as rows for a database.
  private static func runRows(_ session: inout Session) throws(Failure) {
    if let filter = OptionDefinition.filters.first(where: session.invocation.has) {
      throw Failure(
        .usage, "ratings: --\(filter.long) stands beside --jsonl; expected it alone, for all rows")
    }
    for entry in session.ratings.contents.entries {
      session.streams.write(row: ChangeRow.json(entry))
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
