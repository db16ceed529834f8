// The JSON of Indico's timetable: /export/timetable/NUMBER.json. FormatDetection tries it as one of
// the formats in ScheduleFormat.json. Unlike Indico's calendars, this JSON contains the time zone,
// breaks and affiliations. It also distinguishes speakers from authors.

import ECSKit
import Schedule
import SourceText

/// A marker for an entry that is not a talk: a break, or a session with parts.
struct WithoutTalk: Component, Equatable {}
private struct SlotTitle: Component, Equatable { var text: String }

extension ScheduleFormat {
  static let indicoTimetable = ScheduleFormat(
    "JSON of Indico's timetable", tables: IndicoTable.allCases.map(\.table),
    recognizes: { document in
      document.root.all("results").contains { events in
        events.kind == .object && events.things.contains { $0.members.contains(where: isDay) }
      }
    },
    walk: { document, records in
      var walk = IndicoTimetableWalk()
      walk.read(document.root, &records)
    })

  /// Returns true if the key of a member is a date such as 20250518.
  private static func isDay(_ member: SourceMember) -> Bool {
    member.key.utf8.count == 8 && WrittenTime(member.key) != nil && member.value.kind == .object
  }
}

extension IndicoTable {
  fileprivate var table: ConverterTable {
    switch self {
    case .file: .file
    case .entry: .entry
    case .person: .person
    case .location: .location
    }
  }
}

extension ConverterTable {
  fileprivate static let file = frame(of: [
    "results", "url", "count", "additionalInfo", "ts", "complete", "_type",
  ])

  fileprivate static let location = ConverterTable(
    converters: [:], refinement: .location, keyFields: "room", repeats: .mentions
  ) { $0[Name.self].map { RecordName(.location, $0.text) } }

  fileprivate static let person = ConverterTable(
    converters: [
      "firstName": .label { FirstName(text: $0) }, "familyName": .label { LastName(text: $0) },
      "name": .label { Name(text: $0) }, "affiliation": .prose { Biography(text: $0) },
    ],
    refinement: Refinement(making: [Person.self]) { person in
      person[Person.self] = Person()
      // The field "name" may begin with an academic title. Indico's calendars omit these titles.
      if let name = person.takeNameParts() { person[Name.self] = Name(text: name) }
    },
    keyFields: "firstName, familyName or name", repeats: .mentions,
    // Mail addresses are private, and so are their checksums.
    ignoredFields: ["email", "emailHash", "displayOrderKey", "_type", "_fossil", "id"]
  ) { $0[Name.self].map { RecordName(.person, $0.text) } }

  fileprivate static let entry = ConverterTable(
    converters: [
      "title": .label { Title(text: $0) }, "slotTitle": .label { SlotTitle(text: $0) },
      "description": .prose { Abstract(text: $0) },
      "startDate": .moment { WrittenStart(time: $0, zone: $1) },
      "endDate": .moment { WrittenEnd(time: $0, zone: $1) },
    ],
    refinement: Refinement(
      making: [
        SessionID.self, OtherIDs.self, Description.self, Track.self, LocationNames.self,
        SpeakerNames.self, WebLinks.self,
      ]
    ) { entry in
      if entry.has(WithoutTalk.self) {
        let titles = [entry[Title.self]?.text, entry[SlotTitle.self]?.text].compactMap(\.self)
        entry[Description.self] =
          titles.isEmpty ? nil : Description(text: titles.joined(separator: ": "))
        entry[Title.self] = nil
      }
      entry.moveRemarks()
      entry[WithoutTalk.self] = nil
      entry[SlotTitle.self] = nil
    },
    keyFields: "entryType",
    ignoredFields: [
      "entryType", "contributionId", "sessionSlotId", "presenters", "authors", "conveners", "room",
      "location", "url", "attachments", "entries", "id", "uniqueId", "conferenceId", "sessionId",
      "sessionCode", "sessionSlotEntryId", "friendlyId", "code", "board_number", "references",
      "isPoster", "contribDuration", "pdf", "color", "textColor", "inheritLoc", "inheritRoom",
      "address", "_type", "_fossil",
      // The stated duration omits whole days, so the end is used instead.
      "duration",
    ]
  ) { $0[SessionID.self].map { RecordName(.session, $0.text) } }
}

extension Converter {
  /// Returns a converter for an object with a date, a time of day and the name of a time zone.
  fileprivate static func moment<C: Component & Equatable>(
    _ make: @escaping @Sendable (WrittenTime, String?) -> C
  ) -> Converter {
    Converter(to: C.self, accepting: "an object with date, time and tz") { value in
      guard let date = value["date"]?.label, let time = value["time"]?.label,
        let written = WrittenTime("\(date)T\(time)"), written.time != nil
      else { return .unreadable(value) }
      return .component(make(written, value["tz"]?.label))
    }
  }
}
