import ECSKit
import ECSStore
import Schedule
import TextBasics

/// `konf rate TARGET STARS`: gives stars to a talk or a session.
enum RateCommand: ScheduleCommand {
  static let name = "rate"

  /// The remark beside the stars.
  static let comment = Option<String>("comment", "TEXT", help: "keep a remark with the stars")
  /// Whether the rating is removed.
  static let clear = Flag("clear", help: "remove the rating")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "give 1 to 5 stars to a talk or a session",
      operands: [
        OperandDefinition("TARGET", naming: .target, takesWords: true),
        OperandDefinition("STARS", .unless(clear), naming: .words((1...5).map(String.init))),
      ],
      options: [comment.definition, clear.definition],
      discussion: [
        .paragraph(
          """
          TARGET is the id of a session, that id with a slash and the number of a talk, or a part \
          of a title or of a speaker's name. If several talks match, konf rates none and lists them.
          """),
        .paragraph(
          """
          The stars of a session count for all its talks that have none of their own. A new rating \
          replaces the old one.
          """),
        .stars(["not for me", "could be better", "good", "very good", "outstanding"]),
      ],
      examples: [
        Example("konf rate session1Day1 5", "five stars for a session"),
        Example("konf rate session1Day1/2 4", "four stars for its second talk"),
        Example("konf rate graham 5 --comment \"see again\"", "the talk of a speaker"),
        Example("konf rate session1Day1 --clear", "remove the rating"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    if invocation[clear], invocation[comment] != nil {
      throw Failure(.usage, "rate: --comment and --clear cannot be combined")
    }
    return RunInputs(
      source: ScheduleSource(invocation, environment.variables),
      ratings: .needed("rate: nothing was changed"))
  }

  static func fieldNames(of invocation: Invocation) -> [String] { RatingRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    var words = run.invocation.operands
    let isClearing = run.invocation[clear]
    let stars = isClearing ? nil : try Self.stars(words.popLast() ?? "")
    let target = try run.chosen(words.joined(separator: " "))
    let wasRated = target.has(Rating.self)
    let comment = run.invocation[comment] ?? ""
    let rating = stars.map { Rating(stars: $0, comment: comment, time: run.now) }
    try run.keep("ratings") { store throws(KeptError) in
      if let rating {
        try store.keep([rating], on: [target])
      } else {
        try store.remove(Rating.self, from: [target])
      }
    }
    if isClearing, !wasRated {
      run.streams.note("\(run.schedule.name(of: target).quoted()) had no rating of its own")
    }
    if !isClearing { Self.warnIfEarly(target, &run) }
    write(target, &run)
  }

  private static func stars(_ word: String) throws(Failure) -> Int {
    // Whatever else `Int` takes for a number, such as "+5", is no answer to "how many". Which numbers
    // are, is a rule.
    guard let stars = Int(word), "\(stars)" == word else {
      throw Failure(
        .usage, "rate: stars: found \(word.quoted()); expected \(Rating.starsWords)")
    }
    return stars
  }

  private static func warnIfEarly(_ target: Entity, _ run: inout Run) {
    let session = run.schedule.session(of: target) ?? target
    guard let start = session[Timing.self]?.start, run.now < start else { return }
    run.streams.note("it has not started yet; the rating is kept all the same")
  }

  private static func write(_ target: Entity, _ run: inout Run) {
    let schedule = run.schedule
    if run.isData {
      run.streams.write([RatingRecord(target, RecordContext(run))])
      return
    }
    var page = Page(run)
    if let rating = target[Rating.self] {
      page.rating(rating, schedule.name(of: target), schedule.shownID(of: target))
    } else {
      let name: Line = "\(prose: schedule.name(of: target), .strong)"
      page.add("not rated: \(name) \("[\(schedule.shownID(of: target))]", .dim)", hanging: 6)
      if schedule.talks.contains(target) { page.add(page.stars(of: target), indent: 6) }
    }
    for talk in schedule.talks(in: target) where talk != target {
      let names = [schedule.name(of: talk), page.speakerNames(of: talk)].filter { !$0.isEmpty }
      page.add("\(prose: names.joined(separator: ", "))", indent: 6, hanging: 8)
    }
    page.add(Line(run.ratedSummary))
    run.streams.write(page.text)
  }
}
