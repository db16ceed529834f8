extension Array where Element: Hashable {
  /// The distinct elements, in the order of their first occurrences.
  @inlinable package var uniqued: [Element] {
    if count < 2 { return self }
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
