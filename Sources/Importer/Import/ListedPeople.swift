// Finds unique names for people, in formats that list all people and refer to them by ID. The
// traversals of Sessionize, COSCUP and schedule.json use it. A name with two IDs belongs to one
// person, unless a talk refers to both IDs.

import ECSKit
import Schedule
import SourceText

/// The people of a file by ID, with a unique name for each.
///
/// A name may be listed with several IDs. If one talk refers to two of the IDs, the IDs belong to
/// different people. Each person's name then includes the ID, as in "Ada Lee [8XQL]". Otherwise the
/// IDs belong to one person. A record without references is omitted if talks refer to another
/// record with the same name.
struct ListedPeople {
  /// The IDs of the records to omit, each with the name in the record.
  ///
  /// Talks refer only to other records with the same name.
  fileprivate private(set) var leftOut: [String: String] = [:]
  /// The unique names, by ID, of people who share their name with other people.
  private var uniqueNames: [String: String] = [:]

  /// Creates the list from the ID and the name of each person in the file.
  ///
  /// The closure returns the IDs of the people in each talk. It is called only if a name has two
  /// IDs.
  ///
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
        for id in ids where !referred.contains(id) { leftOut[id] = name }
      }
      if shared.contains(name) { for id in ids { uniqueNames[id] = "\(name) [\(id)]" } }
    }
  }

  /// Returns the name of a person, with the ID added if other people have the same name.
  func name(_ name: String, of id: String?) -> String { id.flatMap { uniqueNames[$0] } ?? name }

  /// Returns the unique name of a person who shares a name, or nil for any other person.
  fileprivate func uniqueName(of id: String?) -> UniqueName? {
    id.flatMap { uniqueNames[$0] }.map { UniqueName(text: $0) }
  }
}

struct UniqueName: Component, Equatable {
  let text: String
}

extension Draft {
  mutating func moveUniqueName() {
    if let unique = take(UniqueName.self) { self[Name.self] = Name(text: unique.text) }
  }
}

extension RecordImport {
  /// Omits and reports a record if talks refer only to another record that has the same name.
  ///
  /// Returns true if the record is omitted.
  mutating func leavesOut(_ person: SourceValue, _ id: String?, among people: ListedPeople) -> Bool
  {
    guard let name = id.flatMap({ people.leftOut[$0] }) else { return false }
    leaveOut(person, .otherRecord(name: name), key: nil)
    return true
  }

  /// Reads a person under a unique name, or returns nil if the record is omitted.
  mutating func read(
    _ person: SourceValue, _ id: String?, among people: ListedPeople, as table: Int
  ) -> Draft? {
    if leavesOut(person, id, among: people) { return nil }
    var inherited = Draft()
    inherited[UniqueName.self] = people.uniqueName(of: id)
    return read(person, as: table, inheriting: inherited)
  }
}
