/// The columns of the table that konf writes and reads.
package enum TableColumns {
  /// The names in the header, in their order.
  package static let names = [
    "id", "title", "start", "end", "day", "locations", "speakers", "track", "language", "rating",
    "star", "note", "kind", "clashes",
  ]
}
