/// `konf help` and `--help`, and `--version`.
enum HelpCommand {
  static func run(_ invocation: Invocation, _ streams: OutputStreams) -> Output {
    var streams = streams
    let subject = invocation.operands.first
    let table = CommandTable.konf
    do {
      if subject == TopicDefinition.schemaName {
        streams.write(ownDocument: EmbeddedFile.schema)
      } else if invocation.has(.json) {
        streams.write(.array(try table.records(on: subject)))
      } else {
        streams.write(try table.help(on: subject, width: streams.presentation.width))
      }
      return streams.finished(.success)
    } catch {
      streams.note(error)
      return streams.finished(.usage)
    }
  }

  static func runVersion(_ invocation: Invocation, _ streams: OutputStreams) -> Output {
    var streams = streams
    if invocation.has(.json) {
      streams.write(.array([["name": "konf", "version": .string(Konf.version)]]))
    } else {
      streams.write("konf \(Konf.version)")
    }
    return streams.finished(.success)
  }
}
