extension Unicode.Scalar {
  /// True for the signs with which spreadsheet formulas begin, and for the wide forms of these
  /// signs.
  package var beginsFormula: Bool {
    switch self {
    case "=", "+", "-", "@", "＝", "＋", "－", "＠": true
    default: false
    }
  }
}
