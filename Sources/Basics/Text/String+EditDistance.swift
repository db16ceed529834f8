extension StringProtocol {
  /// Returns the edit distance to another string, or nil if it exceeds a limit.
  ///
  /// An edit inserts, removes or replaces one scalar, or swaps two adjacent scalars. No scalar is
  /// edited twice.
  ///
  ///     "grahma".editDistance(to: "graham", limit: 2)  // 1
  ///
  /// - Complexity: O(*n* · *m*), where *n* and *m* are the lengths of the strings in scalars.
  /// - SeeAlso: Damerau, *A technique for computer detection and correction of spelling errors*
  ///   (1964). This is the restricted distance, also called optimal string alignment.
  package func editDistance(to other: some StringProtocol, limit: Int) -> Int? {
    guard abs(unicodeScalars.count - other.unicodeScalars.count) <= limit else { return nil }
    let left = Array(unicodeScalars)
    let right = Array(other.unicodeScalars)
    var rowBefore: [Int] = []
    var row = Array(0...right.count)
    for (line, scalar) in left.enumerated() {
      var next = [line + 1]
      next.reserveCapacity(row.count)
      for (column, wanted) in right.enumerated() {
        let replaced = row[column] + (scalar == wanted ? 0 : 1)
        var least = Swift.min(replaced, row[column + 1] + 1, next[column] + 1)
        if line > 0, column > 0, scalar == right[column - 1], left[line - 1] == wanted {
          least = Swift.min(least, rowBefore[column - 1] + 1)
        }
        next.append(least)
      }
      // The minimum of a row never decreases from one row to the next.
      guard next.contains(where: { $0 <= limit }) else { return nil }
      rowBefore = row
      row = next
    }
    return row[right.count] <= limit ? row[right.count] : nil
  }
}
