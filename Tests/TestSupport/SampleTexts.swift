/// Sample texts for tests.
public enum SampleTexts {
  /// Words of many scripts and widths, without spaces.
  public static let words = [
    "a", "of", "konf", "timeline", "Zo\u{EB}", "e\u{301}tude", "会议", "日本語テキスト。",
    "「はい」", "\u{1F3A4}", "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{2764}\u{FE0F}",
    "\u{1F1E9}\u{1F1EA}", "(inside)", "\"quoted\"", "한국어", "\u{928}\u{92E}\u{938}\u{94D}\u{924}",
    "https://example.org/a/rather/long/path/that/fits/nowhere", "\u{645}\u{6CC}\u{200C}\u{62E}",
    "x\u{1B}[31m", "1\u{FE0F}\u{20E3}",
  ]

  /// Scalars that must never reach a terminal.
  public static let hostile: [Unicode.Scalar] =
    ([
      0x0, 0x7, 0x8, 0x9, 0xA, 0xD, 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x9D, 0xAD, 0x34F, 0x61C, 0x115F,
      0x1160, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202B,
      0x202C, 0x202D, 0x202E, 0x2060, 0x2064, 0x2066, 0x2067, 0x2068, 0x2069, 0x206F, 0x3164,
      0xFDD0, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFE, 0xE000, 0x13430, 0x1D173, 0xE0001, 0xE0041,
      0xE007F, 0xE0100, 0xF0000, 0x10FFFF,
    ] as [UInt32]).compactMap { Unicode.Scalar($0) }

  /// Returns random words.
  ///
  /// - Parameters:
  ///   - count: The number of words.
  ///   - random: The source of random numbers.
  /// - Returns: The words.
  public static func words(_ count: Int, using random: inout some RandomNumberGenerator) -> [String]
  {
    (0..<count).map { _ in words[Int.random(in: words.indices, using: &random)] }
  }
}
