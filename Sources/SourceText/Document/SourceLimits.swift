/// The limits beyond which the reader refuses a text.
///
/// The limits keep a hostile text from taking too much memory: a value costs 16 bytes besides the
/// text itself, each different key about 40.
public struct SourceLimits: Sendable, Hashable {
  /// 128 MiB of text, 128 levels, texts of 1 MiB, 4,194,304 values and 16,384 different keys; in a
  /// short text fewer values, see ``values``.
  public static let standard = SourceLimits()

  /// The greatest length of the whole text in bytes; never more than 2 GiB whatever is set.
  public var bytes: Int

  /// The greatest number of lists and objects that are nested in each other.
  public var depth: Int

  /// The greatest length of one text or key in bytes, as written between its quotes.
  public var textBytes: Int

  /// The greatest number of values, lists and objects included.
  ///
  /// A value takes more memory than the comma before it, so the limit is 1,048,576 and one more for
  /// each 16 bytes: less than an empty text such as `[[],[],[]]` can have, and far more than any
  /// other has.
  public var values: Int

  /// The greatest number of different keys of objects, or names of elements and attributes.
  public var keys: Int

  /// Returns the limits for a text of so many bytes.
  func fitted(to count: Int) -> SourceLimits {
    var limits = self
    limits.values = min(values, 1 << 20 + count / 16)
    return limits
  }

  /// Creates limits; omitted ones have their standard value.
  ///
  /// - Parameters:
  ///   - bytes: The greatest length of the whole text in bytes.
  ///   - depth: The greatest number of lists and objects that are nested in each other.
  ///   - textBytes: The greatest length of one text or key in bytes, as written.
  ///   - values: The greatest number of values, lists and objects included.
  ///   - keys: The greatest number of different keys.
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
