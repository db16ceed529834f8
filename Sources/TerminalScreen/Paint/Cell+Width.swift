import TextBasics

extension Cell {
  /// Whether terminals differ in the columns that they use for the character: emoji, and all that
  /// consists of several scalars.
  package var isWidthUncertain: Bool {
    if width == 0 || isASCII { return false }
    let scalars = text.unicodeScalars
    guard let first = scalars.first else { return false }
    return scalars.count > 1 || first.properties.isEmoji || width > 2
  }

  /// The most columns that a terminal uses that draws each scalar by itself, and emoji wide.
  var mostColumns: Int {
    text.unicodeScalars.reduce(0) { sum, scalar in
      sum + max(DisplayWidth.of(Character(scalar)), scalar.properties.isEmoji ? 2 : 0)
    }
  }
}
