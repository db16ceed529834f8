extension Array {
  /// Returns few elements of a failing script that still fail.
  ///
  /// - Parameter fails: Returns true if a script of some elements fails.
  /// - Returns: A script from which no single element can be removed, unless failures are random.
  /// - SeeAlso: Zeller, *Yesterday, my program worked. Today, it does not. Why?* (1999).
  public func shortest(_ fails: ([Element]) throws -> Bool) rethrows -> [Element] {
    var elements = self
    var length = count / 2
    while length > 0 {
      var start = 0
      var isShorter = false
      while start < elements.count {
        var fewer = elements
        fewer.removeSubrange(start..<Swift.min(start + length, elements.count))
        if try fails(fewer) {
          (elements, isShorter) = (fewer, true)
        } else {
          start += length
        }
      }
      if length > 1 || !isShorter { length /= 2 }
    }
    return elements
  }
}
