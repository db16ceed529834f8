/// The line and column of a character, as shown by an editor.
///
/// Lines end with LF, CR or CR LF. CR LF counts as one line end.
public struct SourcePosition: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The line, counted from 1.
  public let line: Int

  /// The column, counted from 1 in Unicode scalars.
  public let column: Int

  /// Creates a position from its line and column.
  ///
  /// - Parameters:
  ///   - line: The line, counted from 1.
  ///   - column: The column, counted from 1 in Unicode scalars.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Returns true if the first position precedes the second in the same text.
  ///
  /// - Parameters:
  ///   - first: A position.
  ///   - second: Another position in the same text.
  /// - Returns: True if `first` is on an earlier line, or further left on the same line.
  public static func < (first: SourcePosition, second: SourcePosition) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }

  /// The line and the column, separated by a colon, such as `3:17`.
  public var description: String { "\(line):\(column)" }
}
