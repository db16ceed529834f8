import Basics

/// Reads a section of a schedule image that ``CacheWriter`` wrote.
///
/// An invalid value sets ``isDamaged``. The caller must then discard all values of the section.
struct CacheReader {
  private let core: [UInt8]
  private(set) var position: Int
  private let end: Int
  /// The bytes of the prose, or nil to skip the prose.
  private let prose: [UInt8]?
  private var prosePosition: Int
  private let proseEnd: Int
  /// The strings read so far, to which later values can refer.
  ///
  /// A reference is an index in this array. The array omits strings that are shorter than
  /// ``CacheWriter/shortest`` bytes.
  private var texts: [String] = []
  /// The lists read so far, to which later values can refer by index.
  private var lists: [[String]] = []
  private(set) var isDamaged = false

  /// Creates a reader for the values at the beginning of an image.
  init(core: [UInt8]) {
    self.init(CacheSection(core: 0..<core.count, prose: 0..<0), core: core, prose: nil)
  }

  /// Creates a reader for a section within the bytes of an image.
  init(_ section: CacheSection, core: [UInt8], prose: [UInt8]?) {
    self.core = core
    self.prose = prose
    (position, end) = (section.core.lowerBound, section.core.upperBound)
    (prosePosition, proseEnd) = (section.prose.lowerBound, section.prose.upperBound)
  }

  var isAtEnd: Bool { position == end }

  var isComplete: Bool { !isDamaged && isAtEnd && (prose == nil || prosePosition == proseEnd) }

  mutating func byte() -> UInt8 {
    guard position < end else { return damaged(0) }
    defer { position &+= 1 }
    return core[position]
  }

  mutating func number() -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      let byte = byte()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift &+= 7
    }
    return damaged(0)
  }

  mutating func signed() -> Int64 {
    let number = number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// Reads a count of elements, which must not exceed the number of remaining bytes.
  ///
  /// A greater count is treated as damage.
  mutating func count() -> Int { count(upTo: end - position) }

  /// Reads a number that must not exceed a limit.
  ///
  /// A greater number is treated as damage.
  mutating func count(upTo limit: Int) -> Int {
    let number = number()
    guard limit >= 0, number <= UInt64(limit) else { return damaged(0) }
    return Int(number)
  }

  mutating func text() -> String {
    let mark = number()
    if mark & 1 == 1 {
      guard mark >> 1 < UInt64(texts.count) else { return damaged("") }
      return texts[Int(mark >> 1)]
    }
    guard mark >> 1 <= UInt64(end - position) else { return damaged("") }
    let next = position + Int(mark >> 1)
    let text = String(validUTF8: core, in: position..<next)
    position = next
    guard let text else { return damaged("") }
    if mark >> 1 >= CacheWriter.shortest { texts.append(text) }
    return text
  }

  mutating func list() -> [String] {
    let mark = number()
    if mark & 1 == 1 {
      guard mark >> 1 < UInt64(lists.count) else { return damaged([]) }
      return lists[Int(mark >> 1)]
    }
    guard mark >> 1 <= UInt64(end - position) else { return damaged([]) }
    if mark == 0 { return [] }
    let list = mark == 2 ? [text()] : (0..<Int(mark >> 1)).map { _ in text() }
    lists.append(list)
    return list
  }

  mutating func longText() -> String? {
    let count = number()
    guard let prose else { return nil }
    guard count <= UInt64(proseEnd - prosePosition) else { return damaged(nil) }
    let next = prosePosition + Int(count)
    let text = String(validUTF8: prose, in: prosePosition..<next)
    prosePosition = next
    if text == nil { isDamaged = true }
    return text
  }

  private mutating func damaged<Value>(_ value: Value) -> Value {
    isDamaged = true
    position = end
    return value
  }
}
