import CommandLine
import ECSKit
import Exchange
import Marks
import Schedule

struct DiaryDocument {
  struct Item {
    let id: String
    let timing: Timing?
    let title: SafeText
    let speakers: SafeText
    let locations: SafeText
    let track: SafeText
    let page: String?
    let isCancelled: Bool
    /// The user's attendance, rating, comment and note.
    let remarks: [SafeText]
    let recordings: [Recording]
  }

  let schedule: ConferenceSchedule
  let items: [Item]
  let times: Times
  /// The name of the conference, or the name of the file for a schedule without a title.
  let title: SafeText
  let names: EventNames
  /// The maximum number of bytes of a document, or nil for no limit.
  let limit: Int?

  /// Creates a document from entries, which must be in chronological order.
  init(
    _ entries: [ConferenceDiary.Entry], recordings: (Entity) -> [Recording], of run: Run
  ) {
    schedule = run.schedule
    times = Times(run, glyphs: .unicode)
    title = run.documentTitle
    names = EventNames(run.store)
    limit = run.streams.answer.limit
    items = entries.map { Item($0, recordings($0.entity), in: run.schedule) }
  }
}

extension DiaryDocument.Item {
  fileprivate init(
    _ entry: ConferenceDiary.Entry, _ recordings: [Recording], in schedule: ConferenceSchedule
  ) {
    let entity = entry.entity
    timing = entry.timing
    self.recordings = recordings
    remarks = Self.remarks(on: entry)
    isCancelled = entity.has(CancelledTalk.self)
    if let talk = entity[CancelledTalk.self] {
      id = talk.formerID
      title = SafeText(label: talk.title)
      speakers = SafeText(label: talk.people.joined(separator: ", "))
      locations = SafeText(label: talk.locations.joined(separator: ", "))
      track = ""
      page = nil
      return
    }
    let talk = ExportedTalk(entity, in: schedule)
    let session = schedule.session(of: entity) ?? entity
    id = entity[Appointment.self]?.id ?? talk.id
    title = entity[Appointment.self].map { SafeText(label: $0.title) } ?? talk.name
    speakers = talk.speakers
    locations = SafeText(label: schedule.locationNames(of: session).joined(separator: ", "))
    track = talk.track
    page = talk.page
  }

  private static func remarks(on entry: ConferenceDiary.Entry) -> [SafeText] {
    var remarks: [SafeText] = []
    if let attendance = entry.attendance { remarks.append("\(attendance.rawValue)") }
    if let rating = entry.entity[Rating.self] {
      let comment: SafeText = rating.comment.isEmpty ? "" : ": \(SafeText(label: rating.comment))"
      remarks.append("rated \(rating.stars) of 5\(comment)")
    }
    if let note = entry.entity[Note.self] { remarks.append("note: \(SafeText(label: note.text))") }
    return remarks
  }
}

extension Recording {
  /// The length in parentheses, or empty text if it is unknown.
  var lengthInBrackets: SafeText {
    seconds.map { " (\(Duration.seconds($0).words))" } ?? ""
  }
}
