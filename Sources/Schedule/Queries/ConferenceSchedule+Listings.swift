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
  /// - Complexity: O(*k* log *k*) expected, where *k* is the number of names that the talks name; of
  ///   all talks, O(*k* + *n*), where *n* is the number of people.
  package func speakers(in selection: Selection) -> [Reference] {
    guard let talks = selection.talks else {
      return references(to: people.entities.filter(givesTalk), andCalled: unrecordedSpeakers)
    }
    let names = Set(talks.compactMap { $0[SpeakerNames.self]?.names }.joined()).sorted()
    let byName = indices.peopleByName
    return references(
      to: names.flatMap { byName[$0] }.inCreationOrder,
      andCalled: names.filter { byName.count($0) == 0 })
  }

  /// Returns the locations of a part of the schedule.
  ///
  /// - Parameter selection: The part; all of the schedule has also the locations where nothing happens.
  /// - Returns: The locations in the order of the file, then those without a record, in
  ///   alphabetical order.
  /// - Complexity: O(*k* log *k*) expected, where *k* is the number of names that the sessions name.
  package func locations(in selection: Selection) -> [Reference] {
    let byName = indices.locationsByName
    guard let sessions = selection.sessions else {
      return references(
        to: locations.entities,
        andCalled: indices.sessionsByLocation.keys { byName.count($0) == 0 })
    }
    let names = Set(sessions.compactMap { $0[LocationNames.self]?.names }.joined()).sorted()
    return references(
      to: names.flatMap { byName[$0] }.inCreationOrder,
      andCalled: names.filter { byName.count($0) == 0 })
  }

  /// All people with a record, in the order of the file, and then speakers without one.
  package var everybody: [Reference] {
    references(to: people.entities, andCalled: unrecordedSpeakers)
  }

  /// The names of speakers without a record, in alphabetical order.
  private var unrecordedSpeakers: [String] {
    let byName = indices.peopleByName
    return indices.talksBySpeaker.keys { byName.count($0) == 0 }
  }

  private func references(to entities: [Entity], andCalled names: [String]) -> [Reference] {
    // What has no name cannot be asked for; the import has said what is wrong with it.
    entities.filter { $0.has(Name.self) }.map(Reference.init(to:))
      + names.map(Reference.init(called:))
  }
}
