extension Int {
  /// A description of this number of bytes, such as "64 KiB".
  ///
  /// The description uses the largest unit that gives a whole number.
  package var bytesInWords: String {
    if self > 0, self % (1 << 20) == 0 { return "\(self >> 20) MiB" }
    if self > 0, self % (1 << 10) == 0 { return "\(self >> 10) KiB" }
    return "\(self) bytes"
  }
}
