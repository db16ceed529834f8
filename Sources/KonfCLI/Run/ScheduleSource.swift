import ECSKit
import Importer
import Schedule

/// Where the schedule of a run comes from.
enum ScheduleSource: Equatable {
  /// The schedule that is part of the program.
  case builtIn
  /// The standard input.
  case standardInput
  /// A file.
  case file(String)

  init(_ invocation: Invocation, _ environment: [String: String]) {
    let variable = environment[EnvironmentVariable.data.rawValue] ?? ""
    let named = invocation.scheduleOperand ?? invocation[.data]
    switch named ?? variable {
    case "" where named == nil: self = .builtIn
    case "-": self = .standardInput
    case let path: self = .file(path)
    }
  }

  /// Names the older version that a command compares the schedule with, if it does.
  init?(olderIn invocation: Invocation) {
    guard invocation.command == "diff", let path = invocation.operands.first else { return nil }
    self = path == "-" ? .standardInput : .file(path)
  }

  /// What messages call it.
  var name: SafeText {
    switch self {
    case .builtIn: "the built-in schedule"
    case .standardInput: "standard input"
    case .file(""): "the path \"\""
    case .file(let path): "\(path)"
    }
  }

  /// What an answer calls a schedule that has no name of its own.
  var shortName: SafeText {
    guard case .file(let path) = self, let name = path.split(separator: "/").last else {
      return name
    }
    return "\(name)"
  }

  /// Reads the bytes of the schedule.
  func read(_ world: World) throws(Failure) -> [UInt8] {
    do {
      switch self {
      case .builtIn: return EmbeddedFile.schedule
      case .standardInput: return try world.readStandardInput()
      case .file(let path): return try InputFile.read(path)
      }
    } catch {
      throw Failure(.noInput, "\(name): \(error.reason)")
    }
  }
}

extension Invocation {
  /// The word that names the schedule, in a command that takes it as a word.
  fileprivate var scheduleOperand: String? {
    switch command {
    case "check": operands.first
    case "diff": operands.count > 1 ? operands[1] : nil
    default: nil
    }
  }
}
