import Basics
import ECSKit
import ECSStore
import Schedule

/// Log entries that list the events that each version of a schedule changed.
///
/// Devices do not exchange versions of schedules, but they exchange these entries. So synced
/// devices compute the same `SEQUENCE` number for an event. Each entry has a greater number than
/// all earlier entries, even if the clock was set back.
enum EventChanges {
  static let kind = "events"
  /// The value of an entry that stands for all events.
  private static let everything = "*"
  /// The maximum number of events that an entry lists individually.
  ///
  /// If more events changed, the entry stands for all events.
  private static let most = 5_000

  /// Returns the number for a change that is made at a given time.
  ///
  /// The result is the number of seconds since the start of 2020. For times before November 2020,
  /// it is the number of minutes since 1970, which is greater. Earlier versions of konf always used
  /// the minutes, and a number must never decrease. The result fits into 31 bits until 2088.
  static func number(at secondsSince1970: Int64) -> Int64 {
    // A damaged line, or a line from another program, may contain any time.
    let seconds = min(max(secondsSince1970, 0), firstSecond + greatest)
    return max(seconds / 60, seconds - firstSecond)
  }

  /// The start of 2020, in seconds since 1970.
  private static let firstSecond: Int64 = 1_577_836_800
  /// The greatest integer that a calendar can contain.
  static let greatest = Int64(Int32.max)

  struct Change {
    let number: Int64
    /// The version that changed the events.
    ///
    /// The value is nil if the entry stands for all earlier versions.
    let version: String?
    let former: String?
    /// The keys of the changed events, or nil if all events changed.
    let keys: [Substring]?

    /// Creates a change from a log entry, or returns nil if the entry does not list the events of
    /// the given calendar.
    init?(_ entry: LogEntry, of calendar: String) {
      let change = entry.change
      guard change.kind == EventChanges.kind, change.name == calendar, change.version == 1,
        let number = Int64(change.target), 0...EventChanges.greatest ~= number
      else { return nil }
      self.number = number
      version = change.details.first
      former = change.details.dropFirst().first
      keys = change.value == everything ? nil : change.value.split(separator: " ")
    }
  }

  /// Returns the key of an event: eight digits of the checksum of its identifier in calendars.
  ///
  /// If two events have the same key, their numbers are higher than necessary, but still valid.
  static func key(_ id: String) -> Substring {
    Hexadecimal.digits(of: AttachedFiles.checksum(of: Array(id.utf8)), count: 16).prefix(8)
  }

  /// Returns the number for the time at which a schedule was last saved.
  ///
  /// konf uses this number if the log has no list of changed events.
  static func base(_ name: String, _ entries: [LogEntry]) -> Int64 {
    number(
      at: entries.lazy.filter {
        $0.change.kind == SavedSchedule.storedName && $0.change.target == name
      }.map(\.time).max() ?? 0)
  }

  /// Returns the entries to write when a version is saved, or an empty array if no event changed.
  ///
  /// If the identifiers of the changed events are nil, all events may have changed.
  static func changes(
    with schedule: SavedSchedule, _ calendar: String, in scope: String,
    after former: SavedSchedule?, ids: [String]?, _ entries: [LogEntry], at now: Instant
  ) -> [LogChange] {
    if ids?.isEmpty ?? false { return [] }
    let known = entries.compactMap { Change($0, of: calendar) }
    let last = known.max { $0.number < $1.number }
    if isKnown(schedule, after: former, known) { return [] }
    func change(_ number: Int64, _ versions: [String], _ ids: [String]?) -> LogChange {
      let keys = ids.flatMap { $0.count <= most ? $0.map(key).joined(separator: " ") : nil }
      return LogChange(
        scope: scope, kind: kind, target: "\(number)", name: calendar, details: versions,
        value: keys ?? everything)
    }
    var lines: [LogChange] = []
    var least = (last?.number ?? -1) + 1
    if last == nil, former != nil {
      let base = base(schedule.name, entries)
      lines.append(change(base, [], nil))
      least = base + 1
    }
    let versions = [schedule, former].map { $0?.stored.text ?? "" }
    return lines + [change(max(least, number(at: now.secondsSince1970)), versions, ids)]
  }

  /// Returns true if the log already lists the changes from one version to the next.
  ///
  /// Another device may have written such entries, or this device before the user removed the
  /// schedule.
  private static func isKnown(
    _ schedule: SavedSchedule, after former: SavedSchedule?, _ known: [Change]
  ) -> Bool {
    var version: String? = schedule.stored.text
    guard let former = former?.stored.text else { return known.last?.version == version }
    for change in known.reversed() {
      guard version != former, change.version == version else { break }
      version = change.former
    }
    return version == former
  }
}

extension VersionChange {
  /// Returns the identifiers in calendars of the events that the newer version adds, changes or
  /// removes.
  ///
  /// - Complexity: O(*n*) expected in the number of sessions and the length of their text.
  func changedEvents(_ former: EventIDs, _ next: EventIDs) -> [String] {
    let (older, newer) = (older.schedule, newer.schedule)
    var rest = Dictionary(
      older.sessions.map { (former.id(of: older.id(of: $0)), $0) }, uniquingKeysWith: { $1 })
    var changed: [String] = []
    for session in newer.sessions {
      let id = next.id(of: newer.id(of: session))
      let known = rest.removeValue(forKey: id)
      if known.map({ EventFacts($0, in: older) }) != EventFacts(session, in: newer) {
        changed.append(id)
      }
    }
    return changed + rest.keys.sorted()
  }
}

/// The facts that the calendar event of a session shows.
private struct EventFacts: Equatable {
  private struct Text: Equatable {
    let title: String
    let subtitle: String?
    let speakers: [String]?
    let tracks: [String]
    let abstract: String?

    init(_ talk: Entity, in schedule: ConferenceSchedule) {
      title = schedule.name(of: talk)
      subtitle = talk[Subtitle.self]?.text
      speakers = talk[SpeakerNames.self]?.names
      tracks = schedule.trackNames(of: talk)
      abstract = talk[Abstract.self]?.text
    }
  }

  private let timing: Timing?
  private let isFloating: Bool
  private let locations: [String]
  private let isTransparent: Bool
  private let page: String?
  private let texts: [Text]

  init(_ session: Entity, in schedule: ConferenceSchedule) {
    timing = schedule.timing(of: session)
    isFloating = schedule.zone.isFloating
    locations = schedule.locationNames(of: session)
    isTransparent = session.has(Transparent.self)
    page = session[WebLinks.self]?.links.firstNonNil(\.webAddress)
    let talks = schedule.talks(in: session).filter { $0 != session }
    texts = ([session] + talks).map { Text($0, in: schedule) }
  }
}
