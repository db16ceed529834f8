import ECSKit
import Importer
import Schedule
import SystemBasics

/// Where the schedule of a run comes from.
enum ScheduleSource: Equatable {
  /// The schedule that is part of the program.
  case builtIn
  /// The standard input.
  case standardInput
  /// A file.
  case file(String)

  /// The schedule that all commands show: that of `--data`, else of `KONF_DATA`.
  init(_ invocation: Invocation, _ variables: [String: String]) {
    if let path = invocation[CommonOption.data] {
      self.init(path: path)
    } else {
      let path = variables[EnvironmentVariable.data.rawValue] ?? ""
      self = path.isEmpty ? .builtIn : ScheduleSource(path: path)
    }
  }

  /// The schedule that a word of the command line names.
  init(path: String) {
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
    guard case .file(let path) = self, let names = try? FolderListing.names(in: path) else {
      return self
    }
    let files = names.map { String(decoding: $0, as: UTF8.self) }.filter { name in
      [".json", ".xml", ".ics"].contains { name.lowercased().hasSuffix($0) }
    }.sorted().map { path + "/" + $0 }
    var first: String?
    for file in files where first == nil {
      do throws(InputError) {
        let bytes = try InputFile.read(file, accepting: .regularFiles)
        if ScheduleImport.recognizes(bytes) { first = file }
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
