package import ECSKit

/// The lists of a part of the schedule.
///
/// Listing a part takes time for that part, however large the rest of the schedule is.
extension ConferenceSchedule {
  /// Returns the sessions of a part of the schedule, in the order of time.
  ///
  /// - Parameter selection: The part.
  /// - Returns: The sessions.
  /// - Complexity: O(*k* log *k*), where *k* is the number of the sessions; O(*k*) for all there are.
  package func timeline(in selection: Selection) -> [Entity] {
    selection.sessions.map { $0.inCreationOrder.sorted(by: Timing.self) } ?? timeline
  }

  /// Returns the talks of a part of the schedule, in the order of time and of their position in the
  /// session.
  ///
  /// - Parameter selection: The part.
  /// - Returns: The talks; those without a session that exists come last.
  /// - Complexity: O(*k* log *k*), where *k* is the number of the talks.
  package func talksInOrder(in selection: Selection) -> [Entity] {
    selection.talks.map { inOrder($0) } ?? talksInOrder
  }

  /// Returns the people who have a talk in a part of the schedule.
  ///
  /// - Parameter selection: The part.
  /// - Returns: The people in the order of the file, then those without a record, in alphabetical
  ///   order.
  /// - Complexity: O(*k* log *k*) expected, where *k* is the number of names that the talks name.
  package func speakers(in selection: Selection) -> [Reference] {
    guard let talks = selection.talks else {
      return references(toPeopleCalled: speakerNames)
    }
    return references(
      toPeopleCalled: Set(talks.compactMap { $0[SpeakerNames.self]?.names }.joined()).sorted())
  }

  private func references(toPeopleCalled names: [String]) -> [Reference] {
    let people = names.flatMap { indices.peopleByName[$0] }.inCreationOrder
    return references(to: people, andNamed: names, in: indices.peopleByName)
  }

  /// Returns the locations of a part of the schedule.
  ///
  /// - Parameter selection: The part; all of the schedule has also the locations where nothing happens.
  /// - Returns: The locations in the order of the file, then those without a record, in
  ///   alphabetical order.
  /// - Complexity: O(*k* log *k*) expected, where *k* is the number of names that the sessions name.
  package func locations(in selection: Selection) -> [Reference] {
    guard let sessions = selection.sessions else {
      return references(
        to: locations.entities, andNamed: usedLocationNames, in: indices.locationsByName)
    }
    let names = Set(sessions.compactMap { $0[LocationNames.self]?.names }.joined()).sorted()
    let locations = names.flatMap { indices.locationsByName[$0] }.inCreationOrder
    return references(to: locations, andNamed: names, in: indices.locationsByName)
  }

  /// All people with a record, in the order of the file, and then speakers without one.
  package var everybody: [Reference] {
    references(to: people.entities, andNamed: speakerNames, in: indices.peopleByName)
  }

  private func references(
    to entities: [Entity], andNamed names: [String], in index: Index<Name, String>
  ) -> [Reference] {
    // What has no name cannot be asked for; the import has said what is wrong with it.
    var references = entities.filter { $0.has(Name.self) }.map(Reference.init(to:))
    let unrecorded = names.count { index.count($0) == 0 }
    if unrecorded == 0 { return references }
    references.reserveCapacity(references.count + unrecorded)
    for name in names where index.count(name) == 0 { references.append(Reference(called: name)) }
    return references
  }
}
