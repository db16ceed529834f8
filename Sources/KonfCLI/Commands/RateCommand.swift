import ECSKit
import ECSStore
import Schedule
import TextBasics

/// `konf rate TARGET STARS`: what somebody thinks of a talk or a session.
enum RateCommand {
  static func run(_ run: inout Run) throws(Failure) {
    var words = run.invocation.operands
    let isClearing = run.invocation.has(.clear)
    if isClearing, run.invocation.has(.comment) {
      throw Failure(.usage, "rate: --comment stands beside --clear; expected it beside stars")
    }
    let stars = isClearing ? nil : try Self.stars(words.popLast() ?? "")
    let target = try Self.target(words.joined(separator: " "), run)
    guard run.ratings.hasFolder else {
      throw Failure(
        .cannotCreate,
        "rate: nothing says where ratings are kept; expected --home, KONF_HOME or HOME")
    }
    let wasRated = target.has(Rating.self)
    let comment = run.invocation[.comment] ?? ""
    let rating = stars.map { Rating(stars: $0, comment: comment, time: run.now) }
    do {
      try run.ratings.rate(target, rating)
    } catch {
      throw Failure(ExitStatus(error), "rate: nothing was changed: \(error.description)")
    }
    if isClearing, !wasRated { run.streams.note("it had no rating of its own") }
    if !isClearing { Self.warnIfEarly(target, &run) }
    answer(target, &run)
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

  private static func target(_ words: String, _ run: Run) throws(Failure) -> Entity {
    let programme = run.programme
    if let entity = run.target(words) {
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
      run.suggestion(
        for: words, among: run.targetIDs + names.map(\.1), lister: "konf talks"))
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

  private static func warnIfEarly(_ target: Entity, _ run: inout Run) {
    let slot = run.programme.slot(of: target) ?? target
    guard let start = slot[Timing.self]?.start, run.now < start else { return }
    run.streams.note("it has not started yet; the rating is kept all the same")
  }

  private static func answer(_ target: Entity, _ run: inout Run) {
    let programme = run.programme
    if run.isJSON {
      let record = JSONRecords(run).rating(of: target)
      run.streams.write(.array([record]))
      return
    }
    var page = Page(run)
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
    page.add(Line(run.ratedSummary))
    run.streams.write(page.text)
  }
}
