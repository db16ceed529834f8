/// `konf help` and `--help`.
enum HelpCommand: Command {
  static let name = "help"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "explain konf, a command or a topic",
      operands: [OperandDefinition("COMMAND|TOPIC", .optional)],
      examples: [
        Example("konf help rate", "how to rate"),
        Example("konf help exit-codes", "what the exit codes mean"),
        Example("konf help schema > konf.schema.json", "the form of the JSON answers"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { HelpRecord.fieldNames }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    var streams = streams
    let subject = invocation.operands.first
    let table = CommandTable.konf
    do {
      if subject == TopicDefinition.schemaName {
        streams.write(ownDocument: EmbeddedFile.schema)
      } else if streams.presentation.data != nil {
        streams.write(try table.records(on: subject))
      } else {
        streams.write(try table.help(on: subject, width: streams.presentation.width))
      }
      return streams.finished(.success)
    } catch {
      streams.note(error)
      return streams.finished(.usage)
    }
  }
}
