// Finds unique names for people in formats that list people once and refer to them by ID.
// Used by the walks of Sessionize, COSCUP and schedule.json.
// The same name with two IDs is one person, unless one talk refers to both.

import ECSKit
import Schedule

/// The people of a file by ID, with a unique name for each.
///
/// A name may be listed with several IDs. If one talk refers to two of the IDs, they belong to
/// different people, and each name includes the ID, as in "Ada Lee [8XQL]". Otherwise they belong
/// to one person. A record without references is left out if talks refer to another record of the
/// name.
struct ListedPeople {
  /// The IDs of records to leave out, because talks refer only to other records of the same name.
  private(set) var leftOut: Set<String> = []
  /// The unique names of people who share their name with others, by ID.
  private var uniqueNames: [String: String] = [:]

  /// Creates the list.
  ///
  /// - Parameters:
  ///   - people: The ID and the name of each person in the file.
  ///   - references: Returns the IDs of the people in each talk; called only if a name has two IDs.
  /// - Complexity: O(*n*) expected, where *n* is the number of people and references.
  init(_ people: [(id: String, name: String)], references: () -> [[String]]) {
    var names: [String: String] = [:]
    var ids: [String: [String]] = [:]
    for person in people where names.updateValue(person.name, forKey: person.id) == nil {
      ids[person.name, default: []].append(person.id)
    }
    ids = ids.filter { $0.value.count > 1 }
    if ids.isEmpty { return }
    var referred: Set<String> = []
    var shared: Set<String> = []
    for talk in references() {
      var first: [String: String] = [:]
      for id in talk {
        guard let name = names[id], ids[name] != nil else { continue }
        referred.insert(id)
        if first.updateValue(id, forKey: name) ?? id != id { shared.insert(name) }
      }
    }
    for (name, ids) in ids {
      if ids.contains(where: referred.contains) {
        leftOut.formUnion(ids.filter { !referred.contains($0) })
      }
      if shared.contains(name) { for id in ids { uniqueNames[id] = "\(name) [\(id)]" } }
    }
  }

  /// Returns the name of a person, with the ID added if other people have the same name.
  func name(_ name: String, of id: String?) -> String { id.flatMap { uniqueNames[$0] } ?? name }

  /// Returns the unique name of a person who shares a name, or nil for any other person.
  func uniqueName(of id: String?) -> UniqueName? {
    id.flatMap { uniqueNames[$0] }.map { UniqueName(text: $0) }
  }
}

/// A unique name that replaces the name in a person's record.
struct UniqueName: Component, Equatable {
  let text: String
}

extension Draft {
  /// Replaces the name with the unique name, if the draft has one.
  mutating func moveUniqueName() {
    guard let unique = self[UniqueName.self] else { return }
    self[Name.self] = Name(text: unique.text)
    self[UniqueName.self] = nil
  }
}
