import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

enum NoteCommand: MarkingCommand {
  static let name = "note"

  static let clear = Flag("clear", help: "remove the note")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "add a note to a talk or a session",
      operands: [
        OperandDefinition("TARGET", naming: .target, takesWords: true),
        OperandDefinition("TEXT", .unless(clear)),
      ],
      options: [clear.definition],
      discussion: [
        .paragraph(
          """
          TARGET works as in konf star. TEXT is a single argument, so put it in quotes. A new note \
          replaces the old note. Notes appear in konf agenda and konf session.
          """)
      ],
      examples: [
        Example("konf note graham \"ask about testing\"", "add a note to a talk"),
        Example("konf note graham --clear", "remove the note"),
      ])
  }

  static func answer(_ run: inout Run) throws(Failure) {
    var words = run.invocation.operands
    let text = run.invocation[clear] ? "" : words.popLast() ?? ""
    let note = Note(typed: text)
    if note == nil, !run.invocation[clear] {
      throw Failure(
        .usage,
        """
        note: the text is empty; use \(run.invocation.konf(.schedule, "note TARGET --clear")) to remove a note
        """)
    }
    let targets = try run.chosenOrRead(name: words)
    let noted = targets.filter { $0.has(Note.self) }
    for target in targets where note == nil && !noted.contains(target) {
      run.streams.note("\(run.schedule.name(of: target).quoted()) had no note")
    }
    try run.keep(note, on: targets)
    run.answer(marked: targets, removing: Note.words.one, from: note == nil ? noted : [])
  }
}

extension Note {
  /// Creates a note from typed text, or returns nil if the text is blank.
  init?(typed text: String) {
    if text.allSatisfy(\.isWhitespace) { return nil }
    self.init(text: text)
  }
}
