extension Entity: Identifiable {
  /// The entity itself, which is unique whether it is alive or not.
  ///
  /// Lists of views, such as `ForEach(group.entities) { Row($0) }` in SwiftUI, identify it by this.
  ///
  /// - Complexity: O(1).
  public var id: Entity { self }
}
