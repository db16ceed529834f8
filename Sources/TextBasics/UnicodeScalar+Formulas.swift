extension Unicode.Scalar {
  /// True for the symbols with which spreadsheet formulas begin, and for their full-width forms.
  package var beginsFormula: Bool {
    switch self {
    case "=", "+", "-", "@", "＝", "＋", "－", "＠": true
    default: false
    }
  }
}
