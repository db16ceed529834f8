import CommandLine

/// `konf --version`, an option rather than a command.
enum VersionCommand: Command {
  static let name = "version"

  static var definition: CommandDefinition {
    CommandDefinition(name, summary: "the version of konf")
  }

  struct VersionRecord: Record {
    static let fields: [Field<VersionRecord>] = [
      Field("name", .words(["konf"])) { _ in "konf" },
      Field("version", .text) { _ in .string(Konf.version) },
    ]
  }

  static func fieldNames(of invocation: Invocation) -> [String] { VersionRecord.fieldNames }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    var streams = streams
    if streams.presentation.data != nil {
      streams.write([VersionRecord()])
    } else {
      streams.write("konf \(Konf.version)")
    }
    return streams.finished(.success)
  }
}
