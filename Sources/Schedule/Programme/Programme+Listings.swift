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

  /// Returns the people who have a talk in a part of the programme, in the order of the file.
  ///
  /// - Parameter selection: The part.
  /// - Returns: The people.
  /// - Complexity: O(*k* log *k*) expected, where *k* is the number of names that the talks name.
  package func speakers(in selection: Selection) -> [Entity] {
    guard let talks = selection.talks else { return speakers }
    return Self.named(talks.compactMap { $0[SpeakerNames.self]?.names }, in: peopleByName)
  }

  /// Returns the places of a part of the programme, in the order of the file.
  ///
  /// - Parameter selection: The part; all of the programme has also the places where nothing happens.
  /// - Returns: The places.
  /// - Complexity: O(*k* log *k*) expected, where *k* is the number of names that the slots name.
  package func places(in selection: Selection) -> [Entity] {
    guard let slots = selection.slots else { return places.entities }
    return Self.named(slots.compactMap { $0[PlaceNames.self]?.names }, in: placesByName)
  }

  private static func named(_ names: [[String]], in index: Index<Name, String>) -> [Entity] {
    Set(names.joined()).flatMap { index[$0] }.inCreationOrder
  }
}
