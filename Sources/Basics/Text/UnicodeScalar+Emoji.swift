extension Unicode.Scalar {
  /// True for a letter that forms a flag together with another such letter.
  package var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// True for the variation selector that requests emoji presentation.
  package var isEmojiSelector: Bool { value == 0xFE0F }

  package var isZeroWidthJoiner: Bool { value == 0x200D }
}
