// Builds the attendee's agenda: planned items, their clashes and walks, and the free time between
// them. `konf agenda`, `konf add`, the schedule news, the exports and the browser use it. An item
// lists a limited number of clashes, so crowded plans need no quadratic memory.

import Basics
package import ECSKit

/// The attendee's starred sessions and appointments, with their clashes and the free time.
///
/// The items are in chronological order.
///
/// An agenda always covers all planned items, so clashes and free time do not depend on the
/// selection. A cancelled session stays on the agenda while it is starred. A session neither
/// clashes with other items nor ends a gap if it is cancelled, lasts a day or more, or is
/// ``Transparent``.
///
///     let agenda = Agenda(of: schedule, in: today, zone: schedule.zone)
///     agenda.shown             // today's planned items
///     agenda.items[0].clashes  // the positions of the items that clash with the first item
///     agenda.gaps              // today's free time between items
package struct Agenda {
  package struct Item {
    /// The session, the appointment, or the cancelled talk.
    package let entity: Entity
    /// The time of the item.
    ///
    /// The value is nil if the time is unknown, or if the item is cancelled and no longer starred.
    package let timing: Timing?
    /// The starred talks of a session.
    ///
    /// If the session itself is starred, the array contains all its visible talks.
    package fileprivate(set) var talks: [Entity]
    /// True if all stars of the item are "maybe".
    package let isMaybe: Bool
    /// True if the item takes up the attendee's time, so that other items may clash with it.
    package let isBusy: Bool
    /// The reason why a ``DayPlan`` chose the item, or nil if no plan chose the item.
    package var choice: DayPlan.Choice? { choices.first }
    /// The walk from the previous item, or nil if there is none.
    package var walk: Walk? {
      guard walkSeconds > 0, let start = timing?.start else { return nil }
      return Walk(
        length: .seconds(walkSeconds), leave: start.advanced(by: .seconds(-Int64(walkSeconds))),
        early: .seconds(missedSeconds))
    }
    // Agendas of thousands of items are copied while they are sorted, so items are small. `choices`
    // has at most one element: an array takes less space than an optional.
    private let choices: [DayPlan.Choice]
    fileprivate var walkSeconds: Int32 = 0
    fileprivate var missedSeconds: Int32 = 0
    /// The positions of clashing items, in ascending order.
    package var clashes: [Int] { clashPlaces.map { Int($0) } }
    // In the worst case, each item has many clashes. Therefore, positions are stored as 32-bit
    // integers.
    fileprivate var clashPlaces: [UInt32] = []

    init(
      entity: Entity, timing: Timing?, talks: [Entity], isMaybe: Bool, isBusy: Bool,
      choice: DayPlan.Choice? = nil
    ) {
      self.entity = entity
      self.timing = timing
      self.talks = talks
      self.isMaybe = isMaybe
      self.isBusy = isBusy
      choices = choice.map { [$0] } ?? []
    }

    /// Returns true if two items overlap.
    ///
    /// Two items can clash without overlapping, because of the walk between them.
    package func overlaps(_ other: Item) -> Bool {
      guard let span = timing?.certain, let otherSpan = other.timing?.certain else { return false }
      return span.overlaps(otherSpan)
    }

    package var isCancelled: Bool { entity.has(CancelledTalk.self) }
    package var isAppointment: Bool { entity.has(Appointment.self) }
  }

  package struct Walk {
    package let length: Duration
    /// The latest time to leave.
    package let leave: Instant
    /// The duration that the attendee misses at the end of the previous item, or zero.
    package let early: Duration
  }

  /// A period of free time that excludes the walk to the next item.
  ///
  /// An item that is only a "maybe" counts as free time. An item with an unknown end counts as busy
  /// until a later item begins, or until the day ends.
  package struct Gap: Equatable {
    package let start: Instant
    package let end: Instant
    package var length: Duration { start.duration(to: end) }
  }

  /// A session that fits into a gap.
  package struct Suggestion {
    package let session: Entity
    package let reason: DayPlan.Reason
    /// The name of the speaker or track shared with a starred talk.
    package let name: String
  }

  /// All planned items in chronological order, followed by the items without a time.
  package let items: [Item]
  /// The planned items in the selected part of the schedule, in the same order.
  package let shown: [Item]
  /// The selected gaps between items of the same day, in chronological order.
  ///
  /// If the selection restricts anything except times and stars, the list is empty.
  package let gaps: [Gap]
  /// The gaps between items of the same day, for the whole agenda.
  private let wholeGaps: [Gap]
  let schedule: ConferenceSchedule
  private let selection: Selection
  private let zone: Zone

  /// Creates the agenda of a schedule.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the total number of starred talks, starred sessions
  ///   and appointments.
  package init(of schedule: ConferenceSchedule, in selection: Selection, zone: Zone) {
    self.init(
      Self.sessions(schedule) + Self.appointments(schedule) + Self.cancelled(schedule),
      of: schedule, in: selection, zone: zone)
  }

  init(_ items: [Item], of schedule: ConferenceSchedule, in selection: Selection, zone: Zone) {
    self.schedule = schedule
    self.selection = selection
    self.zone = zone
    var items = items.enumerated().sorted { first, second in
      switch (first.element.timing, second.element.timing) {
      case (let one?, let other?) where one < other || other < one: return one < other
      case (.some, nil): return true
      case (nil, .some): return false
      default: return first.offset < second.offset
      }
    }.map(\.element)
    Self.findClashes(in: &items, of: schedule)
    let change = schedule.dayChange(in: zone)
    func day(_ moment: Instant) -> CivilDate { zone.day(at: moment, changingAt: change) }
    if !schedule.walks.isEmpty { Self.findWalks(in: &items, of: schedule, day) }
    self.items = items
    shown = selection.isLimited ? items.compactMap { $0.part(in: selection) } : items
    wholeGaps = Self.gaps(between: items, day: day)
    gaps = selection.asksForTalks ? [] : wholeGaps.filter { selection.overlaps($0.start..<$0.end) }
  }

  static func sessions(_ schedule: ConferenceSchedule) -> [Item] {
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
        isMaybe: stars.allSatisfy(\.isMaybe),
        isBusy: schedule.occupies(session, session[Timing.self]))
    }
  }

  static func appointments(_ schedule: ConferenceSchedule) -> [Item] {
    schedule.appointments.map { entity in
      let timing = entity[Appointment.self]?.timing
      return Item(
        entity: entity, timing: timing, talks: [], isMaybe: false,
        isBusy: schedule.occupies(entity, timing))
    }
  }

  private static func cancelled(_ schedule: ConferenceSchedule) -> [Item] {
    schedule.cancelled.compactMap { entity in
      guard let talk = entity[CancelledTalk.self] else { return nil }
      let star = entity[Star.self]
      return Item(
        entity: entity, timing: star == nil ? nil : talk.timing, talks: [],
        isMaybe: star?.isMaybe ?? false, isBusy: false)
    }
  }

  /// The maximum number of clashes recorded for an item, to limit memory.
  private static let mostClashes = 32

  /// Records the clashes among items.
  ///
  /// The items must be sorted by time. Two items clash if they overlap, or if the walk between them
  /// does not fit; see ``Stay``.
  private static func findClashes(in items: inout [Item], of schedule: ConferenceSchedule) {
    let (stays, walks) = (items.map { $0.isBusy ? $0.stay(in: schedule) : nil }, schedule.walks)
    func isOver(_ place: Int, at start: Int64) -> Bool {
      stays[place].map { $0.end + walks.mostSeconds <= start } ?? true
    }
    // `all` starts at the first item that has not ended. `open` contains the items that have not
    // ended and are below the limit.
    var all = ArraySlice<Int>()
    var open: [Int] = []
    for place in items.indices {
      guard let stay = stays[place] else { continue }
      while let first = all.first, isOver(first, at: stay.start) { all.removeFirst() }
      open.removeAll { isOver($0, at: stay.start) }
      func note(_ other: Int) {
        guard let earlier = stays[other], earlier.clashes(with: stay, walks) else { return }
        items[other].clashPlaces.append(UInt32(place))
        items[place].clashPlaces.append(UInt32(other))
      }
      // At least one clash is recorded for every overlapping item, even if the other item has
      // reached the limit.
      if let first = all.first, open.first != first { note(first) }
      for other in open { note(other) }
      open.append(place)
      open.removeAll { items[$0].clashPlaces.count >= mostClashes }
      all.append(place)
    }
  }

  /// Records the walk to each item from the previous item on the same day.
  ///
  /// The previous item is the last item to end before the item begins.
  private static func findWalks(
    in items: inout [Item], of schedule: ConferenceSchedule, _ day: (Instant) -> CivilDate
  ) {
    let stays = items.filter(\.endsHoles).compactMap { $0.stay(in: schedule) }
      .sorted { ($0.end, $0.start) < ($1.end, $1.start) }
    for place in items.indices where items[place].isBusy {
      guard let stay = items[place].stay(in: schedule),
        let start = items[place].timing?.start,
        let previous = stays[..<stays.partitioningIndex { stay.start < $0.end }].last
      else { continue }
      let seconds = schedule.walks.seconds(between: previous.place, and: stay.place)
      let end = Instant(secondsSince1970: previous.last)
      if seconds == 0 || day(end) != day(start) { continue }
      let free = end.duration(to: start).components.seconds
      items[place].walkSeconds = Int32(seconds)
      items[place].missedSeconds = Int32(max(0, seconds - free))
    }
  }

  /// An item of the agenda with its time in another version of the schedule.
  package struct Moved {
    /// The position of the item in ``Agenda/items``.
    package let item: Int
    package let timing: Timing

    package init(item: Int, timing: Timing) {
      self.item = item
      self.timing = timing
    }
  }

  /// Returns the pairs of items that clash at their new times but not at their current times.
  ///
  /// - Parameter moved: Items with their new times.
  /// - Returns: The positions of the two items in each pair, sorted by their new times.
  /// - Complexity: O(*n* log *n*), where *n* is the number of items.
  package func newClashes(_ moved: [Moved]) -> [(Int, Int)] {
    let inOrder = moved.sorted { $0.timing < $1.timing }
    var others = inOrder.map { moved in
      let entity = items[moved.item].entity
      return Item(
        entity: entity, timing: moved.timing, talks: [], isMaybe: false,
        isBusy: schedule.occupies(entity, moved.timing))
    }
    Self.findClashes(in: &others, of: schedule)
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
        let leave = item.walk?.leave ?? start
        if end < leave { gaps.append(Gap(start: end, end: leave)) }
      }
      busy.add(timing)
    }
    return gaps
  }

  package var walks: [Entity: Walk] {
    Dictionary(
      items.compactMap { item in item.walk.map { (item.entity, $0) } }, uniquingKeysWith: { $1 })
  }

  /// Returns all free time of the conference.
  ///
  /// The result includes the time before, between and after the items of a day.
  ///
  /// A day without items is a single gap. A day begins with its first selected session and ends
  /// with its last selected session. An item with an unknown end is not followed by a gap.
  ///
  /// - Parameter selection: The part of the schedule whose sessions begin and end the days.
  /// - Returns: The gaps, in chronological order.
  /// - Complexity: O(*n* + *d* · *m*), where *n* is the number of sessions, *d* the number of days
  ///   and *m* the number of items.
  package func allGaps(in selection: Selection) -> [Gap] {
    let change = schedule.dayChange(in: zone)
    let planned = items.filter(\.endsHoles).compactMap(\.timing)
    var found = wholeGaps
    for day in schedule.days(in: zone) {
      let range = zone.day(day, changingAt: change)
      let timings = schedule.sessions(listedIn: range).filter {
        selection.contains(session: $0) && !schedule.isFiller($0)
          && schedule.occupies($0, $0[Timing.self])
      }.compactMap { $0[Timing.self] }
      guard let opening = timings.compactMap(\.start).min(),
        let last = timings.map(\.last).max()
      else { continue }
      let later = planned.filter { range.upperBound <= $0.listed }.compactMap(\.certain?.lowerBound)
      let closing = min(last, range.upperBound, later.min() ?? last)
      let formerEnd = planned.filter { $0.listed < range.lowerBound }.map(\.last).max()
      let floor = formerEnd ?? opening
      let ofDay = planned.filter { range.contains($0.listed) }
      var busy = BusyTime()
      for timing in ofDay { busy.add(timing) }
      if let first = ofDay.first {
        // If an item of an earlier day ends on this day, `wholeGaps` already has the gap after it.
        if let start = first.start, formerEnd.map({ $0 < range.lowerBound }) ?? true {
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
}

extension Agenda.Item {
  /// True if no free time can continue through the item.
  ///
  /// Free time continues through a "maybe", unless a plan chose the item.
  fileprivate var endsHoles: Bool { isBusy && (choice != nil || !isMaybe) }

  /// Returns the stay of the item, or nil if its time is unknown.
  func stay(in schedule: ConferenceSchedule) -> Stay? {
    schedule.stay(at: entity, timing, isStarred: !isMaybe && !isAppointment)
  }

  /// Returns the item reduced to its selected talks, or nil if the item is not selected.
  fileprivate func part(in selection: Selection) -> Agenda.Item? {
    if let appointment = entity[Appointment.self] {
      return selection.contains(appointment) ? self : nil
    }
    if let talk = entity[CancelledTalk.self] { return selection.contains(talk) ? self : nil }
    guard selection.contains(session: entity) else { return nil }
    var part = self
    part.talks = talks.filter(selection.contains(talk:))
    // A session that is not starred itself is an item only because of its starred talks.
    let isItself = entity.has(Star.self) || talks.isEmpty
    return isItself || !part.talks.isEmpty ? part : nil
  }
}

/// A busy period that grows as items are added in chronological order.
private struct BusyTime {
  private var end: Instant?
  /// The start of the latest item without a known end.
  private var open: Instant?

  /// Returns the end of the busy time, or nil if that end is unknown or not before `start`.
  ///
  /// After an item with an unknown end, the end of the busy time is unknown until a later item
  /// begins.
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
