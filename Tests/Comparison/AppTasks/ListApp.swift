/// What a screen draws: a list of parts, such as the days of a feed, with rows in each of them.
///
/// Each function is the body of a view. What it reads with Observation is tracked.
protocol ListApp: AnyObject {
  /// What the view of a part is made with.
  associatedtype Part: Identifiable
  /// What the view of a row is made with.
  associatedtype Row: Identifiable & Equatable

  /// The parts in order.
  var parts: [Part] { get }

  /// Whether the view of a part has the same input as before.
  func isSame(_ first: Part, _ second: Part) -> Bool

  /// The heading of a part, and its first rows.
  func content(of part: Part, atMost count: Int) -> (heading: String, rows: [Row])

  /// What a row shows.
  func text(of row: Row) -> String
}

extension ListApp where Part: Equatable {
  func isSame(_ first: Part, _ second: Part) -> Bool { first == second }
}

/// The only part of a list without parts.
struct Whole: Identifiable, Equatable {
  let id = 0

  init() {}
}

extension ListApp where Part == Whole {
  var parts: [Whole] { [Whole()] }
}
