extension Array {
  /// Returns a random element of an array that is not empty.
  ///
  /// - Parameter generator: The source of random numbers.
  /// - Returns: One of the elements.
  public func oneElement(using generator: inout some RandomNumberGenerator) -> Element {
    self[Int.random(in: indices, using: &generator)]
  }
}
