import ECSKit
import TextBasics

/// The names of the locations and people of a version, whether or not a talk mentions them.
package struct VersionNames {
  /// The names of the locations as compared.
  package var locations: Set<String> = []
  /// The names of people by their identifiers in the file.
  package var people: [String: String] = [:]

  /// Creates names for a version whose locations and people are unknown.
  package init() {}

  /// Reads the names of a schedule.
  ///
  /// - Complexity: O(*n*), where *n* is the number of people and locations.
  package init(_ schedule: ConferenceSchedule) {
    locations = Set(schedule.locations.compactMap { $0[Name.self]?.text.folded })
    for person in schedule.people {
      guard let id = person[SourceID.self]?.text, let name = person[Name.self]?.text else {
        continue
      }
      people[id] = name
    }
  }

  /// Returns the folded names of people that have another one under the same identifier.
  func renamedPeople(to newer: VersionNames) -> [String: String] {
    var renamed: [String: String] = [:]
    let present = Set(newer.people.values.map(\.folded))
    for (id, name) in people {
      guard let other = newer.people[id], other.folded != name.folded,
        !present.contains(name.folded)
      else { continue }
      renamed[name.folded] = other
    }
    return renamed
  }
}
