/// A character that HTML writes by its name or number, such as `&eacute;` or `&#233;`.
struct HTMLReference {
  /// The offset after the reference.
  let end: Int
  let scalar: Unicode.Scalar

  /// Reads the reference that begins with this ampersand; nil if there is none.
  init?(at start: Int, in html: Span<UInt8>) {
    if let reference = XMLReference(at: start, in: html) {
      guard let scalar = reference.scalar else { return nil }
      self.scalar = scalar
      end = reference.end
      return
    }
    var end = start + 1
    var name = ""
    while end < html.count, end - start < 10, ASCII.isWord(html[end]) {
      name.unicodeScalars.append(Unicode.Scalar(html[end]))
      end += 1
    }
    guard end < html.count, html[end] == ASCII.semicolon, let scalar = Self.named[name] else {
      return nil
    }
    self.scalar = scalar
    self.end = end + 1
  }

  /// The names of Latin-1 in the order of their characters, which begin with U+00A0.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
    sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
    Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
    szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute \
    icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml \
    yacute thorn yuml
    """

  /// The names that texts about conferences have.
  private static let named: [String: Unicode.Scalar] = {
    var named: [String: Unicode.Scalar] = [
      "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Zcaron": "Ž", "zcaron": "ž",
      "Yuml": "Ÿ", "ensp": " ", "emsp": " ", "thinsp": " ", "ndash": "–", "mdash": "—",
      "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„",
      "bull": "•", "hellip": "…", "prime": "′", "lsaquo": "‹", "rsaquo": "›", "euro": "€",
      "trade": "™", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔", "rArr": "⇒",
      "hArr": "⇔", "infin": "∞", "ne": "≠", "le": "≤", "ge": "≥", "asymp": "≈", "minus": "−",
      "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "lambda": "λ", "mu": "μ", "pi": "π",
      "sigma": "σ", "omega": "ω", "check": "✓", "hearts": "♥",
    ]
    for (place, name) in latin.split(separator: " ").enumerated() {
      named[String(name)] = Unicode.Scalar(UInt32(0xA0 + place))
    }
    return named
  }()
}
