import TextBasics

/// Gives each key its number while a text is read, and finds whether an object has one twice.
///
/// Records of one kind repeat their keys in one order, and all that is written around them. The reader
/// therefore remembers which key followed which, with the comma, the blanks and the colon, and first
/// compares the text with all of that; only where it differs is it read part by part.
struct JSONKeyReader {
  /// The state of the reader for one open list or object.
  struct Object {
    /// The token of the list or object.
    var token = 0

    /// Whether this list or object is inside an object.
    var isInObject = false

    /// How many entries were saved when it was opened.
    var savedCount = 0

    /// One more than the number of the key read last, 0 before the first.
    var latestKey = 0
  }

  private struct Saved {
    let id: UInt32
    let member: UInt32
  }

  private(set) var table = SourceKeyTable(syntax: .json)
  /// Whether some object has a key twice.
  private(set) var hasRepeats = false

  /// What is known of a key, or of the start of an object.
  private struct Known {
    /// One more than the number of the key that followed; 0 if none did.
    var follower: UInt32 = 0

    /// Where all that is between the value of this key and that of the following one was written last.
    var start: UInt32 = 0
    /// The length of that.
    var length: UInt32 = 0
    /// How far in it the following key begins.
    var distanceOfKey: UInt32 = 0

    /// The token of the member that had this key last.
    ///
    /// A token after the open object's own is a member of it, because the entries of an inner object
    /// are restored when that object ends.
    var member: UInt32 = 0
  }

  /// By key number plus one, with 0 for an object's start.
  private var known: ContiguousArray<Known>
  private var saved: ContiguousArray<Saved> = []

  var savedCount: Int { saved.count }

  init() {
    known = []
    known.reserveCapacity(8)
    known.append(Known())
  }

  /// Reads a key and all around it, if they are written as the last time after the same key.
  ///
  /// - Parameters:
  ///   - bytes: The whole text.
  ///   - offset: The offset after a value or the start of an object; afterwards, that of a value.
  ///   - object: The object that a member or the start has been read of.
  ///   - token: The token that the key's value will be.
  /// - Returns: The key's number and offset, or nil if something else is written there.
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

  /// Reads one key.
  ///
  /// - Parameters:
  ///   - bytes: The whole text.
  ///   - offset: The offset of the opening quote; afterwards, the one after the closing quote.
  ///   - object: The object the key is in.
  ///   - token: The token that the key's value will be.
  ///   - limits: The limits on the length of a key and the number of different ones.
  /// - Returns: The key's number.
  /// - Throws: `SourceFault` if the key is no sound text.
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

  /// Remembers what is written between two values of an object.
  ///
  /// - Parameters:
  ///   - key: The number of the key before, plus one; 0 for the start of the object.
  ///   - id: The number of the key between them.
  ///   - start: The offset of that key.
  ///   - range: The offsets after the former value and of the latter.
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

  /// Restores the entries that the members of a list or object replaced, for the outer one.
  @inline(__always)
  mutating func leave(_ object: Object) {
    while saved.count > object.savedCount, let last = saved.popLast() {
      known[Int(last.id) &+ 1].member = last.member
    }
  }
}
