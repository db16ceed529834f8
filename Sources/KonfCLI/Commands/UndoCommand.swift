import Answers
import CommandLine
import Diary
import Schedule

/// `konf undo`: reverts the last change of marks.
enum UndoCommand: MarkingCommand {
  static let name = "undo"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "undo your last change",
      discussion: [
        .paragraph(
          """
          konf undo reverts your last change to ratings, stars, notes, hidden talks, friends and \
          appointments of this conference, and shows the previous value. Run konf undo again to \
          revert the change before it. konf log lists all changes.
          """),
        .paragraph(
          """
          konf undo never reverts konf use; run konf use NAME --previous for that. Right after \
          konf use, the first konf undo changes nothing and explains this. The next konf undo \
          reverts the last mark before konf use and finds its talk in the current version.
          """),
        .paragraph(
          """
          konf undo skips a change if its talk has been marked again since then, here or on \
          another device. For a mark that another device removed or replaced, konf sync and konf \
          log print the command that restores it.
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

/// `konf redo`: redoes what `konf undo` reverted.
enum RedoCommand: MarkingCommand {
  static let name = "redo"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "redo the last change that you undid",
      discussion: [
        .paragraph(
          """
          This works until your next change. After that, the changes that you undid can no longer \
          be redone.
          """)
      ],
      examples: [Example("konf redo", "redo the change that konf undo reverted")])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { StepRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    try run.redo()
  }
}
