package import CommandLine

/// The options of a command line that a suggested command line repeats.
package enum RepeatedOptions {
  /// The data folder, for a command that reads no single schedule.
  case folder
  /// The data folder and the schedule, for a command that changes marks.
  case schedule
  /// The data folder, the schedule and the time.
  case all

  fileprivate var definitions: [OptionDefinition] {
    let folder = CommonOption.home.definition
    return switch self {
    case .folder: [folder]
    case .schedule: [folder, CommonOption.data.definition]
    case .all: [folder, CommonOption.data.definition, CommonOption.at.definition]
    }
  }
}

extension Invocation {
  /// Returns a command line of konf for a message, with all options to repeat.
  package func konf(_ line: SafeText) -> SafeText { konf(.all, line) }

  /// Returns a command line of konf for a message.
  ///
  /// Options of this command line are repeated, unless the suggested line already has them.
  /// Otherwise the suggested command could show another schedule.
  package func konf(_ repeated: RepeatedOptions, _ line: SafeText) -> SafeText {
    var text: SafeText = "konf \(line)"
    let own = line.string.split(separator: " ")
    let words = words(repeating: repeated) { option in own.contains { $0 == "--\(option.name)" } }
    for word in words { text.append(" \(word.shellWord)") }
    return text
  }

  /// Returns the options to repeat in a command line.
  ///
  /// The closure `isContained` returns true for options that the command line already contains.
  func words(
    repeating repeated: RepeatedOptions,
    except isContained: (OptionDefinition) -> Bool = { _ in false }
  ) -> [String] {
    hasOptions ? words(of: repeated.definitions.filter { !isContained($0) }) : []
  }
}
