import Basics
package import CommandLine
import ECSKit
import Importer
import Schedule

/// The source of a run's schedule.
///
/// `ScheduleLoader` resolves and reads the source that a command line names. The name of a saved
/// schedule takes precedence over a file in the current folder. The run fails if the log cannot be
/// read but may name the schedule.
package enum ScheduleSource: Equatable {
  /// The default saved schedule, or the built-in schedule if no default is set.
  case standard
  /// The previous version of the saved schedule that is compared.
  case former
  case builtIn
  case saved(SavedSchedule)
  /// A source whose bytes have been read, with the options for importing them.
  indirect case read(ScheduleSource, [UInt8], ReadingOptions)
  case standardInput
  /// A file, or the name of a saved schedule.
  case file(String)

  /// Creates the source for a run.
  ///
  /// The source is the value of `--data`, the value of `KONF_DATA`, or the default, in this order
  /// of precedence.
  package init(_ invocation: Invocation, _ variables: [String: String]) {
    if let path = invocation[CommonOption.data] {
      self.init(path: path)
    } else {
      let path = variables[EnvironmentVariable.data.name] ?? ""
      self = path.isEmpty ? .standard : ScheduleSource(path: path)
    }
  }

  /// Returns the line of the configuration file or the variable that names the schedule of a run.
  ///
  /// The result is nil if the command line names the schedule, or if the run reads the default.
  package static func origin(_ invocation: Invocation, _ variables: [String: String]) -> String? {
    let data = CommonOption.data.definition
    if invocation.isSet(data) { return invocation.source(of: data).map { "\($0): --\(data.name)" } }
    let variable = EnvironmentVariable.data.name
    return variables[variable, default: ""].isEmpty ? nil : variable
  }

  /// Creates the source for an operand of the command line.
  package init(path: String) {
    self = path == "-" ? .standardInput : .file(path)
  }

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

  /// The operand that denotes the schedule on a command line, or nil for the built-in schedule.
  package var path: String? {
    switch self {
    case .standard, .former, .builtIn: nil
    case .saved(let schedule): schedule.name
    case .read(let source, _, _): source.path
    case .standardInput: "-"
    case .file(let path): path
    }
  }

  /// The name of the saved schedule, or nil for other sources.
  package var savedName: String? {
    if case .saved(let schedule) = self { schedule.name } else { nil }
  }

  /// The checksum of the saved version, or nil for other sources.
  package var digits: String? {
    if case .saved(let schedule) = self { schedule.digits } else { nil }
  }

  /// The name that the output shows for a schedule without a title.
  package var shortName: SafeText {
    switch self {
    case .saved(let schedule): "\(schedule.name)"
    case .read(let source, _, _): source.shortName
    default: fileName.map { "\($0)" } ?? name
    }
  }

  private var fileName: Substring? {
    switch self {
    case .read(let source, _, _): source.fileName
    case .file(let path): path.split(separator: "/").last
    default: nil
    }
  }

  /// The name of the file without its folder and extension.
  package var fileStem: String? {
    fileName.map { name in String(name.lastIndex(of: ".").map { name[..<$0] } ?? name) }
  }

  /// The command that checks the schedule for mistakes, without the name of the program.
  package var check: SafeText {
    switch self {
    // The standard input cannot be read twice. When the user runs the command, the saved version is
    // the default.
    case .standard, .former, .builtIn, .read(.standardInput, _, _): "check"
    case .read(let source, _, _): source.check
    case .saved(let schedule): "check \(schedule.name)"
    case .standardInput: "check -"
    case .file(let path): "check \(path.shellWord)"
    }
  }

  /// The saved or given options for reading the schedule.
  package var options: ReadingOptions {
    switch self {
    case .saved(let schedule): schedule.options
    case .read(_, _, let options): options
    default: ReadingOptions()
    }
  }

  /// Returns this source with the default or the name of a saved schedule resolved.
  ///
  /// The source ``standard`` becomes the default schedule. The source ``file(_:)`` becomes the
  /// saved schedule with that name. Without such a schedule, the path of an existing file is
  /// returned unchanged. Any other path stands for the saved schedule whose name, acronym or title
  /// begins with the given words.
  ///
  /// - Throws: `Failure` if the source is a web address, if the default is unknown, if no schedule
  ///   or several schedules match the words, or if konf needs the log and cannot read it.
  package func found(in log: RunLog, _ streams: inout OutputStreams) throws(Failure)
    -> ScheduleSource
  {
    switch self {
    case .standard:
      let saved = try log.schedules(&streams)
      if let failure = saved.failure(log) { throw failure }
      return found(among: saved)
    case .file(let path):
      if let failure = WebAddress.failure(for: path, log.invocation) { throw failure }
      // The log is not read for a path. It is also not read for an existing file whose name cannot
      // be the name of a saved schedule.
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

  /// Returns this source with the default or the exact name of a saved schedule resolved.
  ///
  /// The source ``standard`` becomes the default schedule. The source ``file(_:)`` becomes the
  /// saved schedule with exactly that name. Any other source is returned unchanged.
  package func found(among saved: SavedSchedules) -> ScheduleSource {
    switch self {
    case .standard: saved.standard.map(ScheduleSource.saved) ?? .builtIn
    case .file(let path): saved[path].map(ScheduleSource.saved) ?? self
    default: self
    }
  }

  /// Returns the previous version of a saved schedule if this source is ``former``.
  ///
  /// Other sources are returned unchanged.
  ///
  /// - Throws: `Failure` if the newer schedule is not saved, or has no previous version.
  package func found(
    before newer: ScheduleSource, _ invocation: Invocation
  ) throws(Failure) -> ScheduleSource {
    guard self == .former else { return self }
    let diff = invocation.konf("diff OLD")
    guard case .saved(let schedule) = newer else {
      throw Failure(
        .usage, "\(newer.name) is not saved, so it has no previous version",
        "name one with \(diff), or save a schedule with \(invocation.konf(.folder, "use FILE"))")
    }
    guard let former = schedule.former else {
      throw Failure(
        .notFound, "\(newer.name) has no previous version",
        """
        name one with \(diff), or save a newer version with \
        \(invocation.konf(.folder, "use FILE --name \(schedule.name)"))
        """)
    }
    return .saved(former)
  }

  /// Returns the first schedule in a folder, or this source if it is not a folder.
  ///
  /// The candidates are the .json, .xml and .ics files in the folder, sorted by name. Unreadable
  /// files are skipped with a note.
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
