import CommandLine
import Marks

extension UsageError {
  /// Returns the error for the name of a saved schedule given in place of a command.
  ///
  /// The error names the command that shows the schedule. If no saved schedule has the name, this
  /// error is returned unchanged.
  func naming(scheduleIn environment: RunEnvironment) -> UsageError {
    guard case .unknownCommand(let word, _) = self else { return self }
    let (names, invocation) = Self.savedNames(word, environment)
    guard let name = names.first, let invocation else { return self }
    if names.count == 1 {
      return .misplaced(
        "\"\(word)\" is not a command; show the saved schedule of that name with:",
        hint: invocation.konf(.folder, "use \(name.shellWord)"))
    }
    return .misplaced(
      "\"\(word)\" is not a command; \(names.count) saved schedules have names that begin with it",
      hint:
        "show one with \(invocation.konf(.folder, "use NAME")): \(Self.listing(names, last: "or"))")
  }

  /// Returns the names of the saved schedules that match a string, and the options of the command
  /// line.
  ///
  /// The result has no names if the log cannot be read.
  private static func savedNames(
    _ word: String, _ environment: RunEnvironment
  ) -> (names: [String], invocation: Invocation?) {
    // The arguments are parsed as a konf use command, so that options such as --home are read.
    let use = Array(UseCommand.name.utf8)
    let table = CommandTable.konf
    guard
      let invocation = (try? table.parse([use] + environment.arguments))
        ?? (try? table.parse([use, Array(word.utf8)])),
      let log = try? RunLog(invocation, environment)
    else { return ([], nil) }
    return (log.schedulesIfReadable.named(word).map(\.name), invocation)
  }
}
