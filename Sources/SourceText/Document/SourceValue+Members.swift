// Access to the members of objects and the elements of lists. Importers and the decoder of stored
// values call these functions. Iteration visits only direct members, because it skips the contents
// of each token.

import Basics

/// A member of an object.
public struct SourceMember: Sendable {
  /// The value of the member.
  public let value: SourceValue

  package init(value: SourceValue) {
    self.value = value
  }

  /// The number of the key: its index in the document's `keys`.
  ///
  /// Equal keys have equal numbers throughout the document. So a reader can determine facts about a
  /// key once and store them by number.
  public var keyID: Int { value.token.keyID }

  /// The key with its escapes decoded.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the key.
  public var key: String { value.tape.key(keyID) }

  /// The position of the key's first character, or of the key's opening quote in JSON.
  ///
  /// - Complexity: O(1) after the first position. The first position costs O(*n*) for the *n* bytes
  ///   of the document.
  public var keyPosition: SourcePosition { value.tape.position(of: value.token.keyStart) }
}

extension SourceValue {
  /// The values of a list in order, or no values if this value is not a list.
  public var elements: SourceElements {
    SourceElements(tape: tape, indices: token.kind == .array ? insides : 0..<0)
  }

  /// The members of an object in text order, including repeated keys.
  ///
  /// For other kinds of values, the sequence is empty.
  public var members: SourceMembers {
    SourceMembers(
      values: SourceElements(tape: tape, indices: token.kind == .object ? insides : 0..<0))
  }

  /// Returns the value of the member with a key, or of the last such member if the key is repeated.
  ///
  /// Keys are compared byte by byte in UTF-8, so canonically equivalent keys are different keys.
  ///
  /// - Parameter key: The decoded key.
  /// - Returns: The value, or nil if this value is not an object or has no such member.
  /// - Complexity: O(*m*), where *m* is the number of members. Keys of other lengths are not
  ///   compared.
  public subscript(key: String) -> SourceValue? {
    var found: Int?
    forEachMember(key) { found = $0 }
    return found.map { SourceValue(tape: tape, index: $0) }
  }

  /// Calls the body with the token index of each member with the given key.
  ///
  /// The keys of a small object are compared directly. Few keys have the right length, so this is
  /// faster than a lookup in the key table.
  @inline(__always)
  func forEachMember(_ key: String, _ body: (Int) -> Void) {
    let bytes = tape.bytes
    key.withUTF8Span { key in
      let bytes = bytes.span
      var id: Int?
      if sizeOfInsides > Self.fewInsides {
        guard let known = tape.keyTable.id(of: key, in: bytes) else { return }
        id = known
      }
      forEachMember { place, token in
        guard id == nil ? tape.keyTable.isKey(token.keyID, key, in: bytes) : id == token.keyID
        else { return }
        id = token.keyID
        body(place)
      }
    }
  }

  /// The maximum number of values in an object whose keys are compared directly.
  private static let fewInsides = 12

  /// Calls the body with the token index and the token of each member of an object.
  ///
  /// Unlike iteration over `members`, this method does not retain the document for each member.
  @inlinable @inline(__always)
  package func forEachMember(_ body: (Int, SourceToken) -> Void) {
    let tokens = tape.tokens
    guard tokens[index].kind == .object else { return }
    let end = Int(tokens[index].end)
    var place = index + 1
    while place < end {
      let token = tokens[place]
      body(place, token)
      place = token.holdsOthers ? Int(token.end) : place + 1
    }
  }

  /// The number of values inside a list or object, at any depth.
  package var sizeOfInsides: Int { tape.indexAfter(index) - index - 1 }

  /// Returns true if a list or object contains a member with the given key number, at any depth.
  ///
  /// - Complexity: O(*n*), where *n* is the number of contained values.
  package func hasInside(key id: Int) -> Bool {
    let tokens = tape.tokens
    // A value that is not a member also has the key number 0, but its key offset is 0, too.
    return (index + 1..<tape.indexAfter(index)).contains {
      tokens[$0].keyID == id && tokens[$0].keyStart != 0
    }
  }

  @inlinable @inline(__always)
  package func forEachElement(_ body: (SourceValue) -> Void) {
    let tape = tape
    let tokens = tape.tokens
    guard tokens[index].kind == .array else { return }
    let end = Int(tokens[index].end)
    var place = index + 1
    while place < end {
      body(SourceValue(tape: tape, index: place))
      place = tokens[place].holdsOthers ? Int(tokens[place].end) : place + 1
    }
  }

  private var insides: Range<Int> { (index + 1)..<tape.indexAfter(index) }
}

/// The members of an object by key, for a reader that looks up many members.
package struct SourceMemberTable {
  private let tape: SourceTape
  private var values: [Int: SourceValue] = [:]

  package init(of object: SourceValue) {
    tape = object.tape
    for member in object.members { values[member.keyID] = member.value }
  }

  /// Returns the value of the last member with a key, or nil if no member has the key.
  ///
  /// - Complexity: O(*m*) expected, where *m* is the length of the key.
  package subscript(key: String) -> SourceValue? {
    SourceValue(tape: tape, index: 0).keyID(of: key).flatMap { values[$0] }
  }
}

/// The values of a list in order.
public struct SourceElements: Sendable, Sequence, IteratorProtocol {
  private let tape: SourceTape
  private var indices: Range<Int>

  init(tape: SourceTape, indices: Range<Int>) {
    self.tape = tape
    self.indices = indices
  }

  /// Advances to the next value.
  ///
  /// - Returns: The value, or nil after the last value.
  public mutating func next() -> SourceValue? {
    guard let index = indices.first else { return nil }
    indices = tape.indexAfter(index)..<indices.upperBound
    return SourceValue(tape: tape, index: index)
  }
}

/// The members of an object in text order.
public struct SourceMembers: Sendable, Sequence, IteratorProtocol {
  private var values: SourceElements

  init(values: SourceElements) {
    self.values = values
  }

  /// Advances to the next member.
  ///
  /// - Returns: The member, or nil after the last member.
  public mutating func next() -> SourceMember? {
    values.next().map { SourceMember(value: $0) }
  }
}
