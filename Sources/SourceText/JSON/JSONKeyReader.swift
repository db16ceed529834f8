// Reads the keys of a JSON text, predicts them from earlier objects and detects repeated keys.
// `JSONParser` calls the reader for every key and at the end of every list or object. The parser
// must call `leave` at the end of each list or object, because `leave` restores the state of the
// outer list or object.

import Basics

/// A reader for the keys of a JSON text.
///
/// Records of one kind repeat their keys in the same order, with the same punctuation. So the
/// reader predicts the text between two values: comma, blanks, key and colon. The prediction is the
/// latest text that followed a value with the same key. If the actual text differs, it is parsed
/// part by part.
struct JSONKeyReader {
  struct Object {
    var token = 0

    /// True if an object contains the list or object, at any depth.
    var isInObject = false

    /// The number of entries in `saved` when the list or object was opened.
    var savedCount = 0

    /// The number of the last key plus 1, or 0 before the first key.
    var latestKey = 0
  }

  private struct Saved {
    let id: UInt32
    let member: UInt32
  }

  private(set) var table = SourceKeyTable(rules: JSONRules.self)
  private(set) var hasRepeats = false

  /// The prediction for the text after the value of a key, or after the start of an object.
  private struct Known {
    /// The number of the following key plus 1, or 0 if no key has followed yet.
    var follower: UInt32 = 0

    /// The offset of the latest text between the value of this key and the next value.
    var start: UInt32 = 0
    /// The length of the text at `start`.
    var length: UInt32 = 0
    /// The offset of the next key within the text at `start`.
    var distanceOfKey: UInt32 = 0

    /// The token index of the latest member with this key, in the open object or an outer object.
    ///
    /// If this index is greater than the token index of the open object, the open object already
    /// has the key. When an inner object ends, `leave` restores the earlier index.
    var member: UInt32 = 0
  }

  /// The predictions, by key number plus 1.
  ///
  /// Index 0 is the start of an object.
  private var known: ContiguousArray<Known>
  private var saved: ContiguousArray<Saved> = []

  var savedCount: Int { saved.count }

  init() {
    known = []
    known.reserveCapacity(8)
    known.append(Known())
  }

  /// Reads the predicted key and its punctuation.
  ///
  /// The result is nil if the text differs from the prediction. The offset must be after a value or
  /// after the start of the object. On success, the offset advances to the next value.
  @inline(__always)
  mutating func readExpectedKey(
    _ bytes: Span<UInt8>, _ offset: inout Int, in object: inout Object, token: Int
  ) -> SourceKeyMark? {
    let expected = known[object.latestKey]
    let length = Int(expected.length)
    guard expected.follower > 0, length <= bytes.count &- offset,
      bytes.hasEqualBytes(offset, Int(expected.start), count: length)
    else { return nil }
    let start = offset &+ Int(expected.distanceOfKey)
    offset &+= length
    object.latestKey = Int(expected.follower)
    note(object.latestKey &- 1, in: object, token)
    return SourceKeyMark(
      start: UInt32(truncatingIfNeeded: start), id: expected.follower &- 1)
  }

  /// Reads a key at its opening quote and returns its number.
  ///
  /// The offset advances to the byte after the closing quote.
  ///
  /// - Throws: `SourceFault` if the key is not a valid string or exceeds a limit.
  @inline(__always)
  mutating func readKey(
    _ bytes: Span<UInt8>, _ offset: inout Int, in object: inout Object, token: Int,
    limits: SourceLimits
  ) throws(SourceFault) -> Int {
    let id = try lookUpKey(bytes, &offset, limits)
    object.latestKey = id + 1
    note(id, in: object, token)
    return id
  }

  /// Stores the text between two values of an object as the prediction.
  ///
  /// `key` is the number of the previous key plus 1, or 0 at the start of the object. `id` is the
  /// number of the next key, and `start` is its offset. `range` is the range of the text.
  mutating func expect(after key: Int, _ id: Int, at start: Int, within range: Range<Int>) {
    known[key].follower = UInt32(truncatingIfNeeded: id &+ 1)
    known[key].start = UInt32(truncatingIfNeeded: range.lowerBound)
    known[key].length = UInt32(truncatingIfNeeded: range.count)
    known[key].distanceOfKey = UInt32(truncatingIfNeeded: start &- range.lowerBound)
  }

  @inline(never)
  private mutating func lookUpKey(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ limits: SourceLimits
  ) throws(SourceFault) -> Int {
    let text = try JSONParser.readText(bytes, at: offset, limit: limits.textBytes)
    let id = table.id(ofKeyIn: (offset + 1)..<text.end, isEscaped: text.isEscaped, of: bytes)
    if id + 1 == known.count {
      guard id < limits.keys else { throw SourceFault(.tooManyKeys, at: offset) }
      known.append(Known())
    }
    offset = text.end + 1
    return id
  }

  @inline(__always)
  private mutating func note(_ id: Int, in object: Object, _ token: Int) {
    let member = known[id &+ 1].member
    if member > object.token {
      hasRepeats = true
    } else if object.isInObject {
      saved.append(Saved(id: UInt32(truncatingIfNeeded: id), member: member))
    }
    known[id &+ 1].member = UInt32(truncatingIfNeeded: token)
  }

  /// Restores the state of the outer object at the end of a list or object.
  @inline(__always)
  mutating func leave(_ object: Object) {
    while saved.count > object.savedCount, let last = saved.popLast() {
      known[Int(last.id) &+ 1].member = last.member
    }
  }
}
