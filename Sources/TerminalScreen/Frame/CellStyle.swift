/// One of the sixteen colors that every color terminal has.
///
/// The settings of the terminal define how each color looks.
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

/// The colors and attributes of a cell.
///
/// No meaning may depend on color alone, because users can turn color off.
package struct CellStyle: Hashable, Sendable {
  /// The text color, or nil for the terminal's default.
  package var foreground: TerminalColor?
  /// The background color, or nil for the terminal's default.
  package var background: TerminalColor?
  package var isBold: Bool
  package var isDim: Bool
  /// True if the text and background colors are swapped.
  package var isReverse: Bool
  package var isUnderlined: Bool

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

  /// The terminal's default colors without attributes.
  package static let plain = CellStyle()

  var withoutColor: CellStyle {
    var style = self
    style.foreground = nil
    style.background = nil
    return style
  }

  /// True if a space in this style is invisible.
  var leavesBlanksBlank: Bool { background == nil && !isReverse && !isUnderlined }
}
