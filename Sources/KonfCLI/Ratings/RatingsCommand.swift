import Basics
import CommandLine
import ECSKit
import ECSStore
import Marks
import Schedule

/// `konf ratings`: the ratings of the user or of many people.
///
/// The user's ratings include ratings of removed talks. A merge reads the logs of other people and
/// never writes to the user's log. Comments are shown without names.
enum RatingsCommand: ScheduleCommand {
  static let name = "ratings"

  static let merge = Flag("merge", help: "combine the ratings of many people")
  static let payload = Flag(
    "payload",
    help: "print the ratings by title, in the format of the UIKonf app")

  static let stats = Flag("stats", help: "show a line for each talk: bar, mean, count and spread")
  static let heat = Flag("heat", help: "show each day as a grid with the mean of each talk")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "your ratings, or those of many people",
      operands: [OperandDefinition("FILE...", .with(merge), naming: .file, takesWords: true)],
      options: FilterOption.all + [
        merge.definition, stats.definition, heat.definition, payload.definition,
      ],
      conflicts: OptionConflict.between(payload.definition, [merge.definition])
        + OptionConflict.among([
          payload.definition, CommonOption.jsonl.definition, stats.definition, heat.definition,
        ]) + OptionConflict.between(CommonOption.jsonl.definition, FilterOption.all),
      discussion: [
        .paragraph(
          """
          --merge combines logs and the output of konf ratings --jsonl. FILE is a file, a folder \
          with .log or .jsonl files, or - for standard input. For each rated talk and session, \
          konf shows the number of ratings, their mean, their spread (the standard deviation) and \
          the comments, without names. A change that occurs in several files counts once, and the \
          order of the files does not matter.
          """),
        .paragraph(
          """
          --jsonl prints the changes in your log as input for --merge. With --merge, it prints the \
          changes in all files and for all conferences. See konf help scale.
          """),
        .paragraph(
          """
          If a person rated a session but not one of its talks, the rating of the session counts \
          for the talk. Each data folder counts as one person, and devices that sync with each \
          other count together as one person.
          """),
        .paragraph(
          """
          Ratings stay with a conference even if its title changes, because konf recognizes the \
          conference by the rated talks. konf also prints the number of ratings for other \
          conferences.
          """),
      ],
      examples: [
        Example("konf ratings", "your ratings and comments"),
        Example("konf ratings --json > ratings.json", "your ratings as JSON"),
        Example("konf ratings --merge audience/", "the ratings of an audience"),
        Example("konf ratings --merge audience/ --stats", "a bar for each talk, best first"),
        Example("konf ratings --merge audience/ --heat", "a grid of the means for each day"),
        Example("konf ratings --jsonl > mine.jsonl", "your log, for someone else to merge"),
        Example("konf ratings --merge audience/ --jsonl", "the rows of all files, for a database"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    let source = ScheduleSource(invocation, environment.variables)
    if invocation[merge], invocation.operands.contains("-"), source == .standardInput {
      throw Failure(
        .usage,
        """
        ratings: standard input is already used for the schedule; give the files to merge as \
        arguments
        """)
    }
    return RunInputs(source: source, ratings: invocation[merge] ? .unread : .needed("ratings"))
  }

  static func fieldNames(of invocation: Invocation) -> [String] {
    if printsChanges(invocation) { return ChangeRow.fieldNames }
    let areMany = invocation[merge] || invocation[stats] || invocation[heat]
    return areMany ? FiguresRecord.fieldNames : RatingRecord.fieldNames
  }

  /// Returns true if each row of the output is an entry of the log.
  private static func printsChanges(_ invocation: Invocation) -> Bool {
    invocation.has(CommonOption.jsonl.definition)
  }

  static func answer(_ run: inout Run) throws(Failure) {
    let invocation = run.invocation
    // The size of the output depends on the log or the merged files, so it has no limit.
    run.streams.bound(to: nil)
    if invocation[merge] {
      try runMerge(&run)
    } else if printsChanges(invocation) {
      run.streams.write(run.store.ratingEntries) { ChangeRow(entry: $0) }
    } else {
      if invocation[stats] || invocation[heat] {
        var ratings = RatingMerge()
        ratings.add(run.store.ratingEntries)
        ratings.resolve()
        return write(ratings, &run)
      }
      run.noteElsewhere(Rating.self)
      if invocation[payload] { runPayload(&run) } else { runList(&run) }
    }
  }

  private static func runList(_ run: inout Run) {
    let schedule = run.schedule
    let selection = run.asked
    let rated = schedule.ratedInOrder.filter { selection.contains($0) }
    let orphans = selection.isLimited ? [] : run.store.orphans(Rating.self)
    run.judge(isEmpty: rated.isEmpty && orphans.isEmpty)
    if run.isData {
      let context = RecordContext(run)
      run.streams.write(0..<rated.count + orphans.count) { position -> RatingRecord in
        if position < rated.count { return RatingRecord(rated[position], context) }
        return RatingRecord(orphans[position - rated.count], context)
      }
    } else {
      var page = Page(run)
      for entity in rated {
        page.rating(
          entity[Rating.self], schedule.name(of: entity), schedule.shownID(of: entity))
      }
      if !orphans.isEmpty {
        page.heading("No longer in the schedule")
        for orphan in orphans {
          let id = schedule.id(ofRemoved: orphan.subject.target)
          page.rating(orphan.component, orphan.title, schedule.shown(id))
        }
      }
      page.blank()
      page.add(Line(run.ratedSummary))
      run.streams.write(page.text)
    }
  }

  /// Prints the titles of the rated talks and their stars.
  ///
  /// The UIKonf app sent this format to its server.
  private static func runPayload(_ run: inout Run) {
    let schedule = run.schedule
    var members: [JSONOutput.Member] = []
    var titles: Set<String> = []
    func add(_ title: String, _ stars: Int) {
      // The app also treated talks with equal titles as one talk.
      if titles.insert(title).inserted {
        members.append(JSONOutput.Member(title, .integer(stars)))
      }
    }
    let selection = run.asked
    for talk in schedule.talksInOrder where selection.contains(talk) {
      if let rating = schedule.rating(of: talk)?.rating {
        add(schedule.name(of: talk), rating.stars)
      }
    }
    let orphans = selection.isLimited ? [] : run.store.orphans(Rating.self)
    for orphan in orphans where orphan.id.contains("/") {
      add(orphan.title, orphan.component.stars)
    }
    run.judge(isEmpty: members.isEmpty)
    run.streams.write(.object(members))
  }
}

// MARK: The ratings of many people

extension RatingsCommand {
  private static func runMerge(_ run: inout Run) throws(Failure) {
    let names = run.invocation.operands
    var ratings = RatingMerge()
    var inputs = RatingInputs(run.environment)
    let printsRows = printsChanges(run.invocation)
    for name in names {
      try inputs.read(name) { entries in
        if printsRows {
          run.streams.write(entries.ratings) {
            ChangeRow(entry: $0)
          }
        } else {
          ratings.add(entries)
        }
      }
    }
    ratings.resolve()
    for note in inputs.notes { run.streams.note(note) }
    if inputs.inputCount == 0 {
      throw Failure(.noInput, "ratings: no .log or .jsonl file in these folders")
    }
    if inputs.entryCount == 0, inputs.hasDamage {
      throw Failure(
        .badData,
        "ratings: no ratings in the files; use logs or the output of konf ratings --jsonl")
    }
    if !printsRows { write(ratings, &run) }
  }

  private static func write(_ merge: RatingMerge, _ run: inout Run) {
    var merged = MergedRatings(merge, of: run.schedule, scope: run.store.scope)
    let selection = run.asked
    let outcome = merged.outcome { thing in
      thing.entity.map { selection.contains($0) } ?? !selection.isLimited
    }
    run.judge(isEmpty: outcome.figures.isEmpty)
    let listsOthers =
      !run.isData && run.source == .builtIn && outcome.figures.isEmpty
      && !merged.elsewhere.isEmpty
    if !listsOthers {
      run.noteElsewhere(
        merged.elsewhere.map { ($0.scope, $0.ratingCount) }, "rating", "ratings")
    }
    if run.isData {
      let context = RecordContext(run)
      run.streams.write(outcome.figures) { FiguresRecord(figures: $0, context: context) }
      return
    }
    var page = Page(run)
    var remarks: [SafeText] = []
    if listsOthers {
      page.conferences(merged.elsewhere)
      page.blank()
      page.add("no ratings for \(run.source.name)")
    } else {
      if run.invocation[stats] {
        page.stats(outcome.figures)
      } else if run.invocation[heat] {
        remarks = page.heat(run.schedule.timeline(in: selection), outcome.figures)
      } else {
        page.figures(outcome.figures)
      }
      page.blank()
      page.add("\(counted(outcome.ratingCount, outcome.voiceCount))")
    }
    run.streams.write(page.text)
    run.note(gridRemarks: remarks)
  }

  fileprivate static func counted(_ ratings: Int, _ people: Int) -> SafeText {
    "\(SafeText.counted(ratings, "rating", "ratings")) by \(SafeText.counted(people, "person", "people"))"
  }
}

extension Page {
  fileprivate mutating func conferences(_ conferences: [MergedRatings.Elsewhere]) {
    heading("Conferences in these files; choose one with --data FILE")
    for each in conferences {
      let count = RatingsCommand.counted(each.ratingCount, each.voiceCount)
      add("\(each.scope, .strong): \(count)", hanging: 2)
    }
  }
}

struct FiguresRecord: Record {
  let figures: RatingFigures
  let context: RecordContext

  static let meaning: String? =
    "The ratings of a talk or a session by many people. A person's rating of a session also counts for each of its talks that the person did not rate."
  static let fields: [Field<FiguresRecord>] = [
    Field("id", .defined("id")) { .string($0.figures.thing.id) },
    Field("title", .text) { .string($0.figures.thing.title) },
    Field(
      "session", .orNull(.text),
      "The id of the session; null if the rated talk or session is no longer in the schedule."
    ) {
      .string(orNull: $0.figures.thing.entity.flatMap($0.context.sessionID(of:)))
    },
    Field("count", .integer(from: 1), "The number of ratings.") { .integer($0.figures.count) },
    Field("mean", .number(from: 1, to: 5)) { .hundredths($0.figures.mean) },
    Field("spread", .number(from: 0), "The standard deviation.") { .hundredths($0.figures.spread) },
    Field(
      "stars", .array(.integer(from: 0)),
      "The number of ratings with one star, with two stars, and so on up to five."
    ) { .array($0.figures.counts.map { .integer($0) }) },
    Field("comments", .array(.defined("remark"))) { record in
      .array(
        record.figures.comments.map {
          ["rating": .integer($0.stars), "comment": .string($0.text)]
        })
    },
  ]
}

extension Run {
  var ratedSummary: SafeText {
    let all = schedule.talkCount(in: asked)
    return "\(schedule.ratedTalkCount(in: asked)) of \(all) talks rated"
  }
}

extension Page {
  mutating func rating(_ rating: Rating?, _ title: String, _ id: String) {
    guard let rating else { return }
    add("\(stars(rating))\(gap)\(prose: title, .strong)\(tag(id, after: title))", hanging: 6)
    let label: SafeText = presentation.isSpoken ? "comment: " : ""
    if !rating.comment.isEmpty { add("\(label)\(rating.comment)", indent: 6) }
  }
}
