/// Compressed bytes in the frame of zlib: a header, one deflate stream and a checksum.
///
/// - SeeAlso: RFC 1950, *ZLIB Compressed Data Format Specification*; RFC 1951, *DEFLATE Compressed Data
///   Format Specification*.
package enum Zlib {
  /// The most bytes that are decompressed unless a caller says otherwise.
  package static let limit = 1 << 20

  /// Returns the content of a frame.
  ///
  /// - Parameters:
  ///   - bytes: The whole frame; nothing may follow it.
  ///   - limit: The most bytes of the content.
  /// - Returns: The content.
  /// - Throws: `ExchangeError` if this is no frame, is cut off or damaged, or its content is over the
  ///   limit; no more memory than that is then used.
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the numbers of bytes of the frame and its content.
  package static func inflated(
    _ bytes: [UInt8], limit: Int = limit
  ) throws(ExchangeError) -> [UInt8] {
    guard bytes.count >= 2 else {
      throw ExchangeError("found \(bytes.count) compressed bytes; expected a header of zlib")
    }
    let isDeflate = bytes[0] & 0x0F == 8 && bytes[0] >> 4 <= 7
    guard isDeflate, (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0 else {
      throw ExchangeError("found bytes without a header of zlib; expected compressed bytes")
    }
    guard bytes[1] & 0x20 == 0 else {
      throw ExchangeError("found a frame that needs a preset dictionary; expected one without")
    }
    var inflater = Inflater(bytes, from: 2, limit: limit)
    let content = try inflater.content()
    let end = inflater.position
    guard bytes.count - end >= 4 else { throw Inflater.cutOff }
    let written = bytes[end..<end + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    guard written == checksum(of: content) else {
      throw ExchangeError("found a wrong checksum; the compressed bytes are damaged")
    }
    guard bytes.count == end + 4 else {
      throw ExchangeError(
        "found \(bytes.count - end - 4) bytes after the checksum; expected the end")
    }
    return content
  }

  /// Returns a frame with a content.
  ///
  /// - Parameter bytes: The content.
  /// - Returns: The frame; equal contents have equal frames.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    let checksum = checksum(of: bytes)
    // The header for a window of 32 KiB and the best compression.
    var frame: [UInt8] = [0x78, 0xDA]
    frame += Deflater.compressed(bytes)
    for shift in [24, 16, 8, 0] { frame.append(UInt8(truncatingIfNeeded: checksum >> shift)) }
    return frame
  }

  /// The checksum Adler-32.
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    var (sum, sums): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      sum = (sum + UInt32(byte)) % 65_521
      sums = (sums + sum) % 65_521
    }
    return sums << 16 | sum
  }
}
