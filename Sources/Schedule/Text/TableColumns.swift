/// The columns of the table that konf writes and reads.
package enum TableColumns {
  /// The column names, in header order.
  package static let names = [
    "id", "title", "start", "end", "day", "locations", "speakers", "track", "language", "rating",
    "star", "note", "kind", "clashes",
  ]
}
