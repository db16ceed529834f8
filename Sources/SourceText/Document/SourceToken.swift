/// A value of a document: its offsets in the text and its key.
///
/// Tokens are in text order, so the token of a list or object is followed by the tokens of its
/// contents.
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

  /// The offset of a number's end or of a string's closing quote.
  ///
  /// For a list or object, the value is the index of the token after its contents.
  @usableFromInline package var end: UInt32

  /// The offset of the key, or 0 if the value is not a member of an object.
  ///
  /// In JSON, this is the offset of the key's opening quote. For a member that contains the text of
  /// an XML element, it is the offset of the text.
  @usableFromInline package let keyStart: UInt32

  /// The kind in the lower 3 bits, and the key number in the upper bits.
  @usableFromInline let kindAndKey: UInt32

  @inlinable package init(_ kind: Kind, start: Int, end: Int, key: SourceKeyMark) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    self.keyStart = key.start
    self.kindAndKey = key.id << 3 | kind.rawValue
  }

  @inlinable package var kind: Kind { Kind(rawValue: kindAndKey & 7) ?? .null }

  /// True for a list or object.
  ///
  /// The tokens of its contents follow.
  @inlinable package var holdsOthers: Bool { kindAndKey & 7 >= Kind.array.rawValue }

  @inlinable package var keyID: Int { Int(kindAndKey >> 3) }
}

@usableFromInline package struct SourceKeyMark: Sendable {
  /// A placeholder for the key of a value that is not a member of an object.
  @inlinable package static var none: SourceKeyMark { SourceKeyMark(start: 0, id: 0) }

  @usableFromInline package let start: UInt32
  @usableFromInline package let id: UInt32

  @inlinable package init(start: UInt32, id: UInt32) {
    self.start = start
    self.id = id
  }
}
