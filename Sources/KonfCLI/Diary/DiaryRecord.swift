import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

struct DiaryRecord: Record {
  let entry: ConferenceDiary.Entry
  let recordings: [String]
  let context: RecordContext

  init(_ entry: ConferenceDiary.Entry, _ recordings: [String], _ context: RecordContext) {
    self.entry = entry
    self.recordings = recordings
    self.context = context
  }

  private var schedule: ConferenceSchedule { context.schedule }
  private var cancelled: CancelledTalk? { entry.entity[CancelledTalk.self] }
  private var appointment: Appointment? { entry.entity[Appointment.self] }

  private var id: String { cancelled?.id ?? appointment?.id ?? schedule.id(of: entry.entity) }

  private var title: String {
    cancelled?.title ?? appointment?.title ?? schedule.name(of: entry.entity)
  }

  private var locations: JSONOutput {
    if let appointment { return context.locations(of: appointment) }
    if let cancelled {
      return .references(cancelled.locations.map { ConferenceSchedule.Reference(called: $0) })
    }
    return context.locations(of: schedule.session(of: entry.entity) ?? entry.entity)
  }

  private var speakers: JSONOutput {
    .references(
      cancelled.map { $0.people.map { ConferenceSchedule.Reference(called: $0) } }
        ?? schedule.speakers(of: entry.entity))
  }

  static let meaning: String? =
    "A marked talk, a marked session or an appointment that has begun."
  static let fields: [Field<DiaryRecord>] = [
    Field("id", .text) { .string($0.id) },
    Field("title", .text) { .string($0.title) },
    Field("speakers", .defined("references")) { $0.speakers },
    Field("day", .defined("date")) { $0.context.day($0.entry.timing) },
    Field("start", .defined("time")) { $0.context.time($0.entry.timing?.start) },
    Field("end", .defined("time")) { $0.context.time($0.entry.timing?.end) },
    Field("locations", .defined("references")) { $0.locations },
    Field(
      "attendance", .orNull(.text),
      "Your attendance: attended, missed, unclear or cancelled; null if your marks do not determine it."
    ) { .string(orNull: $0.entry.attendance?.rawValue) },
    Field("star", .defined("starValue")) { record in
      .string(
        orNull: (record.entry.entity[Star.self] ?? record.schedule.star(of: record.entry.entity))?
          .word)
    },
    Field("rating", .orNull(.integer()), "Your rating, from 1 to 5 stars.") {
      .integer(orNull: $0.entry.entity[Rating.self]?.stars)
    },
    Field("comment", .orNull(.text), "The comment in your rating.") {
      .string(orNull: $0.entry.entity[Rating.self]?.comment.nonEmpty)
    },
    Field("note", .defined("noteText")) { .string(orNull: $0.entry.entity[Note.self]?.text) },
    Field("recordings", .array(.text), "The addresses of the recordings.") {
      $0.context.texts($0.recordings)
    },
  ]
}
