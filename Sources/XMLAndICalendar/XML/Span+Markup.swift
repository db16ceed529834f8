import Basics

extension Span where Element == UInt8 {
  /// Returns the offset of the next byte that needs special treatment in text between tags.
  ///
  /// Such a byte is `<`, `&`, `]`, a non-ASCII byte, or a control character other than line feed
  /// and tab.
  @inline(__always)
  func endOfPlainMarkup(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let lowBits: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    var offset = start
    while offset <= count &- 8 {
      let word = word(at: offset)
      // The high bit of a byte is clear if the byte equals the tested character or, in `printable`,
      // if it is a control character. Bytes outside ASCII are irrelevant here. No byte carries into
      // the next byte.
      let low = word & lowBits
      let brackets = (low ^ (ones &* UInt64(ASCII.lessThan))) &+ lowBits
      let ampersands = (low ^ (ones &* UInt64(ASCII.ampersand))) &+ lowBits
      let squares = (low ^ (ones &* UInt64(ASCII.rightBracket))) &+ lowBits
      let printable = low &+ (ones &* UInt64(0x80 - ASCII.space))
      let lineFeeds = (low ^ (ones &* UInt64(ASCII.lineFeed))) &+ lowBits
      let tabs = (low ^ (ones &* UInt64(ASCII.tab))) &+ lowBits
      let plain = brackets & ampersands & squares & (printable | ~lineFeeds | ~tabs) & ~word
      let hits = ~plain & ~lowBits
      if hits != 0 { return offset &+ hits.trailingZeroBitCount >> 3 }
      offset &+= 8
    }
    while offset < count {
      switch self[offset] {
      case ASCII.lessThan, ASCII.ampersand, ASCII.rightBracket, 0x80...: return offset
      case ASCII.lineFeed, ASCII.tab, ASCII.space...: offset &+= 1
      default: return offset
      }
    }
    return offset
  }
}
