extension Unicode.Scalar {
  /// True for the signs that formulas of spreadsheets begin with, and their wide forms.
  package var beginsFormula: Bool {
    switch self {
    case "=", "+", "-", "@", "＝", "＋", "－", "＠": true
    default: false
    }
  }
}
