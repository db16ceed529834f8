extension String {
  /// True if the string contains right-to-left letters.
  ///
  /// - Complexity: O(*n*), where *n* is the number of scalars.
  package var hasRightToLeftLetters: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      case ..<0x590: false
      // These are Hebrew, Arabic, Syriac, Thaana, N'Ko and further scripts, their presentation
      // forms, and the right-to-left scripts of plane 1.
      case ...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
      default: false
      }
    }
  }
}
