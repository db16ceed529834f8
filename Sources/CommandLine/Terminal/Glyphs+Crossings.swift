extension Glyphs {
  /// The directions of the lines that meet at a crossing.
  package struct Arms: OptionSet {
    package let rawValue: Int

    package static let up = Arms(rawValue: 1)
    package static let down = Arms(rawValue: 2)
    package static let left = Arms(rawValue: 4)
    package static let right = Arms(rawValue: 8)

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    package init(up: Bool = false, down: Bool = false, left: Bool = false, right: Bool = false) {
      self = []
      if up { insert(.up) }
      if down { insert(.down) }
      if left { insert(.left) }
      if right { insert(.right) }
    }
  }

  /// Returns the box-drawing character for a crossing, or a space if no lines meet.
  package func crossing(_ arms: Arms) -> SafeText {
    SafeText(String(crossings[arms.rawValue]))
  }
}
