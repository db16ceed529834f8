extension Unicode.Scalar {
  /// True for the symbols that begin spreadsheet formulas, and for their full-width forms.
  package var beginsFormula: Bool {
    switch self {
    case "=", "+", "-", "@", "＝", "＋", "－", "＠": true
    default: false
    }
  }
}
