import ECSKit
import ECSStore
import Schedule
import TextBasics

/// `konf star TARGET...`: puts talks and sessions on the agenda.
enum StarCommand: MarkingCommand {
  static let name = "star"

  /// Whether it may be passed by.
  static let maybe = Flag("maybe", help: "star it as something you may pass by")
  /// What is noted with the star.
  static let note = Option<String>("note", "TEXT", help: "keep a note with it; see konf note")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "put talks and sessions on your agenda",
      operands: [OperandDefinition("TARGET...", naming: .target, takesWords: true)],
      options: [maybe.definition, note.definition],
      discussion: [
        .paragraph(
          """
          TARGET is the id of a talk or a session, or a part of a title or of a speaker's name. If \
          all words together fit nothing, each word is a target of its own. The star of a session \
          counts for all its talks.
          """),
        .paragraph(
          """
          Stars, notes and appointments are kept in the data folder, as ratings are, and are never \
          part of konf ratings.
          """),
        .paragraph(
          """
          When konf use keeps a newer version, each mark follows its talk: by an identifier that no \
          two talks share, else by title, people, time and location. A talk may move, or get another \
          title, other speakers or another number; if two talks could be meant, the mark goes to \
          neither. What is not found is listed by konf agenda and konf ratings under "No longer in \
          the schedule", and can be named by its id until it is unstarred.
          """),
      ],
      examples: [
        Example("konf star graham", "the talk of a speaker"),
        Example("konf star session1Day1 session2Day2", "two sessions"),
        Example("konf star monads --maybe --note \"if there is time\"", "perhaps, with a note"),
        Example("konf agenda", "what is starred, day by day"),
      ])
  }

  static func answer(_ run: inout Run) throws(Failure) {
    let targets = try run.chosen(run.invocation.operands)
    let marks: [(any StoredComponent)?] = [
      Star(isMaybe: run.invocation[maybe]), run.invocation[note].flatMap(Note.init(typed:)),
    ]
    try run.keep("stars") { store throws(KeptError) in
      try store.keep(marks.compactMap(\.self), on: targets)
    }
    run.answer(marked: targets)
  }
}

/// `konf unstar TARGET...`: takes talks and sessions off the agenda.
enum UnstarCommand: MarkingCommand {
  static let name = "unstar"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "take talks and sessions off your agenda",
      operands: [OperandDefinition("TARGET...", naming: .target, takesWords: true)],
      discussion: [.paragraph("A note stays; konf note TARGET --clear removes it.")],
      examples: [Example("konf unstar graham", "the talk of a speaker")])
  }

  static func answer(_ run: inout Run) throws(Failure) {
    let targets = try run.chosen(run.invocation.operands)
    for target in targets where !target.has(Star.self) {
      run.streams.note("\(run.schedule.name(of: target).quoted()) had no star of its own")
    }
    try run.keep("stars") { store throws(KeptError) in
      try store.remove(Star.self, from: targets)
    }
    run.answer(marked: targets)
  }
}
