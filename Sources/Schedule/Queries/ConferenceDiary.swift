package import ECSKit
import TextBasics

/// What the attendee did at a conference: talks and sessions that are starred, rated or noted, and
/// appointments, in the order of time.
///
///     let diary = ConferenceDiary(of: schedule, in: .all, until: now)
///     diary.entries[0].attendance  // attended
///     diary.aheadCount             // 3 that have not begun
///
/// No mark says which talks were attended, so attendance follows from the marks and the times.
package struct ConferenceDiary {
  /// Whether the attendee was there.
  package enum Attendance: String, CaseIterable {
    /// It was rated, or it was starred and nothing else that was as sure was at the same time.
    case attended
    /// It was starred, and something surer was at the same time: a rated talk, or beside a maybe one
    /// that was no maybe.
    case missed
    /// It was starred, and so was another at the same time.
    case unclear
    /// It is no longer in the schedule.
    case cancelled
  }

  /// A talk, a session or an appointment.
  package struct Entry {
    /// The entity of the talk, the session, the appointment or the cancelled talk.
    package let entity: Entity
    /// When it was; nil if that is unknown.
    package let timing: Timing?
    /// Whether the attendee was there; nil if nothing says so, such as for a note alone.
    package fileprivate(set) var attendance: Attendance?
  }

  /// What has begun, or has no time, in the order of time.
  package let entries: [Entry]
  /// How many more are on the agenda and have not begun.
  package let aheadCount: Int

  /// How sure it is that the attendee was there.
  private enum Certainty: Int, Comparable, CaseIterable {
    case noted, maybe, planned, rated

    static func < (first: Certainty, second: Certainty) -> Bool { first.rawValue < second.rawValue }
  }

  /// Collects what was marked.
  ///
  /// - Parameters:
  ///   - schedule: The schedule, with the marks.
  ///   - selection: The part of the schedule that is of interest; attendance follows from all of it.
  ///   - now: The moment up to which a diary can be written.
  /// - Complexity: O(*n* log *n*), where *n* is the number of marked talks and sessions.
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

  /// The attendance of each of some entries, which are in the order of time.
  private static func attendances(
    _ entries: [Entry], _ schedule: ConferenceSchedule
  ) -> [Attendance?] {
    let certainties = entries.map { certainty(of: $0.entity, schedule) }
    let sessions = entries.map { schedule.session(of: $0.entity) ?? $0.entity }
    let spans = entries.map { $0.entity.has(CancelledTalk.self) ? nil : $0.timing?.certain }
    var all: [Certainty: Overlaps] = [:]
    // The talks of a session are not at the same time as it.
    var together: [Together: Overlaps] = [:]
    for (position, span) in spans.enumerated() {
      guard let span else { continue }
      let certainty = certainties[position]
      all[certainty, default: Overlaps()].add(span)
      together[Together(session: sessions[position], certainty: certainty), default: Overlaps()]
        .add(span)
    }
    for key in all.keys { all[key]?.sort() }
    for key in together.keys { together[key]?.sort() }
    func rival(of position: Int) -> Certainty? {
      guard let span = spans[position] else { return nil }
      return Certainty.allCases.last { certainty in
        let key = Together(session: sessions[position], certainty: certainty)
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

  /// What one session has that is as sure.
  private struct Together: Hashable {
    let session: Entity
    let certainty: Certainty
  }

  /// Spans of time that are asked how many overlap with another one.
  private struct Overlaps {
    private var starts: [Instant] = []
    private var ends: [Instant] = []

    mutating func add(_ span: Range<Instant>) {
      starts.append(span.lowerBound)
      ends.append(span.upperBound)
    }

    /// Prepares for counting.
    mutating func sort() {
      starts.sort()
      ends.sort()
    }

    /// Returns how many overlap with a span, which is not empty, as none of them is.
    ///
    /// - Complexity: O(log *n*).
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
  /// Whether a part of the schedule has it.
  fileprivate func isIn(_ selection: Selection) -> Bool {
    if let appointment = entity[Appointment.self] { return selection.contains(appointment) }
    if let talk = entity[CancelledTalk.self] { return selection.contains(talk) }
    return selection.contains(entity)
  }
}

extension Timing {
  /// Returns whether it has begun, or has ended if only the end is known.
  fileprivate func hasBegun(at now: Instant) -> Bool {
    (start ?? end).map { $0 <= now } ?? true
  }
}
