import CommandLine
import ECSKit
import Schedule

/// A schedule as one JSON document with all fields that konf shows.
///
/// konf can read the document again.
struct ScheduleDocument {
  private let conference: ConferenceRecord
  private let sessions: [Entity]
  /// The talks whose session the schedule does not contain.
  private let talks: [Entity]
  private let people: [ConferenceSchedule.Reference]
  private let locations: [ConferenceSchedule.Reference]
  private let context: RecordContext

  /// Creates a document with the part of a schedule that matches the filters of a run.
  init(_ sessions: [Entity], of run: Run) {
    let (schedule, selection) = (run.schedule, run.selection)
    self.sessions = sessions
    conference = ConferenceRecord(run)
    talks = schedule.talksInOrder(in: selection).filter { schedule.session(of: $0) == nil }
    people = selection.isLimited ? schedule.speakers(in: selection) : schedule.everybody
    locations = schedule.locations(in: selection)
    context = RecordContext(run)
  }

  /// The document as JSON.
  ///
  /// The records of people and locations lack their last field, which would repeat facts about
  /// talks or sessions.
  var json: JSONOutput {
    let (sessions, people, locations, context) = (sessions, people, locations, context)
    return [
      "conference": conference.json(of: [
        "title", "acronym", "url", "version", "zone", "dayChange",
      ]),
      "sessions": .made(sessions.count) { DocumentedSession(sessions[$0], context).json },
      "talks": context.talks(talks),
      "people": .made(people.count) { place in
        let record = PersonRecord(people[place], context)
        return record.json(of: PersonRecord.fieldNames.dropLast())
      },
      "locations": .made(locations.count) { place in
        let record = LocationRecord(locations[place], context)
        return record.json(of: LocationRecord.fieldNames.dropLast())
      },
    ]
  }
}

/// A session and its talks.
///
/// If the session is not a talk, the record also has the fields of a talk.
struct DocumentedSession: Record {
  private let record: SessionRecord
  /// The session, or nil if the session is also a talk.
  private let entity: Entity?

  init(_ session: Entity, _ context: RecordContext) {
    record = SessionRecord(session, context)
    entity = context.lists(talk: session) ? nil : session
  }

  static let meaning: String? =
    "A session of the schedule. A session that is also a talk is its own first talk; its subtitle, speakers, language, abstract, links and otherIds are in that talk."
  static let fields: [Field<DocumentedSession>] = {
    let own: [Field<DocumentedSession>] =
      [
        Field(
          "transparent", .boolean,
          "True if the session, such as an open registration desk, leaves its attendees free."
        ) { .bool($0.record.session.has(Transparent.self)) }
      ]
      + Field.texts(of: .talk, named: ["subtitle"], in: { $0.entity }) + [
        Field("speakers", .defined("references")) { document in
          .references(
            document.entity.map { document.record.context.schedule.speakers(of: $0) } ?? [])
        },
        Field("language", .orNull(.text)) { .string(orNull: $0.entity?[Language.self]?.code) },
      ]
      + Field.texts(of: .talk, except: ["subtitle"], in: { $0.entity }) + [
        Field("links", .defined("links")) { $0.record.context.links(of: $0.entity) },
        Field("otherIds", .defined("otherIds")) {
          $0.record.context.texts($0.entity?[OtherIDs.self]?.texts ?? [])
        },
      ]
    let all = SessionRecord.fields.map { $0.of { (whole: DocumentedSession) in whole.record } }
    // The talks and the tracks are the last fields.
    return all.dropLast(2) + own + all.suffix(2)
  }()
}
