import Basics
import CommandLine
import Marks

enum HelpCommand: Command {
  static let name = "help"

  static let manual = Flag(
    "man", help: "print the manual page of konf or of COMMAND, in mdoc format")
  static let all = Flag("all", help: "list all commands and topics")
  static let completion = Option<CompletionShell>(
    "completion", help: "print the completion script for a shell")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "explain konf, a command or a topic",
      operands: [OperandDefinition("COMMAND|TOPIC", .optional, naming: .subject)],
      options: [all.definition, manual.definition, completion.definition],
      conflicts: OptionConflict.among(
        [all.definition, manual.definition, completion.definition] + CommonOption.dataForms),
      discussion: [
        .paragraph(
          """
          konf COMMAND -h prints a short help page, and konf COMMAND --help prints the full page. \
          The topics:
          """),
        .list(CommandTable.konf.topics.map { HelpBlock.Entry("\($0.name)", $0.summary) }),
        .paragraph(
          """
          Resources/install.sh installs the manual pages and completion scripts where the system \
          looks for them. The scripts run konf to complete a word, so they offer the ids, names \
          and days of the schedule that your command line selects.
          """),
      ],
      examples: [
        Example("konf help rate", "how to rate"),
        Example("konf help --all", "all commands and topics"),
        Example("konf help exit-codes", "the meaning of the exit codes"),
        Example(
          "konf help schema > konf.schema.json", "the JSON Schema of the output of all commands"),
        Example(
          "konf help --man rate > konf-rate.1",
          "save a manual page; man ./konf-rate.1 shows it"),
        Example(
          "konf help --completion bash > konf.bash",
          "save the script; load it with source ./konf.bash"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { HelpRecord.fieldNames }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    var streams = streams
    do throws(Failure) { try check(invocation) } catch { return streams.finished(error) }
    do throws(UsageError) {
      try write(invocation, &streams)
      return streams.finished(.success)
    } catch {
      streams.note(error)
      return streams.finished(.usage)
    }
  }

  private static func write(
    _ invocation: Invocation, _ streams: inout OutputStreams
  ) throws(UsageError) {
    let subject = invocation.operands.first
    let table = CommandTable.konf
    if invocation[manual] {
      streams.write(ownDocument: Array(try table.manual(on: subject, dated: Konf.date).utf8))
    } else if let shell = invocation[completion] {
      streams.write(ownDocument: Array(shell.script(of: "konf").utf8))
    } else if subject == TopicDefinition.schemaName {
      streams.write(ownDocument: AnswerSchema.bytes)
    } else if streams.presentation.data != nil {
      streams.write(try table.records(on: subject))
    } else {
      let isBrief = invocation.isGivenByLetter(CommonOption.help)
      streams.write(
        try table.help(
          on: subject, isBrief: isBrief, isWhole: invocation[all], streams.presentation))
    }
  }

  /// Throws an error if `--all` or `--completion` is combined with an operand.
  private static func check(_ invocation: Invocation) throws(Failure) {
    let alone = [all.definition, completion.definition].first { invocation.has($0) }
    if let alone, let subject = invocation.operands.first {
      throw Failure(.usage, "help: --\(alone.name) and \(subject.quoted()) cannot be combined")
    }
  }
}
