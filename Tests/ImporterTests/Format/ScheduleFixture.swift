import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

/// A schedule as it was imported from a text or a shared file.
struct ScheduleFixture {
  let context = Context()
  let schedule: ConferenceSchedule
  let result: ScheduleImport.Result

  init(_ bytes: [UInt8], options: ScheduleImport.Options = .withoutZoneFiles) throws {
    result = try ScheduleImport(options: options).run(bytes, into: context)
    schedule = ConferenceSchedule(context)
  }

  init(_ text: String, options: ScheduleImport.Options = .withoutZoneFiles) throws {
    try self.init(Array(text.utf8), options: options)
  }

  /// Imports one of the shared samples.
  init(shared path: String) throws {
    let path = try #require(Repository.sharedData(path))
    try self.init(try #require(Repository.bytes(of: path)), options: ScheduleImport.Options())
  }

  var messages: [String] { result.report.messages }
  var notes: [VenueNote] { result.notes }

  /// The first talk or session with a title.
  func entity(_ title: String) throws -> Entity {
    try #require(
      schedule.sessions.first {
        $0[Title.self]?.text == title || $0[Description.self]?.text == title
      }, "\(title)")
  }

  /// From when to when something is, on the clocks of the venue.
  func time(_ title: String) throws -> String {
    let timing = try #require(try entity(title)[Timing.self])
    return [timing.start, timing.end].map { $0?.iso8601(in: schedule.zone) ?? "..." }
      .joined(separator: " to ")
  }
}

extension ScheduleImport.Options {
  /// The options of a machine on which the built-in zones alone are known.
  static var withoutZoneFiles: ScheduleImport.Options {
    ScheduleImport.Options(zoneFolders: ZoneFolders(paths: []))
  }
}
