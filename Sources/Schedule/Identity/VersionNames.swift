import ECSKit
import TextBasics

/// The names of the locations and people of a version, whether or not a talk mentions them.
package struct VersionNames {
  /// The names of the locations as compared.
  package var locations: Set<String> = []
  /// The names of people by their identifiers in the file; nil for an identifier that several have.
  package var people: [String: String?] = [:]
  /// The names of all people.
  package var peopleNames: [String] = []

  /// Creates names for a version whose locations and people are unknown.
  package init() {}

  /// Reads the names of a schedule.
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

  /// Returns the people whose name is gone, with the new one under the same identifier.
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

/// The names that changed from one version to the next, by the folded names of before.
package struct Renamings: Sendable {
  /// Folded names.
  package var locations: [String: String] = [:]
  /// Names as they are written.
  package var people: [String: String] = [:]
}
