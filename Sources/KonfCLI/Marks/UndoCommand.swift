import CommandLine
import Marks
import Schedule

enum UndoCommand: MarkingCommand {
  static let name = "undo"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "undo your last change",
      discussion: [
        .paragraph(
          """
          konf undo reverts your last change to the ratings, stars, notes, hidden talks, friends \
          and appointments of this conference. konf undo shows the old and the new value. Run it \
          again to revert the previous change. konf log lists all changes.
          """),
        .paragraph(
          """
          konf undo never reverts konf use. To return to the previous version of a schedule, run \
          konf use NAME --previous. Right after konf use, the first konf undo changes nothing and \
          explains why. The second konf undo reverts the last change that you made before konf \
          use, even if the talk has moved in the new version.
          """),
        .paragraph(
          """
          konf undo skips a change if the same mark was changed again later, on this or another \
          device. For a mark that another device removed or replaced, konf sync and konf log print \
          the command that restores it.
          """),
      ],
      examples: [
        Example("konf undo", "undo the last change"),
        Example("konf redo", "redo the change"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { StepRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    try run.undo()
  }
}

enum RedoCommand: MarkingCommand {
  static let name = "redo"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "redo the last change that you undid",
      discussion: [
        .paragraph(
          """
          konf redo works until you make another change. After that, nothing is left to redo.
          """)
      ],
      examples: [Example("konf redo", "redo the change that konf undo reverted")])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { StepRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    try run.redo()
  }
}
