extension Array where Element: Hashable {
  /// The elements in their order, each once.
  @inlinable package var uniqued: [Element] {
    if count < 2 { return self }
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
