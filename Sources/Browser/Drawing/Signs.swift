/// The signs that the browser draws, which have a plain form for terminals that cannot show them.
package struct Signs: Equatable, Sendable {
  /// Before the title of what is starred.
  package let star: String
  /// Before the title of what may be passed by.
  package let maybe: String
  /// In place of what was cut off.
  package let ellipsis: String
  /// Between two ends, as of a time.
  package let dash: String
  /// A piece of a horizontal rule.
  package let rule: String
  /// Between two facts on a line.
  package let dot: String
  /// Between two columns.
  package let bar: String

  /// The signs for a terminal that shows UTF-8.
  package static let unicode = Signs(
    star: "★", maybe: "☆", ellipsis: "…", dash: "–", rule: "─", dot: "·", bar: "│")
  /// The signs for all others.
  package static let plain = Signs(
    star: "+", maybe: "?", ellipsis: "...", dash: "-", rule: "-", dot: "*", bar: "|")
}
