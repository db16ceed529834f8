import ECSKit
import Importer
import Schedule
import TestSupport

/// A schedule that was read into a context of its own, and what was said on the way.
struct ImportedSchedule {
  let context = Context()
  let format: String
  let report: ImportReport
  let notes: [VenueNote]

  init(_ bytes: [UInt8], zone: Zone? = nil) throws {
    let options = ScheduleImport.Options(
      zone: zone, zoneFolders: ZoneFolders(paths: ["/usr/share/zoneinfo"]))
    let result = try ScheduleImport(options: options).run(bytes, into: context)
    format = result.format
    report = result.report
    notes = result.notes
  }

  init(_ text: String, zone: Zone? = nil) throws {
    try self.init(Array(text.utf8), zone: zone)
  }

  /// Reads a shared sample file.
  init(shared path: String, zone: Zone? = nil) throws {
    try self.init(
      Repository.sharedData(path).flatMap { Repository.bytes(of: $0) } ?? [], zone: zone)
  }

  var issues: [String] { report.issues.map(\.description) }

  var zone: Zone? { context[VenueZone.self]?.zone }

  func count(_ matcher: Matcher) -> Int { context.group(matcher).count }

  /// The sessions in the order of the file, one line each: start and end on the clocks of the
  /// venue, title, locations, speakers and track, as far as they are there.
  var lines: [String] {
    context.group(.sessions).map { session in
      let times = [session[Timing.self]?.start, session[Timing.self]?.end].map { instant in
        instant.map { instant in zone.map { Self.text($0.civil(at: instant)) } ?? "" } ?? "?"
      }
      let title = session[Title.self]?.text ?? "(no title)"
      let names = [
        session[LocationNames.self]?.names ?? [], session[SpeakerNames.self]?.names ?? [],
        session[Track.self].map { [$0.name] } ?? [],
      ].flatMap(\.self)
      return ([times.joined(separator: " – "), title] + names).joined(separator: " | ")
    }
  }

  private static func text(_ civil: CivilDateTime) -> String {
    "\(civil.date.iso8601) \(civil.time.clock)"
  }

  /// The line of each session with a title.
  func lines(titled title: String) -> [String] { lines.filter { $0.contains("| \(title)") } }
}
