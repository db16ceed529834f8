import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

enum RateCommand: ScheduleCommand {
  static let name = "rate"

  static let comment = Option<String>("comment", "TEXT", help: "add a comment to the rating")
  static let clear = Flag("clear", help: "remove the rating")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "rate a talk or a session from 1 to 5 stars",
      operands: [
        OperandDefinition("TARGET", naming: .target, takesWords: true),
        OperandDefinition("STARS", .unless(clear), naming: .words((1...5).map(String.init))),
      ],
      options: [comment.definition, clear.definition],
      conflicts: OptionConflict.between(comment.definition, [clear.definition]),
      discussion: [
        .paragraph(
          """
          TARGET is the id of a session, the id of a talk such as session1Day1/2, the number or \
          the URL of a talk, or part of a title or of a speaker's name. If TARGET is -, konf reads \
          targets from standard input, one per line. If several talks match, konf lists them and \
          rates none.
          """),
        .paragraph(
          """
          The rating of a session also counts for each of its talks that has no rating. A new \
          rating replaces the old rating.
          """),
        .stars(["not for me", "could be better", "good", "very good", "outstanding"]),
      ],
      examples: [
        Example("konf rate session1Day1 5", "give a session five stars"),
        Example("konf rate session1Day1/2 4", "give its second talk four stars"),
        Example("konf rate graham 5 --comment \"see again\"", "rate the talk of a speaker"),
        Example("konf rate session1Day1 --clear", "remove the rating"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    RunInputs(
      source: ScheduleSource(invocation, environment.variables),
      ratings: .needed("rate: nothing was changed"))
  }

  static func fieldNames(of invocation: Invocation) -> [String] { RatingRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    var words = run.invocation.operands
    let isClearing = run.invocation[clear]
    let stars = isClearing ? nil : try Self.stars(words.popLast() ?? "")
    let targets = try run.chosenOrRead(name: words)
    let unrated = targets.filter { !$0.has(Rating.self) }
    let comment = run.invocation[comment] ?? ""
    let rating = stars.map { Rating(stars: $0, comment: comment, time: run.environment.now) }
    try run.keep(rating, on: targets)
    for target in unrated where isClearing {
      run.streams.note("\(run.schedule.name(of: target).quoted()) had no rating")
    }
    for target in targets where !isClearing { Self.warnIfEarly(target, &run) }
    write(targets, &run)
  }

  private static func stars(_ word: String) throws(Failure) -> Int {
    // `Int` also accepts other forms, such as "+5". The rules of ``Rating`` check the maximum.
    guard let stars = Int(word), "\(stars)" == word else {
      throw Failure(
        .usage, "rate: stars: found \(word.quoted()); expected \(Rating.starsWords)")
    }
    return stars
  }

  private static func warnIfEarly(_ target: Entity, _ run: inout Run) {
    let session = run.schedule.session(of: target) ?? target
    guard let start = session[Timing.self]?.start, run.now < start else { return }
    let name = run.schedule.name(of: target).quoted()
    run.streams.note("\(name) has not started yet; the rating was saved anyway")
  }

  private static func write(_ targets: [Entity], _ run: inout Run) {
    if run.isData {
      let context = RecordContext(run)
      run.streams.write(targets) { RatingRecord($0, context) }
      return
    }
    var page = Page(run)
    for target in targets { page.rated(target) }
    page.add(Line(run.ratedSummary))
    run.streams.write(page.text)
  }
}

extension Page {
  fileprivate mutating func rated(_ target: Entity) {
    if let rating = target[Rating.self] {
      self.rating(rating, schedule.name(of: target), schedule.shownID(of: target))
    } else {
      let name: Line = "\(prose: schedule.name(of: target), .strong)"
      add("not rated: \(name)\(tag(of: target))", hanging: 6)
      if schedule.talks.contains(target) { add(stars(of: target), indent: 6) }
    }
    for talk in schedule.talks(in: target) where talk != target {
      let names = [schedule.name(of: talk), speakerNames(of: talk)].filter { !$0.isEmpty }
      add("\(prose: names.joined(separator: ", "))", indent: 6, hanging: 8)
    }
  }
}
