extension Entity: Identifiable {
  /// The entity itself, which no other entity equals, whether it is alive or not.
  ///
  /// Lists of views, such as `ForEach(group.entities) { Row($0) }` in SwiftUI, find it by this.
  ///
  /// - Complexity: O(1).
  public var id: Entity { self }
}
