import Basics

extension Cell {
  /// True if terminals disagree about the width of the character.
  ///
  /// This is the case for emoji and for characters of several scalars.
  package var isWidthUncertain: Bool {
    if width == 0 || isASCII { return false }
    let scalars = text.unicodeScalars
    guard let first = scalars.first else { return false }
    return scalars.count > 1 || first.properties.isEmoji || width > 2
  }

  /// The width on a terminal that draws each scalar separately and all emoji wide.
  var mostColumns: Int {
    text.unicodeScalars.reduce(0) { sum, scalar in
      sum + max(DisplayWidth.of(Character(scalar)), scalar.properties.isEmoji ? 2 : 0)
    }
  }
}
