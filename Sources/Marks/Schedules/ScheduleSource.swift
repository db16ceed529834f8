package import CommandLine
import ECSKit
import Importer
import Schedule
import SystemBasics

/// Where the schedule of a run comes from.
package enum ScheduleSource: Equatable {
  /// The saved schedule that is the default, else the built-in one; `found` says which.
  case standard
  /// The version before of the saved schedule that is read.
  case former
  /// The schedule that is part of the program.
  case builtIn
  /// A schedule that the log remembers.
  case saved(SavedSchedule)
  /// The bytes of a source, and the options for reading them.
  indirect case read(ScheduleSource, [UInt8], ReadingOptions)
  /// The standard input.
  case standardInput
  /// A file, or the name of a saved schedule.
  case file(String)

  /// The schedule that all commands show: that of `--data`, else of `KONF_DATA`, else the default.
  package init(_ invocation: Invocation, _ variables: [String: String]) {
    if let path = invocation[CommonOption.data] {
      self.init(path: path)
    } else {
      let path = variables[EnvironmentVariable.data.name] ?? ""
      self = path.isEmpty ? .standard : ScheduleSource(path: path)
    }
  }

  /// The schedule that a word of the command line names.
  package init(path: String) {
    self = path == "-" ? .standardInput : .file(path)
  }

  /// What messages call it.
  package var name: SafeText {
    switch self {
    case .standard: "the default schedule"
    case .former: "the previous version"
    case .builtIn: "the built-in schedule"
    case .saved(let schedule): schedule.words
    case .read(let source, _, _): source.name
    case .standardInput: "standard input"
    case .file(""): "the path \"\""
    case .file(let path): "\(path)"
    }
  }

  /// The schedule as a command line names it; nil for the built-in one.
  package var path: String? {
    switch self {
    case .standard, .former, .builtIn: nil
    case .saved(let schedule): schedule.name
    case .read(let source, _, _): source.path
    case .standardInput: "-"
    case .file(let path): path
    }
  }

  /// The name that it is saved by; nil if it is not.
  package var savedName: String? {
    if case .saved(let schedule) = self { schedule.name } else { nil }
  }

  /// The checksum of the version that is saved; nil if it is not.
  package var digits: String? {
    if case .saved(let schedule) = self { schedule.digits } else { nil }
  }

  /// The name in an answer for a schedule that has none.
  package var shortName: SafeText {
    switch self {
    case .saved(let schedule): "\(schedule.name)"
    case .read(let source, _, _): source.shortName
    default: fileName.map { "\($0)" } ?? name
    }
  }

  /// The name of the file without its folder; nil if the schedule does not come from a file.
  private var fileName: Substring? {
    switch self {
    case .read(let source, _, _): source.fileName
    case .file(let path): path.split(separator: "/").last
    default: nil
    }
  }

  /// The name of the file without its folder and ending.
  package var fileStem: String? {
    fileName.map { name in String(name.lastIndex(of: ".").map { name[..<$0] } ?? name) }
  }

  /// The command that checks the schedule, as a shell reads it.
  package var check: SafeText {
    switch self {
    // The standard input can be read only once; the kept copy of it is the default then.
    case .standard, .former, .builtIn, .read(.standardInput, _, _): "konf check"
    case .read(let source, _, _): source.check
    case .saved(let schedule): "konf check \(schedule.name)"
    case .standardInput: "konf check -"
    case .file(let path): "konf check \(path.shellWord)"
    }
  }

  /// The options for reading it, beside those of the command line.
  package var options: ReadingOptions {
    switch self {
    case .saved(let schedule): schedule.options
    case .read(_, _, let options): options
    default: ReadingOptions()
    }
  }

  /// The schedule with a name, or the default.
  ///
  /// A word without a slash that is saved is a name, even if there is a file of that name. Where
  /// there is no such file, the word may be the beginning of a name, an acronym or a title.
  ///
  /// - Throws: `Failure` if it is an address of the web, or the log is needed and cannot be read.
  package func found(in log: RunLog, _ streams: inout OutputStreams) throws(Failure)
    -> ScheduleSource
  {
    switch self {
    case .standard:
      let saved = try log.schedules(&streams)
      if let failure = saved.failure(log) { throw failure }
      return found(among: saved)
    case .file(let path):
      if let failure = WebAddress.failure(for: path) { throw failure }
      // A path is no name, so the log need not be read; nor for a file whose name no schedule can have.
      if path.isEmpty || path.contains("/") { return self }
      if SavedSchedule.isName(path) {
        return try found(as: path, among: try log.schedules(&streams), in: log)
      }
      guard access(path, F_OK) != 0, let saved = try? log.schedules(&streams) else {
        return self
      }
      return try found(as: path, among: saved, in: log)
    default: return self
    }
  }

  /// The schedule with a name, or the default.
  package func found(among saved: SavedSchedules) -> ScheduleSource {
    switch self {
    case .standard: saved.standard.map(ScheduleSource.saved) ?? .builtIn
    case .file(let path): saved[path].map(ScheduleSource.saved) ?? self
    default: self
    }
  }

  /// The version before of a saved schedule, if that is what this stands for.
  ///
  /// - Throws: `Failure` if the newer one is not saved, or is the first version.
  package func found(before newer: ScheduleSource) throws(Failure) -> ScheduleSource {
    guard self == .former else { return self }
    guard case .saved(let schedule) = newer else {
      throw Failure(
        .usage, "\(newer.name) is not saved, so it has no previous version",
        "name one with konf diff OLD, or save a schedule with konf use FILE")
    }
    guard let former = schedule.former else {
      throw Failure(
        .notFound, "\(newer.name) has no previous version",
        """
        name one with konf diff OLD, or save a newer version with konf use FILE --name \
        \(schedule.name)
        """)
    }
    return .saved(former)
  }

  /// The source to read: of a folder, the first file in it that is a schedule.
  ///
  /// Files are taken in the order of their names, those with the endings of schedules only. One that
  /// cannot be read, and what is no file, is skipped with a note.
  package func resolvedFolder(_ streams: inout OutputStreams) throws(Failure) -> ScheduleSource {
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
        \(name): no schedule among the files in this folder; expected a .json, .xml or .ics file
        """)
    }
    let others = files.count - 1
    let rest: SafeText =
      others == 0 ? "" : others == 1 ? ", not the other file" : ", not the \(others) other files"
    streams.note("\(name): reading \(first.split(separator: "/").last ?? "") in this folder\(rest)")
    return .file(first)
  }

  /// Reads the bytes of the schedule.
  package func read(_ environment: RunEnvironment, _ log: RunLog) throws(Failure) -> [UInt8] {
    if case .saved(let schedule) = self { return try log.read(schedule) }
    do {
      switch self {
      case .standard, .former, .saved, .builtIn: return EmbeddedFile.schedule
      case .read(_, let bytes, _): return bytes
      case .standardInput: return try environment.readStandardInput()
      case .file(let path): return try InputFile.read(path)
      }
    } catch {
      throw Failure(.noInput, "\(name): \(error.reason)")
    }
  }
}
