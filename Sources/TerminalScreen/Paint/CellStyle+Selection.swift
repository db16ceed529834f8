extension CellStyle {
  /// Returns the escape sequence that switches from another style; empty if the styles are equal.
  func selection(from former: CellStyle) -> String {
    if self == former { return "" }
    if self == .plain { return "\u{1B}[m" }
    let anew = ["0"] + additions(to: .plain)
    var codes = anew
    if let removals = removals(from: former) {
      let changed = removals + additions(to: former)
      if changed.joined(separator: ";").utf8.count < anew.joined(separator: ";").utf8.count {
        codes = changed
      }
    }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  /// Returns the codes for the attributes and colors that the previous style does not have.
  private func additions(to former: CellStyle) -> [String] {
    var codes: [String] = []
    if isBold, !former.isBold { codes.append("1") }
    if isDim, !former.isDim { codes.append("2") }
    if isUnderlined, !former.isUnderlined { codes.append("4") }
    if isReverse, !former.isReverse { codes.append("7") }
    if let foreground, foreground != former.foreground {
      codes.append("\(foreground.code(base: 30))")
    }
    if let background, background != former.background {
      codes.append("\(background.code(base: 40))")
    }
    return codes
  }

  /// Returns the codes that reset attributes of the previous style.
  ///
  /// The result is nil if a code would also reset an attribute of this style.
  private func removals(from former: CellStyle) -> [String]? {
    var codes: [String] = []
    if former.isBold && !isBold || former.isDim && !isDim {
      // Bold and dim share one reset code.
      if former.isBold && isBold || former.isDim && isDim { return nil }
      codes.append("22")
    }
    if former.isUnderlined, !isUnderlined { codes.append("24") }
    if former.isReverse, !isReverse { codes.append("27") }
    if former.foreground != nil, foreground == nil { codes.append("39") }
    if former.background != nil, background == nil { codes.append("49") }
    return codes
  }
}

extension TerminalColor {
  fileprivate func code(base: Int) -> Int {
    rawValue < 8 ? base + Int(rawValue) : base + 60 + Int(rawValue) - 8
  }
}
