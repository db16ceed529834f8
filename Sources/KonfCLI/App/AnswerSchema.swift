import CommandLine
import Marks

/// A generator for the JSON Schema of all commands' output.
///
/// `EmbeddedFile.schemaFrame` contains the definitions of commands and values. The definitions of
/// records are derived from their fields.
enum AnswerSchema {
  /// The types of records in the output, with the names of their definitions in the schema.
  static let records: [(name: String, type: any Record.Type)] = [
    ("sessionRecord", SessionRecord.self),
    ("sessionInTime", TimedSessionRecord.self),
    ("talk", TalkRecord.self),
    ("hit", HitRecord.self),
    ("person", PersonRecord.self),
    ("locationRecord", LocationRecord.self),
    ("rating", RatingRecord.self),
    ("difference", DifferenceRecord.self),
    ("finding", FindingRecord.self),
    ("entity", EntityRecord.self),
    ("event", EventRecord.self),
    ("life", LifeRecord.self),
    ("componentName", NameRecord.self),
    ("countRecord", CountRecord.self),
    ("part", PartRecord.self),
    ("figures", FiguresRecord.self),
    ("track", TrackRecord.self),
    ("day", DayRecord.self),
    ("conferenceRecord", ConferenceRecord.self),
    ("documentSession", DocumentedSession.self),
    ("change", StepRecord.self),
    ("marked", MarkRecord.self),
    ("takenPart", TakenRecord.self),
    ("appointment", AppointmentRecord.self),
    ("planned", AgendaRecord.self),
    ("suggestion", SuggestionRecord.self),
    ("row", ChangeRow.self),
    ("remembered", SavedScheduleRecord.self),
    ("diaryEntry", DiaryRecord.self),
    ("friendsStar", FriendRecord.self),
    ("metDevice", DeviceRecord.self),
    ("met", SyncRecord.self),
    ("findings", DoctorReport.self),
    ("damage", DamageRecord.self),
    ("subject", HelpRecord.self),
    ("option", OptionRecord.self),
    ("program", VersionCommand.VersionRecord.self),
  ]

  /// The last lines of `EmbeddedFile.schemaFrame`: a placeholder for records, and closing braces.
  private static let (mark, end) = ("    \"records\": {}", "\n  }\n}\n")
  private static let width = 100

  static var bytes: [UInt8] {
    let definitions = records.map { name, type in
      let start = "    \"\(name)\": "
      return start
        + JSONOutput.object(type.schema)
        .laidOut(width: width, indent: 4, used: start.utf8.count)
    }
    let frame = EmbeddedFile.schemaFrame.dropLast((mark + end).utf8.count)
    return frame + Array((definitions.joined(separator: ",\n") + end).utf8)
  }
}
