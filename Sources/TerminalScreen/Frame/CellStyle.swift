/// One of the sixteen colours that every colour terminal has; what they look like is the user's choice.
package enum TerminalColor: UInt8, CaseIterable, Sendable {
  case black
  case red
  case green
  case yellow
  case blue
  case magenta
  case cyan
  case white
  case brightBlack
  case brightRed
  case brightGreen
  case brightYellow
  case brightBlue
  case brightMagenta
  case brightCyan
  case brightWhite
}

/// How a cell looks.
///
/// Colour must never be the only sign of anything: without colour, the other properties remain.
package struct CellStyle: Hashable, Sendable {
  /// The colour of the letters; nil for the terminal's own.
  package var foreground: TerminalColor?
  /// The colour behind the letters; nil for the terminal's own.
  package var background: TerminalColor?
  /// Whether the letters are bold.
  package var isBold: Bool
  /// Whether the letters are dim.
  package var isDim: Bool
  /// Whether the colours of letters and background are swapped.
  package var isReverse: Bool
  /// Whether the letters are underlined.
  package var isUnderlined: Bool

  /// Creates a style.
  ///
  /// - Parameters:
  ///   - foreground: The colour of the letters; nil for the terminal's own.
  ///   - background: The colour behind the letters; nil for the terminal's own.
  ///   - bold: Whether the letters are bold.
  ///   - dim: Whether the letters are dim.
  ///   - reverse: Whether the colours of letters and background are swapped.
  ///   - underlined: Whether the letters are underlined.
  package init(
    _ foreground: TerminalColor? = nil, on background: TerminalColor? = nil, bold: Bool = false,
    dim: Bool = false, reverse: Bool = false, underlined: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    isBold = bold
    isDim = dim
    isReverse = reverse
    isUnderlined = underlined
  }

  /// The terminal's own colours, and nothing else.
  package static let plain = CellStyle()

  /// The style without colours, as it looks to users who do not want any.
  var withoutColor: CellStyle {
    var style = self
    style.foreground = nil
    style.background = nil
    return style
  }

  /// Whether a blank in this style looks like any other.
  var leavesBlanksBlank: Bool { background == nil && !isReverse && !isUnderlined }
}
