import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

/// `konf star TARGET...`: adds talks and sessions to the agenda.
///
/// All stars and the note of a command form one undo step. Filters in the file of default options
/// do not affect the targets.
enum StarCommand: MarkingCommand {
  static let name = "star"

  static let maybe = Flag("maybe", help: "star the talk as a maybe")
  static let note = Option<String>("note", "TEXT", help: "add a note; see konf help note")
  static let from = Option<String>(
    "from", "FILE|-|LINK", naming: .file, help: "import stars from another app or from konf output")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "put talks and sessions on your agenda",
      operands: [
        OperandDefinition(
          "TARGET...", .unlessFiltered(FilterOption.track.definition), naming: .target,
          takesWords: true)
      ],
      options: [maybe.definition, note.definition, from.definition.replacingOperands()]
        + FilterOption.choosing,
      conflicts: OptionConflict.between(
        from.definition, [note.definition] + FilterOption.choosing),
      discussion: [
        .paragraph(
          """
          TARGET is the id, number or URL of a talk or session, part of a title or of a speaker's \
          name, or the first characters of an id (at least four). If no talk matches all words, \
          konf looks up each word separately. If TARGET is -, konf reads targets from standard \
          input, one per line. Without TARGET, konf stars all talks that match the filters. With \
          TARGET and filters, konf looks for TARGET only in the talks that match the filters. The star of a session counts for all its \
          talks. If you star a maybe again without --maybe, it gets a full star. With --note, it \
          stays a maybe.
          """),
        .paragraph(
          """
          Lists show ★ before the title of a starred talk, and ☆ if you starred it with --maybe.
          """),
        .paragraph(
          """
          konf saves stars, notes and appointments in the data folder, like ratings. konf ratings \
          never lists them.
          """),
        .paragraph(
          """
          If konf use saves a newer version, each mark stays with its talk. konf finds the talk by \
          a unique identifier, otherwise by title, people, time and location. This also works if \
          the talk has moved or has a new title, new speakers or a new number. If two talks match \
          equally well, neither gets the mark. konf agenda and konf ratings list missing talks \
          under "No longer in the schedule"; you can use their ids until you unstar them.
          """),
        .paragraph(
          """
          --from reads any of these: a Giggity link; bookmarks.ics from FOSDEM Companion; the JSON \
          that EventFahrplan shares; faved.ics or a list of codes from pretalx; JSON or a calendar \
          from konf; a text file with one id, address or slug on each line. Shifts from \
          Engelsystem become appointments. If an entry matches no talk or several talks, konf \
          reports it and does not guess. Your existing marks do not change, and one konf undo \
          reverts the whole import.
          """),
      ],
      examples: [
        Example("konf star graham", "star the talk of a speaker"),
        Example("konf star session1Day1 session2Day2", "star two sessions"),
        Example(
          "konf star monads --maybe --note \"if there is time\"",
          "star as a maybe, with a note"),
        Example("konf star --track rust --day sat --maybe", "star all talks of a track on one day"),
        Example("konf search mail --tsv=id | konf star -", "star the results of another command"),
        Example("konf star --from bookmarks.ics", "import stars from another app"),
        Example("konf agenda", "show your agenda, day by day"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    if let word = invocation[from] {
      if let operand = invocation.operands.first {
        throw Failure(.usage, "star: --from and the target \(operand.quoted()) cannot be combined")
      }
      let source = ScheduleSource(invocation, environment.variables)
      if word == "-", source == .standardInput {
        throw Failure(.usage, "star: standard input is already used for the schedule")
      }
    }
    return RunInputs(markedBy: invocation, environment)
  }

  static func fieldNames(of invocation: Invocation) -> [String] {
    invocation[from] == nil ? MarkRecord.fieldNames : TakenRecord.fieldNames
  }

  static func answer(_ run: inout Run) throws(Failure) {
    if let word = run.invocation[from] { return try answer(&run, from: word) }
    let targets = try run.chosenOrFiltered()
    let isMaybe = run.invocation[maybe]
    let note = run.invocation[note].flatMap(Note.init(typed:))
    // A note alone does not turn a "maybe" into a full star.
    let isNoted = note != nil && !isMaybe
    let unsure = targets.filter { isMaybe || isNoted && $0[Star.self]?.isMaybe ?? false }
    let sure = targets.filter { !unsure.contains($0) }
    func marks(isMaybe: Bool) -> [any MarkKind] {
      let star: any MarkKind = Star(isMaybe: isMaybe)
      return note.map { [star, $0] } ?? [star]
    }
    try run.change(Star.words.many) { store throws(Failure) in
      try store.set([(marks(isMaybe: true), unsure), (marks(isMaybe: false), sure)])
    }
    run.answer(marked: targets)
  }
}

enum UnstarCommand: MarkingCommand {
  static let name = "unstar"
  static let clearsAgenda = true

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "take talks and sessions off your agenda",
      operands: [
        OperandDefinition(
          "TARGET...", .unlessFiltered(FilterOption.track.definition), naming: .starred,
          takesWords: true)
      ],
      options: FilterOption.choosing,
      discussion: [
        .paragraph(
          """
          TARGET and filters work as in konf star. A note stays; remove it with konf note TARGET \
          --clear.
          """)
      ],
      examples: [
        Example("konf unstar graham", "unstar the talk of a speaker"),
        Example("konf unstar --day sun", "unstar all talks and sessions on Sunday"),
      ])
  }

  static func answer(_ run: inout Run) throws(Failure) {
    let targets = try run.chosenOrFiltered(among: run.schedule.inOrder(run.schedule.starred))
    let starred = targets.filter { $0.has(Star.self) }
    try run.keep(nil as Star?, on: targets)
    for target in targets {
      let name = run.schedule.name(of: target).quoted()
      let wasStarred = starred.contains(target)
      if run.schedule.session(of: target)?.has(Star.self) ?? false {
        let how: SafeText = wasStarred ? "still starred" : "starred only"
        run.streams.note("\(name) is \(how) through its session")
      } else if !wasStarred {
        run.streams.note("\(name) had no star")
      }
    }
    run.answer(marked: targets, removing: Star.words.one, from: starred)
  }
}
