import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// The times of a schedule after an export, for the zones of the system.
@Suite struct ExportedZoneTests {
  @Test(
    "each start is the same after an export, by the name of a zone or by its offset",
    .enabled(if: Machine.hasZoneFiles, "this machine has no zone files"))
  func everyZone() throws {
    let names = ZoneFolders().names()
    let civil = try [3, 7].map { month in
      CivilDateTime(
        date: try #require(CivilDate(year: 2026, month: month, day: 2)),
        time: try #require(CivilTime(hour: 9, minute: 0)))
    }
    var wrong: [String] = []
    for index in stride(from: 0, to: names.count, by: BuiltProgram.isLong ? 1 : 29) {
      let zone = try Zone(named: names[index], in: ZoneFolders())
      let starts = civil.map { zone.instant(of: $0).iso8601(in: zone) }
      for (name, starts) in [(zone.name as String?, starts), (nil, [starts[1]])] {
        let sessions = starts.map { #"{"title": "At \#($0)", "start": "\#($0)", "talks": []}"# }
        var run = CommandLineRun()
        run.input = Array(
          """
          {"conference": {"title": "Fair"\(name.map { #", "zone": "\#($0)""# } ?? "")},
           "sessions": [\(sessions.joined(separator: ", "))]}
          """.utf8)
        for format in ["json", "ics", "schedule.json", "schedule.xml"] {
          var reader = CommandLineRun()
          reader.input = run("export --as \(format) --data -").out
          let found = try reader.values("start", of: "timeline --data -")
          if found != starts { wrong.append("\(names[index]), \(format): \(found)") }
        }
      }
    }
    #expect(wrong == [])
  }
}
