import CommandLine

/// `konf doctor`: shows the paths of all files and their damage, and repairs them on request.
///
/// The command reads no schedule, so it works even if all other commands fail.
enum DoctorCommand: Command {
  static let name = "doctor"

  static let repair = Flag(
    "repair",
    help: "repair a damaged log: set it aside and recover its readable entries")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "show the files that konf uses, and find damage", options: [repair.definition],
      discussion: [
        .paragraph(
          """
          Each entry of the log has a checksum. konf doctor shows the position and length of each \
          damaged entry, and changes nothing. --repair sets the damaged log aside as a separate \
          file. It then writes a new log with all readable entries of the damaged log and of the \
          previous log.
          """)
      ],
      examples: [
        Example("konf doctor", "the files that konf uses, and any damage"),
        Example("konf doctor --repair", "repair the log"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { DoctorReport.fieldNames }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    var streams = streams
    do throws(Failure) {
      let report = try DoctorReport(of: invocation, repairing: invocation[repair], environment)
      streams.isChangeKept = report.isRepaired
      if streams.presentation.data != nil {
        streams.write([report])
      } else {
        streams.write(report.lines(streams.presentation))
      }
      return streams.finished(report.isSound ? .success : .badData)
    } catch {
      return streams.finished(error)
    }
  }
}
