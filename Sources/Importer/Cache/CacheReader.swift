import Basics

/// A reader for the bytes of a schedule image, the output of ``CacheWriter``.
///
/// An invalid value sets ``isDamaged``. The caller must then discard all values of the image.
struct CacheReader {
  private let core: [UInt8]
  /// The bytes of the prose, or nil to skip the prose.
  private let prose: [UInt8]?
  private var position = 0
  private var prosePosition = 0
  /// The strings that references can repeat, in image order.
  ///
  /// A reference is an index in this array. Strings shorter than ``CacheWriter/shortest`` are
  /// omitted.
  private var texts: [String] = []
  private(set) var isDamaged = false

  init(core: [UInt8], prose: [UInt8]?) {
    self.core = core
    self.prose = prose
  }

  var isComplete: Bool {
    !isDamaged && position == core.count && (prose.map { $0.count == prosePosition } ?? true)
  }

  mutating func byte() -> UInt8 {
    guard position < core.count else { return damaged(0) }
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

  /// Reads a number of elements.
  ///
  /// A number that exceeds the number of remaining bytes counts as damage.
  mutating func count() -> Int {
    let number = number()
    guard number <= UInt64(core.count - position) else { return damaged(0) }
    return Int(number)
  }

  mutating func text() -> String {
    let mark = number()
    if mark & 1 == 1 {
      guard mark >> 1 < UInt64(texts.count) else { return damaged("") }
      return texts[Int(mark >> 1)]
    }
    guard mark >> 1 <= UInt64(core.count - position) else { return damaged("") }
    let end = position + Int(mark >> 1)
    let text = String(validUTF8: core, in: position..<end)
    position = end
    guard let text else { return damaged("") }
    if mark >> 1 >= CacheWriter.shortest { texts.append(text) }
    return text
  }

  mutating func list() -> [String] {
    let count = count()
    if count == 0 { return [] }
    if count == 1 { return [text()] }
    return (0..<count).map { _ in text() }
  }

  mutating func longText() -> String? {
    let count = number()
    guard let prose else { return nil }
    guard count <= UInt64(prose.count - prosePosition) else { return damaged(nil) }
    let end = prosePosition + Int(count)
    let text = String(validUTF8: prose, in: prosePosition..<end)
    prosePosition = end
    if text == nil { isDamaged = true }
    return text
  }

  private mutating func damaged<Value>(_ value: Value) -> Value {
    isDamaged = true
    position = core.count
    return value
  }
}
