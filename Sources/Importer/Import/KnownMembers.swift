// Finds several members of an object in one pass. Traversals that read some fields themselves use
// it. A lookup by key would compare every key with every member of each object.

import SourceText

/// A field that the traversal of a format reads itself, without a table.
///
/// The raw value of a field is its position in `keys`.
protocol KnownField: RawRepresentable<Int> {
  /// The keys of the fields, at most 16.
  static var keys: [String] { get }
}

struct KnownKeys<Field: KnownField> {
  /// The position of the field for each key ID, or -1 for other keys.
  private var places: [Int8] = []

  init(in document: SourceDocument) {
    for (place, key) in Field.keys.enumerated() {
      guard let id = document.root.keyID(of: key) else { continue }
      if id >= places.count { places += Array(repeating: -1, count: id + 1 - places.count) }
      places[id] = Int8(place)
    }
  }

  /// Returns the known members of an object, or no members for any other value.
  ///
  /// - Complexity: O(*m*), where *m* is the number of members.
  func members(of object: SourceValue) -> KnownMembers<Field> {
    var members = KnownMembers<Field>(value: object)
    object.forEachMember { index, token in
      if token.keyID < places.count, places[token.keyID] >= 0 {
        members.add(Int(places[token.keyID]), index)
      }
    }
    return members
  }
}

struct KnownMembers<Field: KnownField> {
  let value: SourceValue
  private var indices = SIMD16<Int32>(repeating: -1)
  private var isRepeated = false

  fileprivate init(value: SourceValue) {
    self.value = value
  }

  fileprivate mutating func add(_ place: Int, _ index: Int) {
    isRepeated = isRepeated || indices[place] >= 0
    indices[place] = Int32(truncatingIfNeeded: index)
  }

  /// The value of a field, or nil if the object lacks the field.
  ///
  /// If the field is repeated, its last value is returned.
  subscript(field: Field) -> SourceValue? {
    let index = Int(indices[field.rawValue])
    return index < 0 ? nil : SourceValue(tape: value.tape, index: index)
  }

  func forEach(_ field: Field, _ body: (SourceValue) -> Void) {
    if isRepeated {
      for value in value.all(Field.keys[field.rawValue]) { body(value) }
    } else if let value = self[field] {
      body(value)
    }
  }
}
