package import ECSKit

extension ConferenceSchedule {
  /// Returns the selected sessions in chronological order.
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of selected sessions, or O(*k*) for the
  ///   whole schedule.
  package func timeline(in selection: Selection) -> [Entity] {
    selection.sessions.map { $0.inCreationOrder.sorted(by: Timing.self) } ?? timeline
  }

  /// Returns the selected talks, ordered by the time of their session and their position in it.
  ///
  /// Talks without an existing session sort last.
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of talks.
  package func talksInOrder(in selection: Selection) -> [Entity] {
    selection.talks.map { inOrder($0) } ?? talksInOrder
  }

  /// Returns the speakers of the selected talks.
  ///
  /// People with a record are listed first, in file order. Speakers without a record follow in
  /// alphabetical order.
  ///
  /// - Complexity: O(*k* log *k*) expected, where *k* is the number of speaker names in the talks.
  ///   For the whole schedule, O(*k* + *n*), where *n* is the number of people.
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

  /// Returns the locations of the selected sessions, or all locations for the whole schedule.
  ///
  /// Locations with a record are listed first, in file order. Locations without a record follow in
  /// alphabetical order.
  ///
  /// - Complexity: O(*k* log *k*) expected, where *k* is the number of location names in the
  ///   sessions.
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

  /// All people with a record in file order, followed by the speakers without a record.
  package var everybody: [Reference] {
    references(to: people.entities, andCalled: unrecordedSpeakers)
  }

  private var unrecordedSpeakers: [String] {
    let byName = indices.peopleByName
    return indices.talksBySpeaker.keys { byName.count($0) == 0 }
  }

  private func references(to entities: [Entity], andCalled names: [String]) -> [Reference] {
    // Users cannot refer to an entity without a name. The import has already reported such an
    // entity.
    entities.filter { $0.has(Name.self) }.map(Reference.init(to:))
      + names.map(Reference.init(called:))
  }
}
