import Basics
import ECSKit

/// The known names of one kind, with tolerant lookup.
///
/// The lookup prefers an exact match. Otherwise it ignores case, blanks, dashes and underscores.
struct QueryNames {
  /// The noun for a name in error messages, such as `a system`.
  let kind: String
  let names: [String]
  /// The component types, in the order of `names`.
  ///
  /// The array is empty for other kinds of names.
  private var types: [any Component.Type] = []

  init(kind: String, names: [String]) {
    self.kind = kind
    self.names = names
  }

  /// Creates the names of component types.
  ///
  /// Equal names are qualified with the enclosing types.
  init(of types: [any Component.Type]) {
    var names = types.map { "\($0)" }
    let shared = Dictionary(grouping: names.indices, by: { names[$0] }).values.filter {
      $0.count > 1
    }
    for positions in shared {
      let paths = positions.map { Self.path(of: types[$0]) }
      var count = 2
      while count < paths.map(\.count).max() ?? 0,
        Set(paths.map { $0.suffix(count) }).count < paths.count
      { count += 1 }
      for (position, path) in zip(positions, paths) {
        names[position] = path.suffix(count).joined(separator: ".")
      }
    }
    self.init(kind: "a component", names: names)
    self.types = types
  }

  /// Returns the names of the module, of the enclosing types and of the type itself.
  private static func path(of type: any Component.Type) -> [String] {
    var parts = [""]
    var depth = 0
    for character in String(reflecting: type) {
      if "<([".contains(character) { depth += 1 }
      if ">)]".contains(character) { depth -= 1 }
      if character == ".", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    // The name of a private type contains the address of its file.
    return parts.filter { !$0.hasPrefix("(unknown context") }
  }

  /// Returns the position of a name in `names`.
  ///
  /// - Throws: ``QueryError`` with the nearest names if the name is unknown.
  func position(of name: String, at place: Int) throws(QueryError) -> Int {
    if let found = found(name) { return found }
    throw error(name, at: place, nearest: nearest(name))
  }

  private func found(_ name: String) -> Int? {
    if let exact = names.firstIndex(of: name) { return exact }
    let wanted = Self.plain(name)
    return names.firstIndex { Self.plain($0) == wanted }
  }

  private func nearest(_ name: String) -> [String] { NearestNames.of(name, among: names.sorted()) }

  private func error(_ name: String, at place: Int, nearest: [String]) -> QueryError {
    let list = (nearest.isEmpty ? names.sorted() : nearest).prefix(8).joined(separator: ", ")
    return QueryError(
      place, found: name, expected: list.isEmpty ? kind : "\(kind): \(list)", nearest: nearest,
      isAboutName: true)
  }

  /// Returns the component type with a name, or nil if such a component may occur later.
  ///
  /// `words` contains the other words that the query could have at this position. An error suggests
  /// these words, too. If there are such words, the result is nil only for a name that begins with
  /// a capital letter.
  ///
  /// - Throws: ``QueryError`` if the name is ambiguous, resembles a known name or another word, or
  ///   cannot be the name of a component.
  func type(
    _ name: String, at place: Int, of query: Query, or words: [String] = []
  ) throws(QueryError) -> (any Component.Type)? {
    if let found = try type(exactly: name, at: place) { return found }
    let nearest = NearestNames.of(name, among: names.sorted() + words)
    if nearest.contains(where: words.contains) {
      throw QueryError(
        place, found: name, expected: nearest.joined(separator: " or "), nearest: nearest,
        isAboutName: true)
    }
    let mayOccur = words.isEmpty || name.first?.isUppercase ?? false
    if nearest.isEmpty, mayOccur, !query.refusesUnknownNames { return nil }
    throw error(name, at: place, nearest: nearest)
  }

  private func type(
    exactly name: String, at place: Int
  ) throws(QueryError) -> (any Component.Type)? {
    if let found = found(name) { return types[found] }
    let parts = name.split(separator: ".").map { Self.plain(String($0)) }
    let candidates = types.indices.filter { position in
      // Unqualified names were already looked up in `found`. So an unqualified name can match only
      // a type with a qualified name here.
      (parts.count > 1 || names[position].contains("."))
        && Self.path(of: types[position]).suffix(parts.count).map(Self.plain) == parts
    }
    if candidates.count < 2 { return candidates.first.map { types[$0] } }
    throw error(name, at: place, nearest: candidates.map { names[$0] })
  }

  /// Returns the component type of a comparison, and the comparison without the type name.
  ///
  /// All parts of a qualified type name are removed from the field path.
  func type(
    of value: ValueTest, at place: Int, of query: Query
  ) throws(QueryError) -> ((any Component.Type)?, ValueTest) {
    for count in value.fields.indices.reversed() {
      let name = ([value.component] + value.fields.prefix(count + 1).map(\.text))
        .joined(separator: ".")
      if let type = try type(exactly: name, at: place) {
        return (type, value.withFields(value.fields.dropFirst(count + 1)))
      }
    }
    return (try type(value.component, at: place, of: query), value)
  }

  static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
  }
}
