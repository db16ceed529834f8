extension Array {
  /// Returns one element of an array that has some.
  ///
  /// - Parameter generator: Where it is drawn from.
  /// - Returns: One of the elements.
  public func oneElement(using generator: inout some RandomNumberGenerator) -> Element {
    self[Int.random(in: indices, using: &generator)]
  }
}
