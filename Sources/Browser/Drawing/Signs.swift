/// The symbols that the browser draws, with plain substitutes for terminals without UTF-8.
package struct Signs: Equatable, Sendable {
  /// The symbol before a starred title.
  package let star: String
  /// The symbol before a title that is starred as a maybe.
  package let maybe: String
  /// The replacement for text that is cut off.
  package let ellipsis: String
  /// The symbol between two times.
  package let dash: String
  /// One piece of a horizontal rule.
  package let rule: String
  /// The separator between two facts on a line.
  package let dot: String
  /// The separator between two columns.
  package let bar: String

  /// The symbols for terminals with UTF-8.
  package static let unicode = Signs(
    star: "★", maybe: "☆", ellipsis: "…", dash: "–", rule: "─", dot: "·", bar: "│")
  /// The symbols for all other terminals.
  package static let plain = Signs(
    star: "+", maybe: "?", ellipsis: "...", dash: "-", rule: "-", dot: "*", bar: "|")
}
