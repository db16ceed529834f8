/// Limits beyond which a parser rejects a document.
///
/// The limits prevent a malicious document from taking too much memory. In addition to the text,
/// each value takes 16 bytes and each distinct key takes about 40 bytes.
public struct SourceLimits: Sendable, Hashable {
  /// The standard limits.
  ///
  /// The limits are 128 MiB of text, 128 levels of nesting, strings of 1 MiB, 4,194,304 values and
  /// 16,384 distinct keys. For short text, fewer values are allowed; see ``values``.
  public static let standard = SourceLimits()

  /// The maximum length of the whole text in bytes.
  ///
  /// The length can never exceed 2 GiB.
  public var bytes: Int

  /// The maximum nesting depth of lists and objects.
  public var depth: Int

  /// The maximum length of a string or key in bytes, as written between its quotes.
  public var textBytes: Int

  /// The maximum number of values, including lists and objects.
  ///
  /// A value takes more memory than its text. So the number of values is also limited to 1,048,576
  /// plus one for every 16 bytes of text. Only text that consists mostly of empty values, such as
  /// `[[],[],[]]`, can exceed this number.
  public var values: Int

  /// The maximum number of distinct keys of objects, including names of elements and attributes.
  public var keys: Int

  /// Returns the limits for text of the given length in bytes.
  ///
  /// For short text, fewer values are allowed.
  package func fitted(to count: Int) -> SourceLimits {
    var limits = self
    limits.values = min(values, 1 << 20 + count / 16)
    return limits
  }

  /// Creates limits.
  ///
  /// An omitted limit has its standard value.
  ///
  /// - Parameters:
  ///   - bytes: The maximum length of the whole text in bytes.
  ///   - depth: The maximum nesting depth of lists and objects.
  ///   - textBytes: The maximum length of a string or key in bytes, as written.
  ///   - values: The maximum number of values, including lists and objects.
  ///   - keys: The maximum number of distinct keys.
  public init(
    bytes: Int = 128 << 20, depth: Int = 128, textBytes: Int = 1 << 20, values: Int = 4 << 20,
    keys: Int = 1 << 14
  ) {
    self.bytes = bytes
    self.depth = depth
    self.textBytes = textBytes
    self.values = values
    self.keys = keys
  }
}
