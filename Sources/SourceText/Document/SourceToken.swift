/// One value of a document: its offsets in the text and its key.
///
/// Tokens are in the order of the text, so a list or object is followed by its content.
@usableFromInline package struct SourceToken: Sendable {
  @usableFromInline package enum Kind: UInt32 {
    case null
    case `false`
    case `true`
    case number
    case text
    case escapedText
    case array
    case object
  }

  /// The offset of the value's first byte.
  @usableFromInline package let start: UInt32

  /// The offset of a number's end or a text's closing quote; the index of the token after the
  /// content of a list or object.
  @usableFromInline package var end: UInt32

  /// The offset of the key's opening quote, if the value is a member of an object.
  package let keyStart: UInt32

  /// The kind in the lower 3 bits, the number of the key above.
  @usableFromInline let kindAndKey: UInt32

  init(_ kind: Kind, start: Int, end: Int, key: SourceKeyMark) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    self.keyStart = key.start
    self.kindAndKey = key.id << 3 | kind.rawValue
  }

  @inlinable package var kind: Kind { Kind(rawValue: kindAndKey & 7) ?? .null }

  /// Whether it is a list or an object, whose insides follow.
  @inlinable package var holdsOthers: Bool { kindAndKey & 7 >= Kind.array.rawValue }

  @inlinable package var keyID: Int { Int(kindAndKey >> 3) }
}

/// Where a key is written and which of the document's keys it is.
struct SourceKeyMark {
  /// The key of a value that is no member of an object.
  static let none = SourceKeyMark(start: 0, id: 0)

  package let start: UInt32
  let id: UInt32
}
