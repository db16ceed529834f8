import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

@Suite("Importing edited files")
struct RandomImportTests {
  private let reader = ScheduleImport(
    options: ScheduleImport.Options(zoneFolders: ZoneFolders(paths: [])))
  /// Eight schedules, or `KONF_LONG` many.
  private static let seeds = 1...UInt64(max(8, Environment.number("KONF_LONG") ?? 0))

  @Test(
    "has the same result over an older version as in an empty context",
    arguments: seeds)
  func overOlder(seed: UInt64) throws {
    var generator = ScheduleGenerator(seed: seed, isOdd: seed % 4 != 0)
    var records = generator.schedule(sessions: Int(seed % 12) + 1)
    let context = Context()
    let log = EventLog(context)
    let mirror = Mirror(context)
    for step in 0..<15 {
      let place = "seed \(seed), step \(step)"
      let bytes = records.json
      let fresh = Context()
      var isRefused = false
      do {
        let expected = try reader.run(bytes, into: fresh)
        let result = try reader.run(bytes, into: context)
        try #require(result.report.issues == expected.report.issues, "\(place)")
        try #require(result.notes == expected.notes, "\(place)")
        try #require(result.report.records == records.count, "\(place)")
        let report = result.report
        try #require(
          report.created + report.changed + report.unchanged == fresh.keys.count, "\(place)")
      } catch is ImportError {
        isRefused = true
        try #require(throws: ImportError.self, "\(place)") {
          try reader.run(bytes, into: context)
        }
        try #require(log.lines.isEmpty, "\(place)")
      }
      if !isRefused {
        try #require(Contents(of: context) == Contents(of: fresh), "\(place)")
        try #require(mirror.lines == mirror.actual, "\(place)")
        _ = log.take()
        let again = try reader.run(bytes, into: context).report
        try #require(again.counts == [0, 0, fresh.keys.count, 0], "\(place)")
        try #require(log.take().isEmpty, "\(place)")
      }
      for _ in 0...step % 3 { generator.edit(&records) }
    }
    mirror.end()
  }

  @Test("changes no more entities than there were edits", arguments: seeds)
  func fewChanges(seed: UInt64) throws {
    var generator = ScheduleGenerator(seed: seed)
    var records = generator.schedule(sessions: 20)
    let context = Context()
    _ = try reader.run(records.json, into: context)
    for step in 0..<20 {
      let before = context.count
      generator.edit(&records)
      let report = try reader.run(records.json, into: context).report
      let touched = report.created + report.changed + report.removed
      // A day that the schedule did not have, or a month that it lost, gives all sessions another
      // time; a repeat that leaves gives the next ones other numbers.
      let isMoved = report.changed > 15
      #expect(touched <= 4 || isMoved, "seed \(seed), step \(step): \(report.counts)")
      #expect(
        context.count == before + report.created - report.removed, "seed \(seed), step \(step)")
    }
  }

  /// What an observer of changes alone knows about the people of a context.
  private final class Mirror {
    private var names: [Entity: String] = [:]
    private let group: Group
    private var observation: ObserverToken?

    init(_ context: Context) {
      group = context.group(.people)
      observation = group.observe { [unowned self] event in
        switch event.kind {
        case .removed: names[event.entity] = nil
        default: names[event.entity] = event.entity[Name.self]?.text
        }
      }
    }

    func end() { observation?.cancel() }

    var lines: [String] { names.values.sorted() }
    var actual: [String] { group.compactMap { $0[Name.self]?.text }.sorted() }
  }
}
