import Schedule
import SourceText

// Reads lists that refer to each other by identifier. The files of COSCUP and of pretalx's widget
// have such lists.

extension RecordImport {
  /// Reads the records of a list, and returns their names by identifier.
  ///
  /// If several records have the same identifier, the name of the first record is returned. The
  /// closure `inherited` returns the components that a record inherits.
  mutating func readNames(
    _ list: String, of root: SourceValue, as table: Int, by key: String = "id",
    inheriting inherited: (SourceValue) -> Draft = { _ in Draft() }
  ) -> [String: String] {
    var names: [String: String] = [:]
    for thing in elements(list, of: root) {
      let name = read(thing, as: table, inheriting: inherited(thing))[Name.self]?.text
      if let id = thing[key]?.label, names[id] == nil { names[id] = name }
    }
    return names
  }

  /// Returns the distinct names that belong to the identifiers in a field.
  ///
  /// Unknown identifiers are reported as issues.
  mutating func names(
    _ field: String, of record: SourceValue, in names: [String: String]
  ) -> [String] {
    guard let value = record[field], value.kind != .null else { return [] }
    var seen: Set<String> = []
    return (value.kind == .array ? Array(value.elements) : [value]).compactMap { id in
      guard let name = id.label.flatMap({ names[$0] }) else {
        addUnreadable(field, id, accepting: "an id that the file lists")
        return nil
      }
      return seen.insert(name).inserted ? name : nil
    }
  }
}
