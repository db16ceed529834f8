package import Answers
package import CommandLine
package import ECSKit
package import Marks
package import Schedule
import TextBasics

/// The exported part of a schedule, as all formats but JSON read it.
package struct ExportedSchedule {
  package let schedule: ConferenceSchedule
  /// The sessions in the order of time.
  package let sessions: [Entity]
  /// What events are called in calendars.
  let eventNames: EventNames
  /// How moments are written; a document is UTF-8 whatever the terminal shows.
  package let times: Times
  /// The name of the conference, or else of the file.
  package let title: SafeText
  /// The most bytes of a document; nil for no limit.
  package let limit: Int?
  private let selection: Selection
  /// The free time before an item of the agenda, if that is what is handed over.
  private let gaps: [Entity: Agenda.Gap]
  /// What is at the same time as items of the agenda.
  private let clashes: [Entity: [SafeText]]

  /// Takes what the filters of a run let through.
  ///
  /// - Parameters:
  ///   - sessions: The sessions in the order of time.
  ///   - run: The run.
  package init(_ sessions: [Entity], of run: Run) {
    self.sessions = sessions
    schedule = run.schedule
    eventNames = EventNames(run.store.scope, run.store.eventIDs)
    times = Times(run, glyphs: .unicode)
    title = run.schedule.title.map { SafeText(label: $0) } ?? run.source.shortName
    limit = run.streams.answer.limit
    selection = run.selection
    guard run.invocation[FilterOption.mine] else {
      gaps = [:]
      clashes = [:]
      return
    }
    let agenda = Agenda(of: run.schedule, in: run.selection, zone: run.zone)
    let view = AgendaView(agenda, selection: run.selection, now: run.now, fills: false)
    gaps = view.gapsBefore
    clashes = Dictionary(
      agenda.shown.map { item in
        (
          item.entity,
          item.clashes.map { SafeText(label: run.schedule.name(of: agenda.items[$0])) }
        )
      }
    ) { first, _ in first }
  }

  /// Returns the free time that comes before an item of the agenda.
  ///
  /// - Parameter session: A session or an appointment.
  /// - Returns: The time; nil if there is none, or if it is not the agenda that is handed over.
  package func gap(before session: Entity) -> Agenda.Gap? { gaps[session] }

  /// The zone of all times; or that nothing says it.
  var zoneName: String {
    times.zone.isFloating ? "as in the file (zone unknown)" : times.zone.name
  }

  /// Returns those talks of a session that the filters let through.
  package func talks(in session: Entity) -> [Entity] {
    schedule.talks(in: session).filter(selection.contains(talk:))
  }

  /// Returns the content of a document for a session.
  ///
  /// - Parameter session: A session.
  /// - Returns: The session with those of its talks that the filters let through.
  package func item(_ session: Entity) -> ExportedSession {
    let talks = talks(in: session)
    return ExportedSession(
      timing: schedule.timing(of: session),
      locations: SafeText(label: schedule.locationNames(of: session).joined(separator: ", ")),
      head: ExportedTalk(session, in: schedule), isTalk: talks.contains(session),
      talks: talks.filter { $0 != session }.map { ExportedTalk($0, in: schedule) },
      isAppointment: session.has(Appointment.self), isTransparent: session.has(Transparent.self),
      clashes: clashes[session] ?? [])
  }

  /// Goes through the sessions day by day; those without any time come last, without a day.
  ///
  /// - Parameter body: What is done with a day and its sessions in the order of time; what lasts a
  ///   day or more is on each of its days.
  func forEachDay(_ body: (CivilDate?, [ListedOnDay<Entity>]) -> Void) {
    let listed = schedule.listed(sessions, in: times.zone, within: selection) {
      schedule.timing(of: $0)
    }
    for (day, those) in listed.chunked(on: \.day) { body(day, Array(those)) }
  }

  /// The end of a session that began on an earlier day.
  func end(of listed: ListedOnDay<Entity>) -> SafeText {
    guard let day = listed.day, let timing = schedule.timing(of: listed.element) else { return "" }
    return times.end(of: timing, after: day)
  }
}

/// A session or an appointment as a document has it.
package struct ExportedSession {
  let timing: Timing?
  /// The names of its locations, with commas between them.
  let locations: SafeText
  /// The session as a whole, which may be a talk itself.
  let head: ExportedTalk
  /// Whether the session is itself a talk that passes the filters.
  let isTalk: Bool
  /// Its other talks in their order.
  let talks: [ExportedTalk]
  /// Whether it is an appointment of the user's own.
  let isAppointment: Bool
  /// Whether it leaves its attendees free for other sessions (`TRANSP:TRANSPARENT`).
  let isTransparent: Bool
  /// The titles of the agenda's other entries at the same time; empty if it is not an agenda.
  let clashes: [SafeText]
}

/// A talk, or a session as a whole, as a document has it.
@dynamicMemberLookup
struct ExportedTalk {
  /// The identifier as people see it, as a part of an address; the next version keeps it, too.
  let anchor: String
  /// The address of its page, safe in any document; nil if the schedule has none.
  let page: String?
  /// The names of its tracks.
  let tracks: [SafeText]
  private let summary: TalkSummary<SafeText>
  private let entity: Entity

  /// Reads an entity.
  ///
  /// - Parameters:
  ///   - entity: A talk or a session.
  ///   - schedule: The schedule that it is of.
  init(_ entity: Entity, in schedule: ConferenceSchedule) {
    self.entity = entity
    summary = TalkSummary(entity, in: schedule) { SafeText(label: $0) }
    anchor = summary.shownID.token
    page = entity.page
    tracks = schedule.trackNames(of: entity).map { SafeText(label: $0) }
  }

  subscript<Value>(dynamicMember member: KeyPath<TalkSummary<SafeText>, Value>) -> Value {
    summary[keyPath: member]
  }

  /// Its name where one is required.
  var name: SafeText { summary.title.isEmpty ? "\(summary.id)" : summary.title }

  /// The user's marks, such as "★ mine", "rated 4 of 5" and the note.
  var marks: [SafeText] {
    var marks: [SafeText] = []
    if let star = summary.star { marks.append(star.isMaybe ? "☆ maybe" : "★ mine") }
    if let rating = summary.rating { marks.append("rated \(rating) of 5") }
    if !summary.note.isEmpty { marks.append("note: \(summary.note)") }
    return marks
  }

  /// The lines of the abstract that are not blank.
  var abstract: [SafeText] {
    guard let text = entity[Abstract.self]?.text else { return [] }
    // Tabs are rare, and a split by characters takes ten times as long as to look for their bytes.
    let spaced =
      text.hasByte { $0 == ASCII.tab }
      ? text.utf8.split(separator: ASCII.tab, omittingEmptySubsequences: false)
        .map { String(Substring($0)) }.joined(separator: "    ") : text
    return SafeText.lines(ofProse: spaced).filter { line in
      line.string.utf8.contains { $0 != UInt8(ascii: " ") }
    }
  }
}

extension SafeText {
  /// Creates a text of one line from prose; each run of white space is one blank.
  ///
  /// - Parameter foreign: Text that was not checked.
  package init(label foreign: String) {
    self.init(prose: foreign.onOneLine)
  }
}

extension String {
  /// The text as a part of an address or an identifier of another format, equal only for equal texts.
  ///
  /// Letters and digits of ASCII and `.`, `_`, `-` and `/` stay; other bytes become `~` and two digits.
  ///
  ///     "lunch#2".token  // "lunch~232"
  package var token: String {
    escapingBytes(with: "~") { byte in
      ASCII.isWord(byte) && byte != ASCII.plus || byte == ASCII.slash
    }
  }
}
