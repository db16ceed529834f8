/// Where drawn lines meet.
extension Glyphs {
  /// The directions in which lines lead away from a crossing.
  struct Arms: OptionSet {
    let rawValue: Int

    static let up = Arms(rawValue: 1)
    static let down = Arms(rawValue: 2)
    static let left = Arms(rawValue: 4)
    static let right = Arms(rawValue: 8)

    init(rawValue: Int) {
      self.rawValue = rawValue
    }

    init(up: Bool = false, down: Bool = false, left: Bool = false, right: Bool = false) {
      self = []
      if up { insert(.up) }
      if down { insert(.down) }
      if left { insert(.left) }
      if right { insert(.right) }
    }
  }

  /// Returns the sign for a crossing of lines; a blank if there is none.
  func crossing(_ arms: Arms) -> SafeText {
    SafeText(String(crossings[arms.rawValue]))
  }
}
