import Basics
import XMLAndICalendar

/// A character reference by name or number, such as `&eacute;` or `&#233;`.
struct HTMLReference {
  let end: Int
  let scalar: Unicode.Scalar

  /// Reads the reference at an ampersand, or returns nil if no reference begins there.
  init?(at start: Int, in html: Span<UInt8>) {
    if let reference = XMLReference(at: start, in: html) {
      guard let scalar = reference.scalar else { return nil }
      self.scalar = Self.windows1252(scalar)
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

  /// Returns the character of a numeric reference.
  ///
  /// As in every browser, C1 controls stand for windows-1252 characters.
  private static func windows1252(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard 0x80...0x9F ~= scalar.value else { return scalar }
    let sign = signs1252[Int(scalar.value - 0x80)]
    return sign == " " ? scalar : sign
  }

  /// The windows-1252 characters for 0x80 to 0x9F, with a space for each unassigned code.
  private static let signs1252 = Array("€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ".unicodeScalars)

  /// Runs of consecutive characters, each with its first character and the names of all characters.
  private static let runs: [(first: UInt32, names: String)] = [
    (
      0xA0,
      """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
      sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
      Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
      ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
      szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
      iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute \
      ucirc uuml yacute thorn yuml
      """
    ),
    (
      0x391,
      """
      Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho
      """
    ),
    (0x3A3, "Sigma Tau Upsilon Phi Chi Psi Omega"),
    (
      0x3B1,
      """
      alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho \
      sigmaf sigma tau upsilon phi chi psi omega
      """
    ),
  ]

  /// The names of HTML 4 that are not in `runs`, each before its character.
  ///
  /// A few more names are included, because real files use them.
  private static let others = """
    OElig Œ oelig œ Scaron Š scaron š Zcaron Ž zcaron ž Yuml Ÿ fnof ƒ circ ˆ tilde ˜ thetasym ϑ \
    upsih ϒ piv ϖ ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † \
    Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € \
    image ℑ weierp ℘ real ℜ trade ™ alefsym ℵ larr ← uarr ↑ rarr → darr ↓ harr ↔ crarr ↵ lArr ⇐ \
    uArr ⇑ rArr ⇒ dArr ⇓ hArr ⇔ forall ∀ part ∂ exist ∃ empty ∅ nabla ∇ isin ∈ notin ∉ ni ∋ \
    prod ∏ sum ∑ minus − lowast ∗ radic √ prop ∝ infin ∞ ang ∠ and ∧ or ∨ cap ∩ cup ∪ int ∫ \
    there4 ∴ sim ∼ cong ≅ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ nsub ⊄ sube ⊆ supe ⊇ \
    oplus ⊕ otimes ⊗ perp ⊥ sdot ⋅ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lang ⟨ rang ⟩ loz ◊ \
    spades ♠ clubs ♣ hearts ♥ diams ♦ check ✓
    """

  private static let named: [String: Unicode.Scalar] = {
    var named: [String: Unicode.Scalar] = [
      "ensp": " ", "emsp": " ", "thinsp": " ", "zwnj": "\u{200C}", "zwj": "\u{200D}",
      "lrm": "\u{200E}", "rlm": "\u{200F}",
    ]
    for run in runs {
      for (place, name) in run.names.split(separator: " ").enumerated() {
        named[String(name)] = Unicode.Scalar(run.first + UInt32(place))
      }
    }
    let words = others.split(separator: " ")
    for (name, sign) in zip(words, words.dropFirst()) where name.utf8.allSatisfy({ $0 < 0x80 }) {
      named[String(name)] = sign.unicodeScalars.first
    }
    return named
  }()
}
