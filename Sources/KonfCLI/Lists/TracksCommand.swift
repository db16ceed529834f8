import Basics
import CommandLine
import ECSKit
import Schedule

enum TracksCommand: ScheduleCommand {
  static let name = "tracks"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "the tracks of the conference", options: FilterOption.all,
      discussion: [.paragraph("Use konf talks --track NAME to list the talks of a track.")],
      examples: [
        Example("konf tracks", "each track with its number of talks"),
        Example("konf tracks --day 2", "the tracks of the second day"),
      ])
  }

  static func inputs(of invocation: Invocation, _ environment: RunEnvironment) -> RunInputs {
    RunInputs(forListing: invocation, environment)
  }

  static func fieldNames(of invocation: Invocation) -> [String] { TrackRecord.fieldNames }

  static func answer(_ run: inout Run) {
    let schedule = run.schedule
    let names = schedule.talksInOrder(in: run.selection).flatMap(schedule.trackNames(of:))
    let tracks = Dictionary(grouping: names) { $0 }
      .map { TrackRecord(name: $0.key, talkCount: $0.value.count) }
      .sorted { ($0.name.folded, $0.name) < ($1.name.folded, $1.name) }
    run.answer(
      tracks, called: "tracks", as: { track, _ in track },
      { page in
        page.title()
        page.blank()
        page.add(
          tracks.map { track in
            [
              "\(prose: track.name, .strong)",
              Line(SafeText.counted(track.talkCount, "talk", "talks"), .dim),
            ]
          }, indent: 0)
      })
  }
}

struct TrackRecord: Record {
  let name: String
  let talkCount: Int

  static let meaning: String? =
    "A track of the conference."
  static let fields: [Field<TrackRecord>] = [
    Field("name", .text) { .string($0.name) },
    Field("talkCount", .integer(from: 1)) { .integer($0.talkCount) },
  ]
}
