/// A source that selects and orders the items of a list.
///
/// A list needs a source if the rule of its group alone does not determine the items or their
/// order. A member of the group is an item if `contains` returns true for it. Every function is
/// called only between bursts or at the end of a burst.
@usableFromInline
package protocol ListSource: AnyObject {
  func contains(_ entity: Entity) -> Bool

  /// Brings the source up to date.
  ///
  /// - Returns: The entities that the source added, removed or moved since the last call.
  func update() -> [Entity]

  /// Returns true if the last update changed data of an item other than its position.
  func isChanged(_ entity: Entity) -> Bool
}

extension EntityList {
  /// Creates a list of those members of a group that a source contains.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - source: The source.
  ///   - triggers: The rule of the entities whose changes may change the source.
  ///   - types: Components that an item shows, in addition to the components in the group's rule.
  ///   - position: Returns the position of an item among the items of the source.
  package convenience init(
    _ group: Group, in source: any ListSource, following triggers: Matcher,
    showing types: [any Component.Type], by position: @escaping (Entity) -> Int?
  ) where Section == Never {
    self.init(
      group, showing: types, sectionKeys: nil, keys: SortKeys(position, by: <), source: source,
      following: group.core?.group(triggers))
  }
}
