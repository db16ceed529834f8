import Answers
import CommandLine
import Diary
import Schedule

/// `konf undo`: takes back what the last command changed.
enum UndoCommand: MarkingCommand {
  static let name = "undo"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "take back your last change",
      discussion: [
        .paragraph(
          """
          konf undo takes back what the last command changed of your ratings, stars, notes, hidden \
          talks and appointments for this conference, and shows what was there before. If that was \
          konf use, the version before is shown again, with what was marked in it. Another konf undo \
          takes back the change before. konf log lists all of them.
          """)
      ],
      examples: [
        Example("konf undo", "take back the last change"),
        Example("konf redo", "redo it"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { StepRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    try run.undo()
  }
}

/// `konf redo`: redoes what `konf undo` took back.
enum RedoCommand: MarkingCommand {
  static let name = "redo"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "redo the last change that you undid",
      discussion: [
        .paragraph("This works until your next change. After that, what you undid stays undone.")
      ],
      examples: [Example("konf redo", "after konf undo")])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { StepRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    try run.redo()
  }
}
