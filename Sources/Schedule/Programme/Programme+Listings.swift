package import ECSKit

/// The lists of a part of the programme.
///
/// A part is listed from what is in it, however much there is beside it.
extension Programme {
  /// Returns the slots of a part of the programme, in the order of time.
  ///
  /// - Parameter selection: The part.
  /// - Returns: The slots.
  /// - Complexity: O(*k* log *k*), where *k* is the number of the slots; O(*k*) for all there are.
  package func timeline(in selection: Selection) -> [Entity] {
    selection.slots.map { $0.inCreationOrder.sorted(by: Timing.self) } ?? timeline
  }

  /// Returns the talks of a part of the programme, in the order of time and of their place in the slot.
  ///
  /// - Parameter selection: The part.
  /// - Returns: The talks; those without a slot that exists come last.
  /// - Complexity: O(*k* log *k*), where *k* is the number of the talks.
  package func talksInOrder(in selection: Selection) -> [Entity] {
    selection.talks.map { inOrder($0) } ?? talksInOrder
  }

  /// Returns the people who have a talk in a part of the programme.
  ///
  /// - Parameter selection: The part.
  /// - Returns: The people in the order of the file, then those of whom there is no record, in the
  ///   order of letters.
  /// - Complexity: O(*k* log *k*) expected, where *k* is the number of names that the talks name.
  package func speakers(in selection: Selection) -> [Reference] {
    guard let talks = selection.talks else {
      return references(to: speakers, andNamed: speakerNames, in: peopleByName)
    }
    let names = Set(talks.compactMap { $0[SpeakerNames.self]?.names }.joined()).sorted()
    let people = names.flatMap { peopleByName[$0] }.inCreationOrder
    return references(to: people, andNamed: names, in: peopleByName)
  }

  /// Returns the places of a part of the programme.
  ///
  /// - Parameter selection: The part; all of the programme has also the places where nothing happens.
  /// - Returns: The places in the order of the file, then those of which there is no record, in the
  ///   order of letters.
  /// - Complexity: O(*k* log *k*) expected, where *k* is the number of names that the slots name.
  package func places(in selection: Selection) -> [Reference] {
    guard let slots = selection.slots else {
      return references(to: places.entities, andNamed: usedPlaceNames, in: placesByName)
    }
    let names = Set(slots.compactMap { $0[PlaceNames.self]?.names }.joined()).sorted()
    let places = names.flatMap { placesByName[$0] }.inCreationOrder
    return references(to: places, andNamed: names, in: placesByName)
  }

  /// Everybody of whom there is a record, in the order of the file, and then those who give a talk and
  /// have none.
  package var everybody: [Reference] {
    references(to: people.entities, andNamed: speakerNames, in: peopleByName)
  }

  private func references(
    to entities: [Entity], andNamed names: [String], in index: Index<Name, String>
  ) -> [Reference] {
    entities.map(Reference.init(to:))
      + names.filter { index.count($0) == 0 }.map(Reference.init(called:))
  }
}
