// Reads a schedule that konf printed as JSON, and similar JSON from other programs. FormatDetection
// tries it as one of the formats in ScheduleFormat.json. People and locations without a record also
// become entities. A user's marks are skipped.

import ECSKit
import Schedule
import SourceText

extension ScheduleFormat {
  /// The JSON that konf prints for a schedule.
  ///
  /// The commands `konf export --as json`, `konf timeline --json` and `konf talks --json` print
  /// this JSON.
  static let konf = ScheduleFormat(
    name: "konf JSON", tables: KonfTable.allCases.map(\.table), calendar: .dates,
    recognizes: { KonfAnswer(of: $0.root) == .schedule },
    walk: { document, _, records in
      var walk = KonfWalk()
      walk.read(document.root, &records)
    })
}

private struct KonfWalk {
  /// The identifiers of the sessions with a record.
  private var sessions: Set<String> = []
  /// The names of the people with a record.
  private var people: Set<String> = []
  private var locations: Set<String> = []
  /// The highest talk index that has been read for each session.
  private var indices: [String: Int] = [:]
  /// The earliest time of day of a record that takes place on its listed day.
  private var firstTime: CivilTime?
  /// The latest time of day of a record that takes place on the day after its listed day.
  private var lastTime: CivilTime?
  /// The number of records with a user's mark, such as a star, and the position of the first mark.
  private var marks: (count: Int, first: SourcePosition)?

  mutating func read(_ root: SourceValue, _ records: inout RecordImport) {
    if root.kind == .array {
      for record in root.elements { readRecord(record, &records) }
    } else {
      records.look(at: root, as: KonfTable.file.rawValue)
      for person in records.elements("people", of: root) {
        let draft = records.read(person, as: KonfTable.person.rawValue)
        if let name = draft[Name.self]?.text { people.insert(name) }
      }
      for location in records.elements("locations", of: root) {
        let draft = records.read(location, as: KonfTable.location.rawValue)
        if let name = draft[Name.self]?.text { locations.insert(name) }
      }
      for list in ["sessions", "talks"] {
        for record in records.elements(list, of: root) { readRecord(record, &records) }
      }
    }
    var inherited = Draft()
    inherited[DayChange.self] = dayChange.map { DayChange(time: $0) }
    for conference in records.parts("conference", of: root) {
      records.read(conference, as: KonfTable.conference.rawValue, inheriting: inherited)
    }
    if root.kind == .array, dayChange != nil {
      records.add(inherited, from: root, as: KonfTable.conference.rawValue)
    }
    if let marks { records.add(.marks(count: marks.count), at: marks.first) }
  }

  private mutating func readRecord(_ record: SourceValue, _ records: inout RecordImport) {
    if records.isRefused { return }
    guard record.kind == .object else {
      return records.addRecord(record, as: KonfTable.session.rawValue)
    }
    noteDay(of: record)
    noteMarks(of: record)
    if record["talks"] != nil {
      readSession(record, &records)
    } else {
      readTalk(record, &records)
    }
  }

  // MARK: Sessions

  private mutating func readSession(_ session: SourceValue, _ records: inout RecordImport) {
    let id = session["id"]?.exactText
    var talks = records.elements("talks", of: session)[...]
    if let own = talks.first, id != nil, own["id"]?.exactText == id {
      talks.removeFirst()
      readEvent(own, in: session, &records)
    } else {
      let draft = records.read(session, as: KonfTable.session.rawValue)
      note(draft, session, &records)
    }
    let name = id ?? session["title"]?.exactText ?? ""
    for talk in talks {
      noteMarks(of: talk)
      readTalk(talk, of: name, &records)
    }
  }

  /// Reads a session and its talk as one record.
  ///
  /// The talk inherits missing fields from the session.
  private mutating func readEvent(
    _ talk: SourceValue, in session: SourceValue, _ records: inout RecordImport
  ) {
    var (inherited, problems) = records.reading(of: session, as: KonfTable.session.rawValue)
    inherited[Description.self] = nil
    inherited[UnreadFields.self] = nil
    let draft = records.read(talk, as: KonfTable.event.rawValue, inheriting: inherited)
    for (kind, position) in problems {
      records.add(kind, at: position, key: draft[RecordKey.self]?.text)
    }
    note(draft, talk, &records)
  }

  // MARK: Talks

  private mutating func readTalk(_ talk: SourceValue, _ records: inout RecordImport) {
    let id = talk["id"]?.exactText
    let session = talk["session"]?.exactText
    if let session, session != id {
      readMoments(of: talk, for: session, &records)
      readTalk(talk, of: session, &records)
    } else if session == nil, let id, Self.number(in: id, of: "") != nil {
      readTalk(talk, of: "", &records)
    } else {
      let draft = records.read(talk, as: KonfTable.event.rawValue)
      note(draft, talk, &records)
    }
  }

  /// Reads the times and locations of a talk, and adds a session with these times and locations.
  ///
  /// Nothing is added if the session has a record, or if the talk has neither times nor locations.
  private mutating func readMoments(
    of talk: SourceValue, for session: String, _ records: inout RecordImport
  ) {
    if sessions.contains(session) { return }
    let (read, problems) = records.reading(of: talk, as: KonfTable.session.rawValue)
    var draft = Draft()
    draft[WrittenStart.self] = read[WrittenStart.self]
    draft[WrittenEnd.self] = read[WrittenEnd.self]
    draft[LocationNames.self] = read[LocationNames.self]
    guard
      draft.has(WrittenStart.self) || draft.has(WrittenEnd.self) || draft.has(LocationNames.self)
    else { return }
    draft[SessionID.self] = SessionID(text: session)
    records.add(draft, from: talk, as: KonfTable.session.rawValue)
    for (kind, position) in problems {
      guard case .unreadable(let field, _, _) = kind, ["start", "end", "locations"].contains(field)
      else { continue }
      records.add(kind, at: position, key: "session \(session)")
    }
    note(draft, talk, &records)
  }

  private mutating func readTalk(
    _ talk: SourceValue, of session: String, _ records: inout RecordImport
  ) {
    var inherited = Draft()
    if !session.isEmpty { inherited[PartOf.self] = PartOf(session: session) }
    if let number = talk["id"]?.exactText.flatMap({ Self.number(in: $0, of: session) }) {
      // A number smaller than the previous index belongs to a talk without an index.
      let index = max(number, indices[session] ?? number)
      indices[session] = index
      inherited[TalkIndex.self] = TalkIndex(number: index)
    }
    let draft = records.read(talk, as: KonfTable.talk.rawValue, inheriting: inherited)
    note(draft, talk, &records)
  }

  /// Returns the number in the identifier of a talk, such as 2 in "session1Day1/2".
  ///
  /// The result is nil if the identifier has no number.
  private static func number(in id: String, of session: String) -> Int? {
    guard id.hasPrefix(session) else { return nil }
    let rest = id.dropFirst(session.count)
    guard rest.first == "/", let number = Int(rest.dropFirst()), number > 0 else { return nil }
    // Only the canonical form counts: "session1Day1/02" has no number.
    return rest.dropFirst() == "\(number)" ? number : nil
  }

  // MARK: References

  /// Stores the session of a record, and adds people and locations without a separate record.
  private mutating func note(
    _ draft: Draft, _ record: SourceValue, _ records: inout RecordImport
  ) {
    if let id = draft[SessionID.self]?.text { sessions.insert(id) }
    if draft.has(SpeakerNames.self) {
      Self.readNamed(in: "speakers", of: record, as: .person, &people, &records)
    }
    if draft.has(LocationNames.self) {
      Self.readNamed(in: "locations", of: record, as: .location, &locations, &records)
    }
  }

  private static func readNamed(
    in field: String, of record: SourceValue, as table: KonfTable, _ known: inout Set<String>,
    _ records: inout RecordImport
  ) {
    guard let list = record[field] else { return }
    for reference in list.elements {
      guard let name = reference.exactName, known.insert(name).inserted else { continue }
      var draft = Draft()
      draft[Name.self] = Name(text: name)
      draft[SourceID.self] = reference["id"]?.exactText.map { SourceID(text: $0) }
      records.add(draft, from: reference, as: table.rawValue)
    }
  }

  /// Updates `firstTime` or `lastTime` with the time of a record.
  ///
  /// The choice depends on whether the record takes place on its listed day or on the day after.
  private mutating func noteDay(of record: SourceValue) {
    guard let day = record["day"]?.string.flatMap({ WrittenTime($0) })?.date,
      let written = (record["start"]?.string ?? record["end"]?.string).flatMap({ WrittenTime($0) }),
      let time = written.time
    else { return }
    if written.date == day {
      firstTime = min(firstTime ?? time, time)
    } else if written.date == day.adding(days: 1) {
      lastTime = max(lastTime ?? time, time)
    }
  }

  /// The day change derived from the records.
  ///
  /// The value is nil if the records do not determine it or contradict each other.
  private var dayChange: CivilTime? {
    guard let lastTime, firstTime.map({ lastTime < $0 }) ?? true else { return nil }
    let minutes = lastTime.secondOfDay / 60 + 1
    return CivilTime(hour: minutes / 60, minute: minutes % 60)
  }

  private mutating func noteMarks(of record: SourceValue) {
    for field in ["rating", "star", "note"] {
      guard let mark = record[field], mark.kind != .null else { continue }
      marks = ((marks?.count ?? 0) + 1, marks?.first ?? mark.position)
      return
    }
  }
}
