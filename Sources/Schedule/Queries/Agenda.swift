package import ECSKit

/// What somebody has planned: starred sessions and appointments in the order of time, what of it
/// happens at the same time, and the time between.
///
/// What is starred and was cancelled has its time as long as it is starred; it overlaps with nothing and
/// ends no hole.
///
///     let agenda = Agenda(of: schedule, in: .all, zone: schedule.zone)
///     agenda.items[0].clashes  // the items that overlap with the first
///     agenda.holes             // from the end of one item to the start of the next of that day
package struct Agenda {
  /// A session or an appointment.
  package struct Item {
    /// The entity of the session or of the appointment.
    package let entity: Entity
    /// When it is; nil for a session of which nothing is known.
    package let timing: Timing?
    /// The starred talks of a session, also all talks of a starred one.
    package let talks: [Entity]
    /// Whether it may be passed by.
    package let isMaybe: Bool
    /// The positions of the items that overlap with it, in their order.
    package fileprivate(set) var clashes: [Int] = []

    /// Whether it is no longer in the schedule.
    package var isCancelled: Bool { entity.has(CancelledTalk.self) }
    /// Whether it is an appointment.
    package var isAppointment: Bool { entity.has(Appointment.self) }
  }

  /// A time in which nothing is planned, between two items of a day.
  ///
  /// What may be passed by ends no hole.
  package struct Hole: Equatable {
    /// When it begins, the end of an item.
    package let start: Instant
    /// When it ends, the start of another item.
    package let end: Instant
  }

  /// A session that fits into a hole.
  package struct Suggestion {
    /// Why a session may be of interest.
    package enum Reason: String {
      /// One of its speakers has a starred talk.
      case speaker
      /// It is of the track of a starred talk.
      case track
    }

    /// The session.
    package let session: Entity
    /// Why it may be of interest.
    package let reason: Reason
    /// The person or the track that it is about.
    package let name: String
  }

  /// Sessions and appointments in the order of time; a session without a time comes last.
  package let items: [Item]
  /// The times between them, in their order.
  package let holes: [Hole]
  private let schedule: ConferenceSchedule

  /// Lays an agenda out.
  ///
  /// - Parameters:
  ///   - schedule: The schedule.
  ///   - selection: The part of the schedule that is of interest.
  ///   - zone: The zone whose clocks divide the days.
  /// - Complexity: O(*n* log *n* + *c*), where *n* is the number of starred talks and sessions and
  ///   appointments, and *c* that of pairs that overlap.
  package init(of schedule: ConferenceSchedule, in selection: Selection, zone: Zone) {
    self.schedule = schedule
    var items =
      Self.sessions(schedule, selection) + Self.appointments(schedule, selection)
      + Self.cancelled(schedule, selection)
    items = items.enumerated().sorted { first, second in
      switch (first.element.timing, second.element.timing) {
      case (let one?, let other?) where one < other || other < one: return one < other
      case (.some, nil): return true
      case (nil, .some): return false
      default: return first.offset < second.offset
      }
    }.map(\.element)
    Self.findClashes(in: &items)
    self.items = items
    let change = schedule.dayChange(in: zone)
    holes = Self.holes(between: items) { zone.day(at: $0, changingAt: change) }
  }

  private static func sessions(_ schedule: ConferenceSchedule, _ selection: Selection) -> [Item] {
    let sessions = Set(
      schedule.starred.compactMap { entity in
        schedule.sessions.contains(entity) ? entity : schedule.session(of: entity)
      })
    let found = sessions.filter(selection.contains(session:)).inCreationOrder
    return found.compactMap { session in
      let talks = schedule.talks(in: session).filter {
        schedule.star(of: $0) != nil && selection.contains(talk: $0)
      }
      let stars = talks.compactMap(schedule.star(of:)) + [session[Star.self]].compactMap(\.self)
      guard !stars.isEmpty else { return nil }
      return Item(
        entity: session, timing: session[Timing.self], talks: talks,
        isMaybe: stars.allSatisfy(\.isMaybe))
    }
  }

  private static func appointments(
    _ schedule: ConferenceSchedule, _ selection: Selection
  ) -> [Item] {
    schedule.appointments.compactMap { entity in
      guard let appointment = entity[Appointment.self], selection.contains(appointment) else {
        return nil
      }
      return Item(entity: entity, timing: appointment.timing, talks: [], isMaybe: false)
    }
  }

  private static func cancelled(
    _ schedule: ConferenceSchedule, _ selection: Selection
  ) -> [Item] {
    schedule.cancelled.compactMap { entity in
      guard let talk = entity[CancelledTalk.self], selection.contains(talk),
        entity.has(Star.self) || entity.has(Note.self) || entity.has(Hidden.self)
      else { return nil }
      let star = entity[Star.self]
      return Item(
        entity: entity, timing: star == nil ? nil : talk.timing, talks: [],
        isMaybe: star?.isMaybe ?? false)
    }
  }

  /// Finds what overlaps, among items in the order of time.
  private static func findClashes(in items: inout [Item]) {
    var open: [Int] = []
    for place in items.indices where !items[place].isCancelled {
      guard let start = items[place].timing?.start, let end = items[place].timing?.end,
        start < end
      else { continue }
      open.removeAll { other in items[other].timing?.end.map { $0 <= start } ?? true }
      for other in open {
        items[other].clashes.append(place)
        items[place].clashes.append(other)
      }
      open.append(place)
    }
  }

  /// An item of the agenda, and when it is in another version of the schedule.
  package struct Moved {
    /// The position of the item.
    package let item: Int
    /// When it is then.
    package let timing: Timing

    /// Creates the new time of an item.
    package init(item: Int, timing: Timing) {
      self.item = item
      self.timing = timing
    }
  }

  /// Returns the items that overlap at other times, and do not now.
  ///
  /// - Parameter moved: Items with their other times.
  /// - Returns: The positions of the two items of each pair, the first to begin first.
  /// - Complexity: O(*n* log *n* + *c*), where *c* is the number of pairs that overlap then.
  package func newClashes(_ moved: [Moved]) -> [(Int, Int)] {
    let inOrder = moved.sorted { $0.timing < $1.timing }
    var others = inOrder.map { moved in
      Item(entity: items[moved.item].entity, timing: moved.timing, talks: [], isMaybe: false)
    }
    Self.findClashes(in: &others)
    return others.indices.flatMap { one in
      others[one].clashes.filter { one < $0 }.map { (inOrder[one].item, inOrder[$0].item) }
    }.filter { !items[$0].clashes.contains($1) }
  }

  private static func holes(
    between items: [Item], day: (Instant) -> CivilDate
  ) -> [Hole] {
    var holes: [Hole] = []
    var end: Instant?
    for item in items where !item.isMaybe && !item.isCancelled {
      guard let timing = item.timing, let start = timing.start else { continue }
      if let end, end < start, day(end) == day(start) { holes.append(Hole(start: end, end: start)) }
      end = max(end ?? timing.last, timing.last)
    }
    return holes
  }

  /// Returns sessions that fit into a hole: of starred speakers first, then of the tracks of starred
  /// talks, each in the order of time.
  ///
  /// - Parameters:
  ///   - hole: A hole of the agenda.
  ///   - selection: The part of the schedule that is of interest.
  /// - Returns: Sessions that begin and end in the hole, none of them on the agenda.
  /// - Complexity: O(*k* + *m*), where *k* is the number of sessions in the hole and *m* that of starred
  ///   talks.
  package func suggestions(for hole: Hole, in selection: Selection) -> [Suggestion] {
    let talks = items.flatMap(\.talks)
    let speakers = Set(talks.flatMap { $0[SpeakerNames.self]?.names ?? [] })
    let tracks = Set(talks.compactMap(schedule.track(of:)))
    let found = schedule.sessions(listedIn: hole.start..<hole.end).compactMap {
      session -> Suggestion? in
      guard let end = session[Timing.self]?.end, end <= hole.end, !schedule.isStarred(session),
        selection.contains(session: session), !schedule.isFiller(session)
      else { return nil }
      let talks = schedule.talks(in: session).filter(selection.contains(talk:))
      let names = talks.flatMap { $0[SpeakerNames.self]?.names ?? [] }
      if let name = names.first(where: speakers.contains) {
        return Suggestion(session: session, reason: .speaker, name: name)
      }
      return talks.compactMap(schedule.track(of:)).first(where: tracks.contains).map {
        Suggestion(session: session, reason: .track, name: $0)
      }
    }
    return found.filter { $0.reason == .speaker } + found.filter { $0.reason == .track }
  }
}
