import TextBasics

/// One member of an object.
public struct SourceMember: Sendable {
  /// The value.
  public let value: SourceValue

  package init(value: SourceValue) {
    self.value = value
  }

  /// The number of the key: its index in the document's `keys`.
  ///
  /// Equal keys have equal numbers throughout the document, so that facts about a key can be looked
  /// up once and kept by its number.
  public var keyID: Int { value.token.keyID }

  /// The key with its escapes decoded.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the key.
  public var key: String { value.tape.key(keyID) }

  /// The position of the key's opening quote.
  ///
  /// - Complexity: O(1), after O(*n*) once for the *n* bytes up to the furthest position asked for.
  public var keyPosition: SourcePosition { value.tape.position(of: value.token.keyStart) }
}

extension SourceValue {
  /// The values of a list in order; empty if this is no list.
  public var elements: SourceElements {
    SourceElements(tape: tape, indices: token.kind == .array ? insides : 0..<0)
  }

  /// The members of an object in order of the text, those with a repeated key included; empty if
  /// this is no object.
  public var members: SourceMembers {
    SourceMembers(
      values: SourceElements(tape: tape, indices: token.kind == .object ? insides : 0..<0))
  }

  /// Returns the value of the member with a key, the last one if the key is repeated.
  ///
  /// Keys are compared by their bytes, so the Unicode spelling of the key matters.
  ///
  /// - Parameter key: The key with its escapes decoded.
  /// - Returns: The value, or nil if this is no object or has no such member.
  /// - Complexity: O(*m*), where *m* is the number of members; keys of other lengths are not compared.
  public subscript(key: String) -> SourceValue? {
    var found: Int?
    forEachMember(key) { found = $0 }
    return found.map { SourceValue(tape: tape, index: $0) }
  }

  /// Calls the body with the position of each member of an object that has a key.
  ///
  /// The keys of a small object are compared, which takes less than looking for the number of the key
  /// among all of the document: few of them are as long.
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

  /// The number of values in an object up to which its keys are compared one by one.
  private static let fewInsides = 12

  /// Calls the body with the position and the token of each member of an object.
  ///
  /// Unlike the members of a sequence, these do not each retain the document.
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

  /// The number of values in a list or object, at any depth.
  package var sizeOfInsides: Int { tape.indexAfter(index) - index - 1 }

  /// Whether a list or object contains a member with a key, at any depth.
  ///
  /// - Parameter id: The number of the key.
  /// - Returns: Whether there is one.
  /// - Complexity: O(*n*), where *n* is the number of values inside.
  package func hasInside(key id: Int) -> Bool {
    let tokens = tape.tokens
    // A value that is not a member has the number 0, too, but no offset of a key.
    return (index + 1..<tape.indexAfter(index)).contains {
      tokens[$0].keyID == id && tokens[$0].keyStart != 0
    }
  }

  /// Calls the body with each value of a list.
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

/// The members of an object by their keys, for a reader that asks for many of them.
package struct SourceMemberTable {
  private let tape: SourceTape
  private var values: [Int: SourceValue] = [:]

  /// Looks at each member of an object once.
  ///
  /// - Parameter object: The object.
  package init(of object: SourceValue) {
    tape = object.tape
    for member in object.members { values[member.keyID] = member.value }
  }

  /// Returns the value of the member with a key, as the object itself does.
  ///
  /// - Parameter key: The key with its escapes decoded.
  /// - Returns: The value, or nil if there is no such member.
  /// - Complexity: O(1) expected, besides the length of the key.
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

  /// Moves to the next value.
  ///
  /// - Returns: The value, or nil after the last.
  public mutating func next() -> SourceValue? {
    guard let index = indices.first else { return nil }
    indices = tape.indexAfter(index)..<indices.upperBound
    return SourceValue(tape: tape, index: index)
  }
}

/// The members of an object in order of the text.
public struct SourceMembers: Sendable, Sequence, IteratorProtocol {
  private var values: SourceElements

  init(values: SourceElements) {
    self.values = values
  }

  /// Moves to the next member.
  ///
  /// - Returns: The member, or nil after the last.
  public mutating func next() -> SourceMember? {
    values.next().map { SourceMember(value: $0) }
  }
}
