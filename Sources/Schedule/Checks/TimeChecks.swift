// The checks for lengths and for overlapping sessions. CheckLoop runs them. Overlaps and
// DoubleBookings share one pass over the sessions in order of start time. They skip sessions
// without a start or an end, sessions of a day or more, and transparent sessions.
import Basics
import ECSKit
import ECSModel

extension CheckRule {
  /// A rule that requires the length of a session to be positive and at most a day.
  ///
  /// Exceptions: a session may last several whole days, and a session without speakers may have
  /// zero length.
  package static let length = CheckRule(
    .warning, "length", "a session has zero length, or is longer than a day")
  /// A rule that allows at most one session at a time at a location.
  package static let overlap = CheckRule(
    .warning, "overlap", "a location has two sessions at the same time")
}

struct Lengths: CheckSystem {
  static let rule = CheckRule.length
  let input: CheckInput

  func execute() {
    for session in schedule.sessions {
      guard let timing = session[Timing.self], let length = timing.length else { continue }
      if length <= .zero {
        // A session without speakers, such as the opening of the doors, may have zero length.
        if length < .zero || schedule.hasSpeakers(session) {
          report(session, "the end is not after the start")
        }
      } else if length > .seconds(86_400), timing.wholeDays(in: schedule.zone) == nil {
        report(session, "the session takes \(length.words), more than a day")
      }
    }
  }
}

extension ConferenceSchedule {
  fileprivate func hasSpeakers(_ session: Entity) -> Bool {
    session.has(SpeakerNames.self) || talks(in: session).contains { $0.has(SpeakerNames.self) }
  }
}

struct Overlaps: CheckSystem {
  static let rule = CheckRule.overlap
  let input: CheckInput
  func execute() {
    let sessions = schedule.context.index(forEach: \LocationNames.names, in: .sessions)
    // A file can assign thousands of locations to one session. A location with only one session is
    // skipped, because sessions cannot clash there.
    let names = { (session: Entity) in
      schedule.locationNames(of: session).filter {
        sessions.count($0) > 1 && !input.sharedLocations.contains($0)
      }
    }
    var clashes: [Clash<String>] = []
    forEachClash(of: names) { clashes.append($0) }
    var blocks: [String: Set<Entity>] = [:]
    for name in clashes.map(\.key).uniqued {
      let found = self.blocks(among: sessions[name])
      if !found.isEmpty { blocks[name] = found }
    }
    if !blocks.isEmpty {
      // A block does not occupy its location. Only its parts do.
      let occupied = { (session: Entity) in
        names(session).filter { !(blocks[$0]?.contains(session) ?? false) }
      }
      clashes = []
      forEachClash(of: occupied) { clashes.append($0) }
    }
    for clash in clashes {
      report(clash.session, "\(clash.key.quoted()) is occupied by \(description(of: clash))")
    }
  }

  /// The maximum number of parts that are examined to decide whether a session is a block.
  private static let mostParts = 64

  /// Returns the blocks at a location.
  ///
  /// A block is a session that consists of other sessions at the same location, such as the session
  /// of a whole devroom. It has no speakers. At least two sessions, its parts, begin during the
  /// block, and all of them end by the end of the block. In addition, one of two conditions must
  /// hold. Either the track of each part equals the track or the name of the block. Or all parts
  /// have speakers, the first part begins when the block begins, and a part ends when the block
  /// ends.
  private func blocks(among sessions: [Entity]) -> Set<Entity> {
    let spans = sessions.compactMap { session -> (span: Range<Instant>, session: Entity)? in
      guard let timing = session[Timing.self], schedule.occupies(session, timing) else {
        return nil
      }
      return timing.length.flatMap { $0 > .zero ? timing.certain.map { ($0, session) } : nil }
    }.sorted { first, second in
      (first.span.lowerBound, second.span.upperBound)
        < (second.span.lowerBound, first.span.upperBound)
    }
    var blocks: Set<Entity> = []
    for (place, (span, session)) in spans.enumerated() {
      let others = spans[(place + 1)...].prefix(Self.mostParts).prefix {
        $0.span.lowerBound < span.upperBound
      }
      let areInside = others.allSatisfy {
        $0.span.upperBound <= span.upperBound && $0.span != span
      }
      guard others.count > 1, areInside, !schedule.hasSpeakers(session) else { continue }
      let names = [schedule.track(of: session), schedule.name(of: session)]
      let areOfTrack = others.allSatisfy { other in
        schedule.track(of: other.session).map(names.contains) ?? false
      }
      let fills =
        others.first?.span.lowerBound == span.lowerBound
        && others.contains { $0.span.upperBound == span.upperBound }
        && others.allSatisfy { schedule.hasSpeakers($0.session) }
      if areOfTrack || fills { blocks.insert(session) }
    }
    return blocks
  }
}

/// A check for people who speak in overlapping sessions.
///
/// Two mentions denote the same person if they refer to the same record. If no record exists, the
/// names must be equal except for case and accents.
struct DoubleBookings: CheckSystem {
  private struct Speaker: Hashable {
    let record: Entity?
    let foldedName: String
    let name: String

    init(_ reference: ConferenceSchedule.Reference) {
      record = reference.entity
      name = reference.name
      foldedName = record == nil ? name.folded : ""
    }

    static func == (first: Speaker, second: Speaker) -> Bool {
      (first.record, first.foldedName) == (second.record, second.foldedName)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(record)
      hasher.combine(foldedName)
    }
  }

  static let rule = CheckRule(
    .warning, "double-booking", "a speaker has two sessions at the same time")
  let input: CheckInput

  func execute() {
    let speakers = { (session: Entity) in
      schedule.talks(in: session).flatMap { talk in
        schedule.speakers(of: talk).filter { !$0.name.isPlaceholder }.map(Speaker.init)
      }
    }
    forEachClash(of: speakers) { clash in
      report(clash.session, "\(clash.key.name.quoted()) still speaks in \(description(of: clash))")
    }
  }
}

// MARK: Clashes

/// Two overlapping sessions that need the same resource.
private struct Clash<Key> {
  let session: Entity
  let key: Key
  /// The session that ends last among the earlier sessions that need the resource.
  let other: Entity
}

typealias OccupiedTime = (start: Instant, end: Instant, session: Entity)

extension CheckSystem {
  /// Calls a closure for each session that needs a resource while another session occupies it.
  ///
  /// The closure is called once for each such resource. Sessions without a start or an end occupy
  /// nothing.
  ///
  /// - Complexity: O(*m* + *n*) for *m* sessions and *n* needed resources.
  fileprivate func forEachClash<Key: Hashable>(
    of needs: (Entity) -> [Key], found: (Clash<Key>) -> Void
  ) {
    let sessions = input.occupiedTimes
    var taken: [Key: (session: Entity, end: Instant)] = [:]
    // The latest end of all earlier sessions.
    var latest: Instant?
    for (place, (start, end, session)) in sessions.enumerated() {
      if let busy = latest, start < busy {
        latest = max(busy, end)
      } else {
        latest = end
        taken = [:]
        // Compare resources only if the session overlaps with another session.
        if place + 1 == sessions.count || end <= sessions[place + 1].start { continue }
      }
      let needed = needs(session)
      for key in needed.count > 1 ? needed.uniqued : needed {
        let before = taken[key]
        if let before, start < before.end {
          found(Clash(session: session, key: key, other: before.session))
        }
        if before.map({ $0.end < end }) ?? true { taken[key] = (session, end) }
      }
    }
  }

  fileprivate func description<Key>(of clash: Clash<Key>) -> String {
    let clocks = ConferenceClocks(zone: schedule.zone, dayChange: .midnight)
    let start = clash.session[Timing.self]?.start
    let end = clash.other[Timing.self]?.end
    let title = clash.other[Title.self]?.text ?? clash.other[Description.self]?.text
    let name = title.map { "\($0.quoted()) (\(schedule.shownID(of: clash.other)))" }
    return "\(name ?? quotedID(clash.other)) on "
      + "\(start.map(clocks.day(at:))?.iso8601 ?? "") at \(start.map(clocks.clock) ?? ""), "
      + "until \(end.map(clocks.clock) ?? "")"
  }
}

extension ConferenceSchedule {
  /// The sessions that take up their attendees' time, in chronological order.
  ///
  /// Sessions without a known start or end are omitted.
  ///
  /// A sorted group would use memory for each session as long as the group exists.
  var occupiedTimes: [OccupiedTime] {
    var times: [OccupiedTime] = []
    times.reserveCapacity(sessions.count)
    for session in sessions {
      guard let timing = session[Timing.self], let start = timing.start, let end = timing.end,
        occupies(session, timing)
      else { continue }
      times.append((start, end, session))
    }
    times.sort { first, second in
      if (first.start, first.end) != (second.start, second.end) {
        return (first.start, first.end) < (second.start, second.end)
      }
      return (first.session.creationNumber ?? .max) < (second.session.creationNumber ?? .max)
    }
    return times
  }
}
