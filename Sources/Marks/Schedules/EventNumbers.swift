import ECSKit
import ECSStore
package import Schedule

/// The `SEQUENCE` numbers of events in calendars.
///
/// A calendar updates an event only if the new number is higher. konf computes the number from the
/// log, as the sum of three values: ``EventChanges/number(at:)`` for the last change, the number of
/// versions that changed the event, and the number of entries about its marks. So even a change
/// that arrives late from another device raises the number.
///
/// - SeeAlso: RFC 5545, section 3.8.7.4.
package struct EventNumbers {
  private struct Changes {
    /// The greatest result of ``EventChanges/number(at:)`` among the changes.
    var last: Int64
    var count: Int64 = 0

    mutating func add(_ number: Int64) {
      last = max(last, number)
      count += 1
    }
  }

  /// The changes of each event that has no element in `changed`.
  private var others: Changes
  /// The changes of individual events, by event key.
  private var changed: [Substring: Changes] = [:]

  /// The kinds of marks that an event shows.
  private static let shown = [Star.self, Note.self, Appointment.self].map {
    (kind: any MarkKind.Type) in kind.storedName
  }

  /// Creates the numbers from the log.
  ///
  /// The log contains no versions of an unsaved schedule. The numbers of its events are therefore
  /// based on the current time.
  ///
  /// - Complexity: O(*n*) expected in the number of entries in the log.
  package init(
    _ store: MarkStore, at now: Instant
  ) {
    others = Changes(last: EventChanges.number(at: now.secondsSince1970))
    guard case .saved(let schedule) = store.source, let history = store.history,
      let contents = store.log.contentsRead
    else { return }
    let (calendar, ids) = (store.calendar, store.eventIDs)
    let entries = contents.entries.inOrder
    let versions = entries.compactMap { EventChanges.Change($0, of: calendar) }
    // Another device may have saved later versions.
    let present = versions.lastIndex { $0.version == schedule.stored.text } ?? versions.count - 1
    others = Changes(
      last: versions.first?.number ?? EventChanges.base(schedule.name, entries))
    for version in versions.prefix(present + 1).dropFirst() {
      guard let keys = version.keys else {
        others.add(version.number)
        for key in changed.keys { changed[key]?.add(version.number) }
        continue
      }
      for key in keys { changed[key, default: others].add(version.number) }
    }
    // Devices exchange only the latest entry about each mark.
    for entry in entries.latest(where: { Self.shown.contains($0.change.kind) })
    where history.isOfConference(called: entry.change.scope) {
      let entity = history.entity(of: entry.change.subject)
      let id = ids.id(
        of: entity.map { store.schedule.id(of: store.schedule.session(of: $0) ?? $0) }
          ?? entry.change.target.formerID)
      changed[EventChanges.key(id), default: others]
        .add(EventChanges.number(at: entry.time))
    }
  }

  /// Returns the number of the event with the given identifier in calendars.
  package func number(of id: String) -> Int64 {
    let changes = changed.isEmpty ? others : changed[EventChanges.key(id)] ?? others
    return min(changes.last + changes.count, EventChanges.greatest)
  }
}
