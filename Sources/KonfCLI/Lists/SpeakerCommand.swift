import CommandLine
import Marks
import Schedule

enum SpeakerCommand: ScheduleCommand {
  static let name = "speaker"
  static let synonyms = ["person"]

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "a person and their talks",
      operands: [OperandDefinition("NAME", naming: .person, takesWords: true)],
      options: FilterOption.all + ListLayout.options,
      discussion: [
        .paragraph(
          """
          NAME is a name or part of one. Case and accents do not matter, and a name of several \
          words needs no quotes. If several people match, konf shows them all; a full name matches \
          only the person with that name.
          """)
      ],
      examples: [
        Example("konf speaker graham lee", "one person"),
        Example("konf speaker gra", "everyone whose name contains this"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { PersonRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    let found = try run.named(
      run.schedule.everybody, kind: "person", lister: "\(SpeakersCommand.name)")
    let talks = found.lazy.flatMap { [schedule = run.schedule] in schedule.talks(of: $0) }
    run.judge(
      isEmpty: run.selection.isLimited && !talks.contains(where: run.selection.contains(talk:)))
    run.answer(found, called: "speakers", as: PersonRecord.init) { page in
      page.title()
      for person in found where !page.isOver { page.person(person) }
    }
  }
}
