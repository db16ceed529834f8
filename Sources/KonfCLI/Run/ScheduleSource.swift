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

  /// The path as a command line names it; nil for the built-in schedule.
  var path: String? {
    switch self {
    case .builtIn: nil
    case .standardInput: "-"
    case .file(let path): path
    }
  }

  /// What an answer calls a schedule that has no name of its own.
  var shortName: SafeText {
    guard case .file(let path) = self, let name = path.split(separator: "/").last else {
      return name
    }
    return "\(name)"
  }

  /// The command that checks the schedule, as a shell reads it.
  var check: SafeText {
    switch self {
    case .builtIn: return "konf check"
    case .standardInput: return "konf check -"
    case .file(let path):
      let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+@%,:=".contains($0) }
      if isPlain, !path.isEmpty { return "konf check \(path)" }
      let parts = path.split(separator: "'", omittingEmptySubsequences: false)
      return "konf check '\(parts.joined(separator: #"'\''"#))'"
    }
  }

  /// The source to read: of a folder, the first file in it that is a schedule.
  ///
  /// Files are taken in the order of their names, those with the endings of schedules only. One that
  /// cannot be read, and what is no file, is skipped with a note.
  func resolved(_ streams: inout OutputStreams) throws(Failure) -> ScheduleSource {
    guard case .file(let path) = self, let names = BoundedFile.names(inFolder: path) else {
      return self
    }
    let files = names.filter { name in
      [".json", ".xml", ".ics"].contains { name.lowercased().hasSuffix($0) }
    }.sorted().map { path + "/" + $0 }
    var first: String?
    for file in files where first == nil {
      do throws(InputError) {
        if ScheduleImport.recognizes(try InputFile.readRegular(file)) { first = file }
      } catch {
        streams.note("\(file): \(error.reason); skipped")
      }
    }
    guard let first else {
      throw Failure(
        .noInput,
        """
        \(name): none of the files in the folder is a schedule; expected a .json, .xml or .ics file
        """)
    }
    let others = files.count - 1
    let rest: SafeText =
      others == 0 ? "" : others == 1 ? ", and one other is not" : ", and \(others) others are not"
    streams.note("\(name): \(first.split(separator: "/").last ?? "") in this folder is read\(rest)")
    return .file(first)
  }

  /// Reads the bytes of the schedule.
  func read(_ environment: RunEnvironment) throws(Failure) -> [UInt8] {
    do {
      switch self {
      case .builtIn: return EmbeddedFile.schedule
      case .standardInput: return try environment.readStandardInput()
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
