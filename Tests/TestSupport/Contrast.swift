/// The contrast of text on common terminals.
public enum Contrast {
  private struct Palette {
    let text: Int
    let background: Int
    /// The sixteen colors.
    let colors: [Int]
  }

  /// xterm on black, xterm on white, and the light theme of GNOME.
  private static let palettes: [Palette] = {
    let xterm = [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
      0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    let gnome = [
      0x171421, 0xC01C28, 0x26A269, 0xA2734C, 0x12488B, 0xA347BA, 0x2AA1B3, 0xD0CFCC,
      0x5E5C64, 0xF66151, 0x33D17A, 0xE9AD0C, 0x2A7BDE, 0xC061CB, 0x33C7DE, 0xFFFFFF,
    ]
    return [
      Palette(text: 0xE5E5E5, background: 0x000000, colors: xterm),
      Palette(text: 0x000000, background: 0xFFFFFF, colors: xterm),
      Palette(text: 0x171421, background: 0xFFFFFF, colors: gnome),
    ]
  }()

  /// Returns the lowest contrast of a style in all palettes, from 1 to 21.
  ///
  /// - Parameters:
  ///   - foreground: The number of the color of the text, or nil for the default.
  ///   - background: The number of the color of the background, or nil for the default.
  ///   - isDim: True if the text is a third nearer to the background.
  /// - Returns: The contrast ratio of WCAG 2.
  public static func lowest(foreground: Int?, background: Int?, isDim: Bool) -> Double {
    palettes.map { palette in
      let back = parts(background.map { palette.colors[$0] } ?? palette.background)
      var text = parts(foreground.map { palette.colors[$0] } ?? palette.text)
      if isDim { text = zip(text, back).map { $0 * 2 / 3 + $1 / 3 } }
      let (one, other) = (luminance(text), luminance(back))
      return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }.min() ?? 0
  }

  private static func parts(_ color: Int) -> [Double] {
    [color >> 16, color >> 8 & 0xFF, color & 0xFF].map { Double($0) / 255 }
  }

  /// The relative luminance of WCAG 2.
  private static func luminance(_ color: [Double]) -> Double {
    let linear = color.map { $0 <= 0.04045 ? $0 / 12.92 : power(($0 + 0.055) / 1.055) }
    return zip(linear, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// Returns a number to the power of 2.4.
  private static func power(_ base: Double) -> Double {
    // The fifth root of the square, by Newton's method.
    let square = base * base
    var root = max(base, 0.1)
    for _ in 0..<40 {
      let fourth = root * root * root * root
      root -= (root * fourth - square) / (5 * fourth)
    }
    return square * root
  }
}
