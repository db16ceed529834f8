import Schedule

/// The symbols that the browser draws, or plain substitutes for terminals without UTF-8.
package struct Signs: Equatable, Sendable {
  package let star: String
  package let maybe: String
  let note: String
  package let ellipsis: String
  /// The symbol between two times.
  package let dash: String
  /// One piece of a horizontal rule.
  package let rule: String
  /// The separator between two facts on a line, including the spaces around it.
  package let separator: String
  package let bar: String
  /// The corner of a grid cell that follows free time.
  let corner: String
  /// The corner of a grid cell directly below another cell.
  let branch: String
  /// The corner of a grid cell with a starred talk.
  let starredCorner: String

  package static let unicode = Signs(
    star: "★", maybe: "☆", note: "✎", ellipsis: "…", dash: "–", rule: "─", separator: " · ",
    bar: "│", corner: "┌", branch: "├", starredCorner: "╞")
  /// The symbols for terminals without UTF-8.
  package static let plain = Signs(
    star: "+", maybe: "?", note: "n", ellipsis: "...", dash: "-", rule: "-", separator: " * ",
    bar: "|", corner: ".", branch: ".", starredCorner: "=")
  /// Words instead of symbols, for text that is read aloud.
  package static let spoken = Signs(
    star: "starred", maybe: "starred as a maybe", note: "with a note", ellipsis: "...",
    dash: " to ", rule: " ", separator: ", ", bar: ",", corner: "", branch: "",
    starredCorner: "")

  /// Returns a string to append to an end time on a later day, or an empty string for the same day.
  func later(_ days: Int) -> String {
    if days == 0 { return "" }
    return self == .spoken ? ", \(days == 1 ? "1 day" : "\(days) days") later" : " +\(days)"
  }

  /// Returns a date, such as "Sat 1 Feb", with whole words for text that is read aloud.
  func date(_ date: CivilDate) -> String {
    date.brief(inFull: self == .spoken)
  }

  /// Returns a date and a time or a range of times, such as "Sat 1 Feb 10:00".
  func date(_ date: CivilDate, _ time: String) -> String {
    "\(self.date(date))\(self == .spoken ? ", " : " ")\(time)"
  }

  /// Returns a duration, such as "1 h 10 min", with spelled-out units for text that is read aloud.
  func words(_ length: Duration) -> String {
    self == .spoken ? length.spokenWords : length.words
  }
}
