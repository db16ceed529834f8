package import CommandLine

extension Invocation {
  /// Returns a command line of konf for a message.
  ///
  /// The line repeats the options on this command line that choose the schedule, the data folder
  /// and the time. Without them, the command could show another schedule.
  package func konf(_ line: SafeText) -> SafeText {
    var text: SafeText = "konf \(line)"
    for word in repeatedWords(for: line.string) { text.append(" \(word.shellWord)") }
    return text
  }

  /// Returns the options to repeat in a command line, unless the line contains them.
  ///
  /// The line begins with the name of its command.
  package func repeatedWords(for line: String) -> [String] {
    guard hasOptions else { return [] }
    var options = [CommonOption.home.definition]
    switch line.prefix(while: { $0 != " " }) {
    case "help": return []
    case "check", "doctor", "sync", "use": break
    case "add", "friends", "hide", "note", "rate", "redo", "star", "undo", "unstar":
      options.append(CommonOption.data.definition)
    default: options += [CommonOption.data.definition, CommonOption.at.definition]
    }
    options.removeAll { option in
      line.contains("--\(option.name) ") || isMeantOtherwise(option)
    }
    return words(of: options)
  }

  /// Returns true if the command of this command line uses an option for another purpose.
  ///
  /// In `konf add`, `--at` is the start of the appointment. `konf sync` reads all schedules.
  private func isMeantOtherwise(_ option: OptionDefinition) -> Bool {
    command.name == "add" && option.name == CommonOption.at.definition.name
      || command.name == "sync" && option.name == CommonOption.data.definition.name
  }
}
