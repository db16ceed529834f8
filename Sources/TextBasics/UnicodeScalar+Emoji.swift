extension Unicode.Scalar {
  /// Whether the scalar is one of the letters that make a flag in pairs.
  package var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether the scalar selects the emoji form of the scalar before it.
  package var isEmojiSelector: Bool { value == 0xFE0F }

  /// Whether the scalar joins its neighbours without being seen.
  package var isZeroWidthJoiner: Bool { value == 0x200D }
}
