import CommandLine
import Diary
import ECSKit
import Importer
import Schedule

/// Reads a schedule into a context, as the options of a command line say.
struct ScheduleLoader {
  let invocation: Invocation
  let environment: RunEnvironment
  let log: RunLog
  /// Whether issues are noted; else they are kept, with the positions of the records.
  let notesIssues: Bool
  /// Whether the answer may show long texts.
  let needsProse: Bool

  /// The most bytes of an answer about a schedule of so many bytes and records.
  ///
  /// The answers for real conferences have half to one and a half times the bytes of the schedule; but an
  /// event of 70 bytes, a title and a time, has 440 as JSON, whose fields have names.
  private static func mostBytes(ofAnswerAbout size: Int, records: Int) -> Int {
    (4 << 20) + 3 * size + 400 * records
  }

  /// Reads a schedule and notes what is lost.
  ///
  /// - Throws: `Failure` if the schedule cannot be read or nothing in it can be used.
  func load(
    _ source: ScheduleSource, into context: Context, _ streams: inout OutputStreams
  ) throws(Failure) -> ScheduleImport.Result {
    let bytes = try source.read(environment, log)
    let options = try options(source.options)
    do {
      let size = SafeText.size(bytes.count)
      let result = try ScheduleImport(options: options).run(
        bytes, into: context,
        progress: environment.progress.map { progress in
          { progress.update("reading \(source.name) (\(size)): \($0) records") }
        })
      streams.detail(
        """
        schedule: \(source.name), \(size), format \(result.format), \
        \(SafeText.counted(result.report.records, "record", "records"))
        """)
      if !notesIssues { return result }
      let most = Self.mostBytes(
        ofAnswerAbout: bytes.count + result.report.repeatedBytes, records: result.report.records)
      streams.bound(to: max(streams.answer.limit ?? 0, most))
      // What is remembered was remarked on when konf use kept it.
      if source.rememberedName != nil, !streams.presentation.showsDetails { return result }
      ImportNotes.writeLosses(of: result.report.issues, source, &streams)
      for note in result.notes { streams.note("\(source.name): \(note.message)") }
      ImportNotes.writeCount(of: result.report.issues, source, &streams)
      return result
    } catch {
      if case .nothingUsable(let issues) = error {
        ImportNotes.writeLosses(of: issues, source, &streams)
        ImportNotes.writeCount(of: issues.filter { $0.kind == .cancelled }, source, &streams)
      }
      throw Failure(.badData, SafeText.lines(of: "\(source.name.string): \(error.description)"))
    }
  }

  /// The options of the command line, else the remembered ones of the schedule.
  private func options(_ remembered: ReadingOptions) throws(Failure) -> ScheduleImport.Options {
    let said = ReadingOptions(
      month: invocation[CommonOption.month], zone: invocation[CommonOption.zone]
    ).filled(from: remembered)
    var options = ScheduleImport.Options(zoneFolders: environment.zoneFolders)
    options.month = said.month
    if let name = said.zone {
      options.zone = try Run.zone(name, option: "--zone", environment.zoneFolders)
    }
    options.keepsPositions = !notesIssues
    options.keepsProse = needsProse
    options.moment = Run.roughMoment(invocation, environment)
    return options
  }
}
