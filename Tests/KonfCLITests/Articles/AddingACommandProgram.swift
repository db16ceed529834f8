import CommandLine
import KonfCLI
import Marks
import Schedule
import Testing

@Suite("Adding a command")
struct AddingACommandProgram {
  private enum Program {
    // block
    /// `konf languages`: the languages of the talks.
    enum LanguagesCommand: ScheduleCommand {
      static let name = "languages"

      /// The fewest talks that a language must have.
      static let least = Option<Int>("least", "N", in: 1...1000, help: "only languages of N talks")

      static var definition: CommandDefinition {
        CommandDefinition(
          name, summary: "the languages of the talks",
          options: FilterOption.all + [least.definition],
          examples: [Example("konf languages", "codes and numbers of talks")])
      }

      static func inputs(of invocation: Invocation, _ environment: RunEnvironment) -> RunInputs {
        RunInputs(source: ScheduleSource(invocation, environment.variables), ratings: .unread)
      }

      static func fieldNames(of invocation: Invocation) -> [String] { LanguageRecord.fieldNames }

      static func answer(_ run: inout Run) {
        let schedule = run.schedule
        let codes = schedule.talksInOrder(in: run.selection).compactMap(schedule.language(of:))
        let languages = Dictionary(grouping: codes) { $0 }
          .map { LanguageRecord(code: $0.key, count: $0.value.count) }
          .filter { $0.count >= run.invocation[least] ?? 1 }
          .sorted { $0.code < $1.code }
        let record = { (language: LanguageRecord, _: RecordContext) in language }
        run.answer(languages, called: "languages", as: record) { page in
          for language in languages { page.add("\(language.code): \(language.count)") }
        }
      }
    }

    /// A language with the number of its talks.
    struct LanguageRecord: Record {
      let code: String
      let count: Int

      static let fields: [Field<LanguageRecord>] = [
        Field("language", .text) { .string($0.code) },
        Field("talks", .integer(from: 0)) { .integer($0.count) },
      ]
    }
    // end
  }

  /// Runs a line with the command among all others.
  private func run(_ words: [String]) throws -> Output {
    let konf = CommandTable.konf
    let table = CommandTable(
      of: "konf", summary: "", groups: konf.groups + [CommandGroup("More", [command])],
      defaults: konf.defaults, options: konf.options)
    let environment = RunEnvironment(
      arguments: [], variables: [:], terminal: TerminalFacts(),
      now: Instant(secondsSince1970: 1_431_939_600), zoneFolders: nil,
      readStandardInput: { Array(SampleConference.json.utf8) }, readStandardInputPiece: { [] })
    let invocation = try table.parse(words.map { Array($0.utf8) })
    return invocation.command.run(
      invocation, environment, OutputStreams(Konf.presentation(["LANG": "C.UTF-8"])))
  }

  private var command: any Command.Type { Program.LanguagesCommand.self }

  @Test("the article's command lists the languages of the talks, and accepts its option")
  func program() throws {
    let all = try run(["languages", "--data", "-"])
    #expect(all.text == "de: 1\nen: 3\nen-GB: 1\nja: 1\nko: 1\n", "\(all.notes)")
    #expect(try run(["languages", "--least", "2", "--data", "-"]).text == "en: 3\n")
    #expect(throws: UsageError.self) { try run(["languages", "--least", "many"]) }
    #expect(command.fieldNames(of: try CommandTable.konf.parse([])) == ["language", "talks"])
  }
}
