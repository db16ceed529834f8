/// The zlib format: a header, a deflate stream and a checksum.
///
/// - SeeAlso: RFC 1950, *ZLIB Compressed Data Format Specification*; RFC 1951, *DEFLATE Compressed
///   Data Format Specification*.
package enum Zlib {
  /// The default maximum size of decompressed content, in bytes.
  package static let limit = 1 << 20

  /// Returns the content of complete zlib data, after which no bytes may follow.
  ///
  /// - Throws: `ExchangeError` if the data is not zlib, is truncated or damaged, or if its content
  ///   exceeds the limit. The output never grows beyond the limit.
  package static func inflated(
    _ bytes: [UInt8], limit: Int = limit
  ) throws(ExchangeError) -> [UInt8] {
    guard bytes.count >= 2 else {
      throw ExchangeError("found \(bytes.count) compressed bytes; expected a zlib header")
    }
    let isDeflate = bytes[0] & 0x0F == 8 && bytes[0] >> 4 <= 7
    guard isDeflate, (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0 else {
      throw ExchangeError("found no zlib header; expected compressed bytes")
    }
    guard bytes[1] & 0x20 == 0 else {
      throw ExchangeError(
        "found compressed bytes that need a preset dictionary; expected bytes that need none")
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

  /// Returns zlib data with the given content; equal contents result in equal data.
  package static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    let checksum = checksum(of: bytes)
    // The header for a window of 32 KiB and maximum compression.
    var frame: [UInt8] = [0x78, 0xDA]
    frame += Deflater.compressed(bytes)
    for shift in [24, 16, 8, 0] { frame.append(UInt8(truncatingIfNeeded: checksum >> shift)) }
    return frame
  }

  /// Returns the Adler-32 checksum.
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    var (sum, sums): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      sum = (sum + UInt32(byte)) % 65_521
      sums = (sums + sum) % 65_521
    }
    return sums << 16 | sum
  }
}
