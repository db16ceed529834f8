package import ECSKit

/// The attendee's plan: starred sessions and appointments in order of time, the clashes among them,
/// and the free time between them.
///
/// An agenda always knows the whole plan, so that clashes and free time do not depend on the part
/// that is shown. A starred session that was cancelled keeps its time as long as it is starred; it
/// overlaps with nothing and ends no gap.
///
///     let agenda = Agenda(of: schedule, in: today, zone: schedule.zone)
///     agenda.shown             // what is planned today
///     agenda.items[0].clashes  // the items that overlap with the first of all
///     agenda.gaps              // today's time between two items of a day
package struct Agenda {
  /// A session or an appointment.
  package struct Item {
    /// The entity of the session or of the appointment.
    package let entity: Entity
    /// When it is; nil for a session whose time is unknown.
    package let timing: Timing?
    /// The starred talks of a session, also all talks of a starred one.
    package fileprivate(set) var talks: [Entity]
    /// Whether it may be passed by.
    package let isMaybe: Bool
    /// The positions of the items that overlap with it, in their order.
    package fileprivate(set) var clashes: [Int] = []

    /// Whether it is no longer in the schedule.
    package var isCancelled: Bool { entity.has(CancelledTalk.self) }
    /// Whether it is an appointment.
    package var isAppointment: Bool { entity.has(Appointment.self) }
  }

  /// A time in which nothing is planned.
  ///
  /// Items that are only starred as maybe end no gap. An item without a known end takes until a
  /// later one begins, or until the day ends.
  package struct Gap: Equatable {
    /// When it begins, such as at the end of an item.
    package let start: Instant
    /// When it ends, such as at the start of another item.
    package let end: Instant
    /// How long it is.
    package var length: Duration { start.duration(to: end) }
  }

  /// A session that fits into a gap.
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

  /// All that is planned, in the order of time; a session without a time comes last.
  package let items: [Item]
  /// The planned items in the selected part of the schedule, in the same order.
  package let shown: [Item]
  /// The times of that part between two items of a day, in their order; none if talks are selected
  /// by their content.
  package let gaps: [Gap]
  /// The times between two items of a day, of the whole agenda.
  private let wholeGaps: [Gap]
  private let schedule: ConferenceSchedule
  private let selection: Selection
  private let zone: Zone

  /// Lays an agenda out.
  ///
  /// - Parameters:
  ///   - schedule: The schedule.
  ///   - selection: The part of the schedule that is of interest.
  ///   - zone: The zone whose clocks divide the days.
  /// - Complexity: O(*n* log *n*), where *n* is the number of starred talks and sessions and
  ///   appointments.
  package init(of schedule: ConferenceSchedule, in selection: Selection, zone: Zone) {
    self.schedule = schedule
    self.selection = selection
    self.zone = zone
    var items =
      Self.sessions(schedule) + Self.appointments(schedule) + Self.cancelled(schedule)
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
    shown = selection.isLimited ? items.compactMap { $0.part(in: selection) } : items
    let change = schedule.dayChange(in: zone)
    wholeGaps = Self.gaps(between: items) { zone.day(at: $0, changingAt: change) }
    gaps = selection.asksForTalks ? [] : wholeGaps.filter { selection.overlaps($0.start..<$0.end) }
  }

  private static func sessions(_ schedule: ConferenceSchedule) -> [Item] {
    let sessions = Set(
      schedule.starred.compactMap { entity in
        schedule.sessions.contains(entity) ? entity : schedule.session(of: entity)
      })
    return sessions.inCreationOrder.compactMap { session in
      let talks = schedule.talks(in: session).filter {
        schedule.star(of: $0) != nil && !schedule.isHidden($0)
      }
      let stars = talks.compactMap(schedule.star(of:)) + [session[Star.self]].compactMap(\.self)
      guard !stars.isEmpty else { return nil }
      return Item(
        entity: session, timing: session[Timing.self], talks: talks,
        isMaybe: stars.allSatisfy(\.isMaybe))
    }
  }

  private static func appointments(_ schedule: ConferenceSchedule) -> [Item] {
    schedule.appointments.map { entity in
      Item(entity: entity, timing: entity[Appointment.self]?.timing, talks: [], isMaybe: false)
    }
  }

  private static func cancelled(_ schedule: ConferenceSchedule) -> [Item] {
    schedule.cancelled.compactMap { entity in
      guard let talk = entity[CancelledTalk.self] else { return nil }
      let star = entity[Star.self]
      return Item(
        entity: entity, timing: star == nil ? nil : talk.timing, talks: [],
        isMaybe: star?.isMaybe ?? false)
    }
  }

  /// From how many clashes on an item is in no more pairs, so that many that overlap do not exhaust the memory.
  private static let mostClashes = 32

  /// Finds the clashes among items in the order of time.
  private static func findClashes(in items: inout [Item]) {
    let spans = items.map { $0.isCancelled ? nil : $0.timing?.certain }
    func isOver(_ place: Int, at start: Instant) -> Bool {
      spans[place].map { $0.upperBound <= start } ?? true
    }
    // What has not ended: of all the first, and those that may be in more pairs.
    var all = ArraySlice<Int>()
    var open: [Int] = []
    for place in items.indices {
      guard let start = spans[place]?.lowerBound else { continue }
      while let first = all.first, isOver(first, at: start) { all.removeFirst() }
      open.removeAll { isOver($0, at: start) }
      func note(_ other: Int) {
        items[other].clashes.append(place)
        items[place].clashes.append(other)
      }
      // Each item is in one pair at least.
      if let first = all.first, open.first != first { note(first) }
      for other in open { note(other) }
      open.append(place)
      open.removeAll { items[$0].clashes.count >= mostClashes }
      all.append(place)
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
  /// - Complexity: O(*n* log *n*).
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

  private static func gaps(between items: [Item], day: (Instant) -> CivilDate) -> [Gap] {
    var gaps: [Gap] = []
    var busy = BusyTime()
    for item in items where item.endsHoles {
      guard let timing = item.timing else { continue }
      if let start = timing.start, let end = busy.end(before: start), day(end) == day(start) {
        gaps.append(Gap(start: end, end: start))
      }
      busy.add(timing)
    }
    return gaps
  }

  /// Returns the gaps with those before the first and after the last item of each day of the
  /// conference, and with whole days on which nothing is planned.
  ///
  /// They begin and end with the sessions of the day. There is no gap after an item without a
  /// known end.
  ///
  /// - Parameter selection: The part of the schedule whose sessions begin and end the days.
  /// - Returns: The gaps, in their order.
  /// - Complexity: O(*n* + *d* · *m*), where *n* is the number of sessions, *d* that of days and *m* that
  ///   of items.
  package func allGaps(in selection: Selection) -> [Gap] {
    let change = schedule.dayChange(in: zone)
    let planned = items.filter(\.endsHoles).compactMap(\.timing)
    var found = wholeGaps
    for day in schedule.days(in: zone) {
      let range = zone.day(day, changingAt: change)
      let timings = schedule.sessions(listedIn: range).filter {
        selection.contains(session: $0) && !schedule.isFiller($0)
      }.compactMap { $0[Timing.self] }
      guard let opening = timings.compactMap(\.start).min(),
        let last = timings.map(\.last).max()
      else { continue }
      let later = planned.filter { range.upperBound <= $0.listed }.compactMap(\.certain?.lowerBound)
      let closing = min(last, range.upperBound, later.min() ?? last)
      let floor = planned.filter { $0.listed < range.lowerBound }.map(\.last).max() ?? opening
      let ofDay = planned.filter { range.contains($0.listed) }
      var busy = BusyTime()
      for timing in ofDay { busy.add(timing) }
      if let first = ofDay.first {
        // A session that ends after midnight ends within this day, so the time after it is a gap,
        // too.
        if let start = first.start, floor <= max(opening, range.lowerBound) {
          found.append(Gap(start: opening, end: start))
        }
        if let end = busy.end(before: closing) {
          found.append(Gap(start: max(end, floor), end: closing))
        }
      } else {
        found.append(Gap(start: max(opening, floor), end: closing))
      }
    }
    return found.filter { gap in
      gap.start < gap.end && self.selection.overlaps(gap.start..<gap.end)
    }.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  /// Returns sessions that fit into a gap, spread over it, in the order of time.
  ///
  /// A session of a speaker who is starred is better than one of a starred track. Sessions that
  /// have begun, or overlap with anything planned, even a maybe, are not proposed.
  ///
  /// - Parameters:
  ///   - gap: A gap of the agenda.
  ///   - selection: The part of the schedule that is of interest.
  ///   - now: The present moment; nil if it does not matter.
  ///   - limit: The most sessions to return.
  /// - Returns: Sessions that begin and end in the gap, none of them on the agenda.
  /// - Complexity: O(*k* · *m*), where *k* is the number of sessions in the gap and *m* that of items.
  package func suggestions(
    for gap: Gap, in selection: Selection, after now: Instant? = nil, upTo limit: Int = .max
  ) -> [Suggestion] {
    let talks = items.flatMap(\.talks)
    let speakers = Set(talks.flatMap { $0[SpeakerNames.self]?.names ?? [] })
    let tracks = Set(talks.compactMap(schedule.track(of:)))
    let planned = items.filter { !$0.isCancelled }.compactMap(\.timing?.certain)
    let found = schedule.sessions(listedIn: gap.start..<gap.end).compactMap {
      session -> Suggestion? in
      guard let timing = session[Timing.self], let span = timing.certain, let start = timing.start,
        let end = timing.end, end <= gap.end, now.map({ $0 <= start }) ?? true,
        !schedule.isStarred(session), selection.contains(session: session),
        !schedule.isFiller(session), !planned.contains(where: span.overlaps)
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
    return Self.spread(found, over: gap, upTo: limit)
  }

  /// Chooses among suggestions in the order of time: the best of each of as many parts of a gap,
  /// then the best of the others.
  private static func spread(
    _ found: [Suggestion], over gap: Gap, upTo limit: Int
  ) -> [Suggestion] {
    guard limit < found.count else { return found }
    func part(_ suggestion: Suggestion) -> Int {
      let start = suggestion.session[Timing.self]?.start ?? gap.start
      let all = gap.end.secondsSince1970 - gap.start.secondsSince1970
      return Int(
        (start.secondsSince1970 - gap.start.secondsSince1970) * Int64(limit) / max(1, all))
    }
    let best =
      found.indices.filter { found[$0].reason == .speaker }
      + found.indices.filter { found[$0].reason == .track }
    var chosen: Set<Int> = []
    for number in 0..<limit {
      if let first = best.first(where: { part(found[$0]) == number }) { chosen.insert(first) }
    }
    for index in best where chosen.count < limit { chosen.insert(index) }
    return chosen.sorted().map { found[$0] }
  }
}

extension Agenda.Item {
  /// Whether no time is free while it lasts.
  fileprivate var endsHoles: Bool { !isMaybe && !isCancelled }

  /// The item with those of its talks that belong to a part of the schedule; nil if it does not.
  fileprivate func part(in selection: Selection) -> Agenda.Item? {
    if let appointment = entity[Appointment.self] {
      return selection.contains(appointment) ? self : nil
    }
    if let talk = entity[CancelledTalk.self] { return selection.contains(talk) ? self : nil }
    guard selection.contains(session: entity) else { return nil }
    var part = self
    part.talks = talks.filter(selection.contains(talk:))
    return part
  }
}

/// The time at which the last of some items ends; items are added in the order of time.
private struct BusyTime {
  private var end: Instant?
  /// The start of an item without a known end.
  private var open: Instant?

  /// The end of all items, if it is known and before the start of another one.
  ///
  /// An item that begins later than one without a known end shows that the latter is over, but not
  /// since when.
  func end(before start: Instant) -> Instant? {
    guard open == nil, let end, end < start else { return nil }
    return end
  }

  mutating func add(_ timing: Timing) {
    if let start = timing.start {
      if let since = open, since < start { open = nil }
      if timing.end == nil { open = start }
    }
    end = max(end ?? timing.last, timing.last)
  }
}
