// Infers attendance from marks and times. `konf diary` shows and exports the result. Overlapping
// time spans are counted by binary search, so many marks do not take quadratic time.

import Basics
package import ECSKit

/// The attendee's marked talks and sessions, and appointments, in chronological order.
///
///     let diary = ConferenceDiary(of: schedule, in: .all, until: now)
///     diary.entries[0].attendance  // attended
///     diary.aheadCount             // 3, if three entries have not begun
///
/// No mark records attendance, so the diary infers it from the marks and the times.
package struct ConferenceDiary {
  package enum Attendance: String, CaseIterable {
    /// The attendee was probably present.
    ///
    /// The entry is rated, or it is planned and more certain than all other entries at the same
    /// time. Starred entries and appointments are planned.
    case attended
    /// The attendee was probably elsewhere.
    ///
    /// The entry is planned, but another entry at the same time is more certain. A rating is more
    /// certain than a star or an appointment. Both are more certain than a "maybe".
    case missed
    /// The attendee may have been present, or at another entry that is equally certain.
    ///
    /// The entry is planned, and no other entry at the same time is more certain.
    case unclear
    /// The entry is no longer in the schedule.
    case cancelled
  }

  package struct Entry {
    /// The talk, session, appointment or cancelled talk.
    package let entity: Entity
    package let timing: Timing?
    /// The inferred attendance, or nil if the entry has only a note, or a star but no time.
    package fileprivate(set) var attendance: Attendance?
  }

  /// The entries that have begun or have no time, in chronological order.
  package let entries: [Entry]
  /// The number of entries that have not begun.
  package let aheadCount: Int

  /// A degree of certainty that the attendee was present; the cases are in ascending order.
  private enum Certainty: Int, Comparable, CaseIterable {
    case noted, maybe, planned, rated

    static func < (first: Certainty, second: Certainty) -> Bool { first.rawValue < second.rawValue }
  }

  /// Creates the diary of a schedule until `now`.
  ///
  /// Attendance is always inferred from the whole schedule, not only from the selection.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of talks and sessions with marks.
  package init(of schedule: ConferenceSchedule, in selection: Selection, until now: Instant) {
    let all = Self.entries(schedule)
    let begun = all.filter { $0.timing?.hasBegun(at: now) ?? true }
    let attendances = Self.attendances(begun, schedule)
    entries = zip(begun, attendances).compactMap { entry, attendance in
      var entry = entry
      entry.attendance = attendance
      return entry.isIn(selection) ? entry : nil
    }
    aheadCount = all.count { $0.isIn(selection) } - entries.count
  }

  private static func entries(_ schedule: ConferenceSchedule) -> [Entry] {
    let marked = schedule.context.group(.any(Star.self, Rating.self, Note.self))
    let talks = schedule.inOrder(
      marked.filter { !$0.has(CancelledTalk.self) && !$0.has(Appointment.self) })
    var entries = talks.map { talk in
      Entry(entity: talk, timing: (schedule.session(of: talk) ?? talk)[Timing.self])
    }
    entries += schedule.appointments.map { Entry(entity: $0, timing: $0[Appointment.self]?.timing) }
    entries += schedule.cancelled.map { Entry(entity: $0, timing: $0[CancelledTalk.self]?.timing) }
    return entries.enumerated().sorted { first, second in
      switch (first.element.timing, second.element.timing) {
      case (let one?, let other?) where one < other || other < one: one < other
      case (.some, nil): true
      case (nil, .some): false
      default: first.offset < second.offset
      }
    }.map(\.element)
  }

  /// Returns the attendance of each entry, in the order of the entries.
  private static func attendances(
    _ entries: [Entry], _ schedule: ConferenceSchedule
  ) -> [Attendance?] {
    let certainties = entries.map { certainty(of: $0.entity, schedule) }
    let sessions = entries.map { schedule.session(of: $0.entity) ?? $0.entity }
    let spans: [Range<Instant>?] = zip(entries, sessions).map { entry, session in
      let isBusy =
        !entry.entity.has(CancelledTalk.self) && schedule.occupies(session, entry.timing)
      return isBusy ? entry.timing?.certain : nil
    }
    var all: [Certainty: Overlaps] = [:]
    // The talks of a session compete neither with their session nor with each other.
    var together: [SessionGroup: Overlaps] = [:]
    for (position, span) in spans.enumerated() {
      guard let span else { continue }
      let certainty = certainties[position]
      all[certainty, default: Overlaps()].add(span)
      together[SessionGroup(session: sessions[position], certainty: certainty), default: Overlaps()]
        .add(span)
    }
    for key in all.keys { all[key]?.sort() }
    for key in together.keys { together[key]?.sort() }
    func rival(of position: Int) -> Certainty? {
      guard let span = spans[position] else { return nil }
      return Certainty.allCases.last { certainty in
        let key = SessionGroup(session: sessions[position], certainty: certainty)
        return (all[certainty]?.count(with: span) ?? 0) > (together[key]?.count(with: span) ?? 0)
      }
    }
    return entries.indices.map { position in
      if entries[position].entity.has(CancelledTalk.self) { return .cancelled }
      let own = certainties[position]
      if own == .rated { return .attended }
      if own == .noted || entries[position].timing == nil { return nil }
      guard let rival = rival(of: position) else { return .attended }
      return rival > own ? .missed : rival == own ? .unclear : .attended
    }
  }

  private struct SessionGroup: Hashable {
    let session: Entity
    let certainty: Certainty
  }

  /// A set of time spans that counts overlaps with another span.
  private struct Overlaps {
    private var starts: [Instant] = []
    private var ends: [Instant] = []

    mutating func add(_ span: Range<Instant>) {
      starts.append(span.lowerBound)
      ends.append(span.upperBound)
    }

    /// Sorts the spans.
    ///
    /// Call this method before `count(with:)`.
    mutating func sort() {
      starts.sort()
      ends.sort()
    }

    /// Returns the number of spans that overlap with a given span.
    ///
    /// All spans must be nonempty.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of spans.
    func count(with span: Range<Instant>) -> Int {
      starts.partitioningIndex { $0 >= span.upperBound }
        - ends.partitioningIndex { $0 > span.lowerBound }
    }
  }

  private static func certainty(of entity: Entity, _ schedule: ConferenceSchedule) -> Certainty {
    if entity.has(Rating.self) || schedule.rating(of: entity) != nil { return .rated }
    if entity.has(Appointment.self) { return .planned }
    return schedule.star(of: entity).map { $0.isMaybe ? .maybe : .planned } ?? .noted
  }
}

extension ConferenceDiary.Entry {
  fileprivate func isIn(_ selection: Selection) -> Bool {
    if let appointment = entity[Appointment.self] { return selection.contains(appointment) }
    if let talk = entity[CancelledTalk.self] { return selection.contains(talk) }
    return selection.contains(entity)
  }
}

extension Timing {
  /// Returns true if the session has begun or has no known times.
  ///
  /// A session with an unknown start counts as begun when it ends.
  fileprivate func hasBegun(at now: Instant) -> Bool {
    (start ?? end).map { $0 <= now } ?? true
  }
}
