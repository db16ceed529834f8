import ECSKit
import ECSStore
package import Schedule

/// The versions of events in calendars, as `SEQUENCE` numbers.
///
/// A calendar takes in an event that it knows only if its number is higher. The number follows from the log:
/// from the versions of the schedule that changed the event, and from the marks that it shows. Two changes
/// within a second have two numbers, and a clock that was set back lowers none.
///
/// - SeeAlso: RFC 5545, section 3.8.7.4.
package struct EventNumbers {
  /// The number of the events without a change.
  private var others: Int64
  /// The numbers of the changed events, by their identifiers in calendars.
  private var changed: [String: Int64] = [:]

  /// The kinds of marks that an event shows.
  private static let shown = [Star.self, Note.self, Hidden.self, Appointment.self].map {
    (kind: any MarkKind.Type) in kind.storedName
  }

  /// Reads the numbers from the log.
  ///
  /// The log knows no versions of a schedule that is not saved. Its events have the number of the moment.
  ///
  /// - Parameters:
  ///   - kept: The stored marks of the schedule.
  ///   - now: The present moment.
  /// - Complexity: O(*n*) expected in the number of entries in the log.
  package init(
    _ kept: MarkStore, at now: Instant
  ) {
    others = EventChanges.number(at: now.secondsSince1970)
    guard let name = kept.source.savedName, let history = kept.history,
      let contents = kept.log.contentsRead
    else { return }
    let (calendar, ids) = (kept.calendar, kept.eventIDs)
    let entries = contents.entries.inOrder
    var base: Int64?
    var devices: [TimedChange: DeviceID] = [:]
    for entry in entries
    where entry.change.kind == EventChanges.kind || Self.shown.contains(entry.change.kind) {
      let change = entry.change
      // After a sync, equal changes of two devices are two entries on one device and one on the other.
      let timed = TimedChange(time: entry.time, change: change)
      let device = devices[timed] ?? entry.device
      if device != entry.device { continue }
      devices[timed] = device
      if let version = EventChanges.Change(entry, of: calendar) {
        guard let ids = version.ids else {
          base = base.map { max($0 + 1, version.number) } ?? version.number
          changed = changed.mapValues { max($0 + 1, version.number) }
          continue
        }
        for id in ids { raise(String(id), base, to: version.number) }
      } else if change.kind != EventChanges.kind, history.isOfConference(called: change.scope) {
        let entity = history.entity(of: change.subject)
        let id = entity.map { kept.schedule.id(of: kept.schedule.session(of: $0) ?? $0) }
        raise(
          ids.id(of: id ?? change.target.formerID), base, to: EventChanges.number(at: entry.time))
      }
    }
    others = base ?? EventChanges.base(name, entries)
    // Without entries about versions, all events have at least the number of the last one.
    if base == nil { changed = changed.mapValues { max($0, others + 1) } }
  }

  /// A change without its place in the log.
  private struct TimedChange: Hashable {
    let time: Int64
    let change: LogChange
  }

  private mutating func raise(_ id: String, _ base: Int64?, to number: Int64) {
    changed[id] = max((changed[id] ?? base ?? -1) + 1, number)
  }

  /// Returns the number of an event.
  ///
  /// - Parameter id: The identifier of its session or appointment in calendars.
  /// - Returns: The number.
  package func number(of id: String) -> Int64 { changed[id] ?? others }
}
