// Names people of formats that list them once and refer to them by ID.
// Used by the walks of Sessionize, COSCUP and schedule.json.
// The same name with two IDs is one person, unless one talk refers to both.

import ECSKit
import Schedule

/// The people of a file by ID, with a unique name for each.
///
/// The same name may be listed with several IDs. If a talk refers to two of them, they are two people
/// and their IDs are added to the names: "Ada Lee [8XQL]". Otherwise they are one person, described
/// by the records that talks refer to; other records of the name are left out.
struct ListedPeople {
  /// The IDs of records that no talk refers to, while talks refer to another record of the name.
  private(set) var leftOut: Set<String> = []
  /// The unique names of people whose name is not unique.
  private var uniqueNames: [String: String] = [:]

  /// Creates the list.
  ///
  /// - Parameters:
  ///   - people: The ID and the name of each person in the file.
  ///   - references: Returns the IDs of the people in each talk; called only if a name has several IDs.
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

  /// Returns the name that is unique among the people of the file.
  func name(_ name: String, of id: String?) -> String { id.flatMap { uniqueNames[$0] } ?? name }

  /// Returns the component for a person whose name is not unique, or nil for any other person.
  func uniqueName(of id: String?) -> UniqueName? {
    id.flatMap { uniqueNames[$0] }.map { UniqueName(text: $0) }
  }
}

/// The name of a person that replaces the name in the record.
struct UniqueName: Component, Equatable {
  let text: String
}

extension Draft {
  /// Replaces the name by the unique name, if the draft has one.
  mutating func moveUniqueName() {
    guard let unique = self[UniqueName.self] else { return }
    self[Name.self] = Name(text: unique.text)
    self[UniqueName.self] = nil
  }
}
