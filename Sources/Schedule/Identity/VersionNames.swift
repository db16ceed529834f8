import Basics
import ECSKit

/// The names of all locations and people in a version, even those without talks.
package struct VersionNames {
  /// The folded names of the locations.
  package var locations: Set<String> = []
  /// The names of people by identifier.
  ///
  /// The value is nil for an identifier that several people share.
  package var people: [String: String?] = [:]
  package var peopleNames: [String] = []

  package init() {}

  /// Creates the names of a schedule.
  ///
  /// - Complexity: O(*n*), where *n* is the number of people and locations.
  package init(_ schedule: ConferenceSchedule) {
    locations = Set(schedule.locations.compactMap { $0[Name.self]?.text.folded })
    for person in schedule.people {
      guard let name = person[Name.self]?.text else { continue }
      peopleNames.append(name)
      guard let id = person[SourceID.self]?.text else { continue }
      people[id] = people[id] == nil ? name : .some(nil)
    }
  }

  /// Returns the new names of renamed people, keyed by the folded old name.
  ///
  /// A renamed person has the same identifier in both versions. The old name must be absent from
  /// the newer version, and the new name from the older version.
  func renamedPeople(to newer: VersionNames) -> [String: String] {
    let changed = people.compactMap { id, old -> (old: String, new: String)? in
      guard let old, let new = newer.people[id] ?? nil, old != new else { return nil }
      return (old, new)
    }
    if changed.isEmpty { return [:] }
    let (former, present) = (
      Set(peopleNames.map(\.folded)), Set(newer.peopleNames.map(\.folded))
    )
    var renamed: [String: String] = [:]
    for (old, new) in changed
    where !present.contains(old.folded) && !former.contains(new.folded) {
      renamed[old.folded] = new
    }
    return renamed
  }
}

/// The names that changed between two versions, keyed by the folded old name.
package struct Renamings: Sendable {
  /// The new names of locations, folded.
  package var locations: [String: String] = [:]
  /// The new names of people, as written.
  package var people: [String: String] = [:]
}
