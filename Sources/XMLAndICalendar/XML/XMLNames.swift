import Basics
import SourceText

/// A reader for the names of elements and attributes in XML text.
///
/// Records of one kind repeat their names in the same order. So the reader predicts a name from the
/// preceding name and compares the prediction with the text. If they differ, the name is scanned
/// and looked up.
struct XMLNames {
  /// The position of a name: after the start tag, attribute or element that precedes the name.
  struct Predecessor {
    static let start = Predecessor(index: 0)

    fileprivate let index: Int

    static func after(_ id: Int) -> Predecessor { Predecessor(index: id &* 2 &+ 1) }
    static func inside(_ id: Int) -> Predecessor { Predecessor(index: id &* 2 &+ 2) }
  }

  private(set) var table = SourceKeyTable(rules: XMLRules.self)

  /// For each predecessor, the number of the name that last followed it plus 1, or 0.
  private var followers: ContiguousArray<UInt32> = [0]

  /// For each name, the number of the last element that has an attribute with this name, or 0.
  private var owners: ContiguousArray<UInt32> = []

  /// Reads a name, and advances the offset to the byte after it.
  ///
  /// - Throws: `SourceFault` if no name begins here or a limit is exceeded.
  @inline(__always)
  mutating func read(
    _ bytes: Span<UInt8>, _ offset: inout Int, at place: Predecessor, limits: SourceLimits
  ) throws(SourceFault) -> SourceKeyMark {
    let start = offset
    var next = Int(followers[place.index])
    if next > 0, let end = endOfName(next - 1, bytes, at: start) {
      offset = end
    } else {
      next = try lookUp(bytes, &offset, limits) + 1
      followers[place.index] = UInt32(truncatingIfNeeded: next)
    }
    return SourceKeyMark(
      start: UInt32(truncatingIfNeeded: start), id: UInt32(truncatingIfNeeded: next - 1))
  }

  /// Returns the offset after a known name, or nil if a different name begins at `start`.
  @inline(__always)
  func endOfName(_ id: Int, _ bytes: Span<UInt8>, at start: Int) -> Int? {
    let entry = table.entries[id]
    let end = start &+ Int(entry.length)
    guard end < bytes.count,
      bytes.hasEqualBytes(start, Int(entry.start), count: Int(entry.length))
    else { return nil }
    switch bytes[end] {
    case ASCII.greaterThan, ASCII.slash, ASCII.equals, ASCII.space, ASCII.lineFeed,
      ASCII.carriageReturn, ASCII.tab:
      return end
    default: return nil
    }
  }

  /// Records that an element has an attribute, and returns true.
  ///
  /// The result is false if the element already has the attribute.
  @inline(__always)
  mutating func own(_ id: Int, by element: Int) -> Bool {
    if owners[id] == UInt32(truncatingIfNeeded: element) { return false }
    owners[id] = UInt32(truncatingIfNeeded: element)
    return true
  }

  @inline(never)
  private mutating func lookUp(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ limits: SourceLimits
  ) throws(SourceFault) -> Int {
    let start = offset
    offset = bytes.endOfXMLName(from: start)
    guard offset > start else { throw XMLParser.fault(.name, at: start) }
    guard offset - start <= limits.textBytes else {
      throw SourceFault(.textTooLong(offset - start), at: start)
    }
    let id = table.id(ofKeyIn: start..<offset, isEscaped: false, of: bytes)
    if id == owners.count {
      guard id < limits.keys else { throw SourceFault(.tooManyKeys, at: start) }
      owners.append(0)
      followers.append(0)
      followers.append(0)
    }
    return id
  }
}

extension Span where Element == UInt8 {
  /// Returns the offset after a name, or `start` if no name begins there.
  func endOfXMLName(from start: Int) -> Int {
    var offset = start
    while offset < count {
      guard let length = lengthOfScalar(at: offset) else { return offset }
      var value = UInt32(self[offset])
      if length > 1 {
        value &= 0x7F >> UInt32(length)
        for place in offset + 1..<offset + length {
          value = value << 6 | UInt32(self[place] & 0x3F)
        }
      }
      guard offset == start ? isNameStart(value) : isNamePart(value) else { return offset }
      offset += length
    }
    return offset
  }

  private func isNameStart(_ value: UInt32) -> Bool {
    switch value {
    case 0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF,
      0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF,
      0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    default: false
    }
  }

  private func isNamePart(_ value: UInt32) -> Bool {
    switch value {
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: isNameStart(value)
    }
  }
}
