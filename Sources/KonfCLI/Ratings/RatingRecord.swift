import Basics
import CommandLine
import ECSKit
import ECSStore
import Marks
import Schedule

struct RatingRecord: Record {
  let id: String
  let title: String
  let session: String?
  let rating: Rating?
  let context: RecordContext

  init(_ entity: Entity, _ context: RecordContext) {
    id = context.schedule.id(of: entity)
    title = context.schedule.name(of: entity)
    session = context.sessionID(of: entity)
    rating = entity[Rating.self]
    self.context = context
  }

  /// Creates the record of a rating whose talk was removed from the schedule.
  init(_ orphan: MarkHistory.Mark<Rating>, _ context: RecordContext) {
    id = context.schedule.id(ofRemoved: orphan.subject.target)
    title = orphan.title
    session = nil
    rating = orphan.component
    self.context = context
  }

  static let meaning: String? =
    "A rating. In the output of konf rate --clear, rating, comment and time are null."
  static let fields: [Field<RatingRecord>] = [
    Field("id", .defined("id")) { .string($0.id) },
    Field("title", .text, "The title of the rated talk or session.") { .string($0.title) },
    Field(
      "session", .orNull(.text),
      "The id of the session; null if the rated talk or session is no longer in the schedule."
    ) { .string(orNull: $0.session) },
    Field("rating", .defined("stars")) { .integer(orNull: $0.rating?.stars) },
    Field("comment", .orNull(.text)) { .string(orNull: $0.rating?.comment.nonEmpty) },
    Field("time", .defined("time"), "The time of the rating.") { $0.context.time($0.rating?.time) },
  ]
}
