import TestSupport

/// The widths at which an answer is laid out to see that it keeps to each of them.
enum AnswerWidths {
  /// Every narrow width, and of the wide ones those that terminals have.
  static let all = Array(20...60) + [72, 79, 80, 81, 100, 120, 140, 200]

  /// Returns the widths for one of many answers: with `KONF_LONG=1` all, else each fifth, and others
  /// for the next answer, so that many answers have every width.
  ///
  /// - Parameter text: What the answer is known by.
  /// - Returns: The widths, in order.
  static func some(for text: String) -> [Int] {
    if BuiltProgram.isLong { return all }
    let first = text.utf8.reduce(0) { $0 + Int($1) } % 5
    return all.enumerated().filter { $0.offset % 5 == first || $0.element == 20 }.map(\.element)
  }
}
