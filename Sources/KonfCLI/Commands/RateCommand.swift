import ECSKit
import ECSStore
import Schedule

/// `konf rate TARGET STARS`: what somebody thinks of a talk or a session.
enum RateCommand {
  static func run(_ session: inout Session) throws(Failure) {
    var words = session.invocation.operands
    let isClearing = session.invocation.has(.clear)
    if isClearing, session.invocation.has(.comment) {
      throw Failure(.usage, "rate: --comment stands beside --clear; expected it beside stars")
    }
    let stars = isClearing ? nil : try Self.stars(words.popLast() ?? "")
    let target = try Self.target(words.joined(separator: " "), session)
    guard session.ratings.hasFolder else {
      throw Failure(
        .cannotCreate,
        "rate: nothing says where ratings are kept; expected --home, KONF_HOME or HOME")
    }
    let wasRated = target.has(Rating.self)
    let comment = session.invocation[.comment] ?? ""
    let rating = stars.map { Rating(stars: $0, comment: comment, time: session.now) }
    do {
      try session.ratings.rate(target, rating)
    } catch {
      throw Failure(ExitStatus(error), "rate: nothing was changed: \(error.description)")
    }
    if isClearing, !wasRated { session.streams.note("it had no rating of its own") }
    if !isClearing { Self.warnIfEarly(target, &session) }
    answer(target, &session)
  }

  private static func stars(_ word: String) throws(Failure) -> Int {
    // Whatever else `Int` takes for a number, such as "+5", is no answer to "how many".
    guard word.utf8.count == 1, let stars = Int(word), (1...5).contains(stars) else {
      throw Failure(
        .usage,
        """
        rate: found \(word.quoted()) for the stars; expected a whole number from 1, not for me, \
        to 5, outstanding
        """)
    }
    return stars
  }

  private static func target(_ words: String, _ session: Session) throws(Failure) -> Entity {
    let programme = session.programme
    if let entity = session.target(words) {
      if programme.slots.contains(entity), programme.talks(in: entity).isEmpty {
        throw Failure(
          .usage, "rate: \(words.quoted()) has no talks; expected a talk or a session with talks")
      }
      return entity
    }
    let names = programme.talksInOrder.flatMap { talk in
      ([programme.name(of: talk)] + programme.speakers(of: talk).map(\.name)).map { (talk, $0) }
    }
    let choices = NameQuery(words).best(among: names) { $0.1 }.map(\.0).uniqued
    if choices.count == 1 { return choices[0] }
    guard choices.isEmpty else {
      throw Failure(
        .usage,
        [
          "rate: \(words.quoted()) fits \(choices.count) talks; nothing was changed; expected one of"
        ] + choiceLines(choices, programme))
    }
    throw Failure(
      .notFound, "rate: no talk and no session fits \(words.quoted())",
      session.suggestion(
        for: words, among: session.targetIDs + names.map(\.1), lister: "konf talks"))
  }

  private static func choiceLines(_ talks: [Entity], _ programme: Programme) -> [SafeText] {
    let ids = talks.map { Line("\(programme.shownID(of: $0))") }
    let width = ids.map(\.width).max() ?? 0
    return zip(talks, ids).map { talk, id in
      let speakers = programme.speakers(of: talk).map(\.name)
      let text = ([programme.name(of: talk)] + speakers).joined(separator: ", ")
      return "  \(id.padded(to: width + 2).rendered(color: false))\(text)"
    }
  }

  private static func warnIfEarly(_ target: Entity, _ session: inout Session) {
    let slot = session.programme.slot(of: target) ?? target
    guard let start = slot[Timing.self]?.start, session.now < start else { return }
    session.streams.note("it has not started yet; the rating is kept all the same")
  }

  private static func answer(_ target: Entity, _ session: inout Session) {
    let programme = session.programme
    if session.isJSON {
      let record = JSONRecords(session).rating(of: target)
      session.streams.write(.array([record]))
      return
    }
    var page = Page(session)
    if let rating = target[Rating.self] {
      page.rating(rating, programme.name(of: target), programme.shownID(of: target))
    } else {
      let name: Line = "\(programme.name(of: target), .strong)"
      page.add("not rated: \(name) \("[\(programme.shownID(of: target))]", .dim)", hanging: 6)
      if programme.talks.contains(target) { page.add(page.stars(of: target), indent: 6) }
    }
    for talk in programme.talks(in: target) where talk != target {
      let names = [programme.name(of: talk), page.speakerNames(of: talk)].filter { !$0.isEmpty }
      page.add("\(names.joined(separator: ", "))", indent: 6, hanging: 8)
    }
    page.add(Line(session.ratedSummary))
    session.streams.write(page.text)
  }
}
