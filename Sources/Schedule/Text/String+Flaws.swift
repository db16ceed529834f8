import TextBasics

extension String {
  /// Whether the text stands for one that is still to come, such as "TBA" or "to be announced".
  var isPlaceholder: Bool {
    // Folding takes long, and nearly every title begins with another letter or is too long.
    var count = 0
    var most = Self.longest
    for byte in utf8 where byte > 0x20 && !Self.isSign(byte) {
      if count == 0, byte < 0x80, !Self.isFirst(byte) { return false }
      // Letters beyond ASCII can become shorter, and there may be any number of question marks.
      if byte >= 0x80 || byte == UInt8(ascii: "?") { most = 100 }
      count += 1
      if count > most { return false }
    }
    let words = folded.filter { !Self.signs.contains($0) }
    return Self.placeholders.contains(words) || !words.isEmpty && words.allSatisfy { $0 == "?" }
  }

  private static let signs: Set<Character> = [
    ".", "(", ")", "[", "]", "<", ">", "-", "*", "!", "…",
  ]

  /// Whether a byte is one of the signs; a switch takes a tenth of what a list takes.
  private static func isSign(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case ".", "(", ")", "[", "]", "<", ">", "-", "*", "!": true
    default: false
    }
  }

  /// Whether a placeholder begins with a byte: with a letter, or with a question mark.
  private static func isFirst(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "t", "n", "u", "T", "N", "U", "?": true
    default: false
    }
  }

  private static let placeholders: Set<String> = [
    "tba", "tbd", "tbc", "nn", "to be announced", "to be confirmed", "to be decided",
    "to be determined", "to be defined", "untitled",
  ]

  /// The most letters of a placeholder, without its blanks.
  private static let longest = 14

  /// The flaw that keeps a link of the web from working, judged by its form alone; nil if there is
  /// none.
  var linkFlaw: String? {
    // By bytes, since a schedule has as many links as talks, and characters take ten times as long.
    withUTF8Span { flaw(ofLink: $0) }
  }

  private func flaw(ofLink bytes: Span<UInt8>) -> String? {
    if hasBlank(bytes) { return "in which is a blank" }
    guard var start = Self.startOfAuthority(bytes) else {
      return "which does not begin with https://"
    }
    var end = start
    authority: while end < bytes.count {
      switch bytes[end] {
      case ASCII.slash, ASCII.question, UInt8(ascii: "#"): break authority
      // The name of a user is before the host.
      case UInt8(ascii: "@"): start = end + 1
      default: break
      }
      end += 1
    }
    let host = bytes.extracting(start..<end)
    if host.count > 0, host[0] == ASCII.leftBracket {
      let isClosed = host.firstOffset(of: ASCII.rightBracket, from: 0) < host.count
      return isClosed ? nil : "which has no end of its host"
    }
    let name = host.extracting(0..<host.firstOffset(of: ASCII.colon, from: 0))
    if name.isEmpty { return "which names no host" }
    return Self.isWhole(name) ? nil : "which names no whole host"
  }

  private func hasBlank(_ bytes: Span<UInt8>) -> Bool {
    let end = bytes.endOfASCII(from: 0, lowest: ASCII.space + 1)
    return end < bytes.count && unicodeScalars.contains(where: \.properties.isWhitespace)
  }

  /// Where the host begins, with the name of a user before it; nil if the scheme is not http or https,
  /// in letters of either case.
  private static func startOfAuthority(_ address: Span<UInt8>) -> Int? {
    guard address.hasWord("HTTP", ignoringCaseAt: 0) else { return nil }
    let colon = address.hasWord("S", ignoringCaseAt: 4) ? 5 : 4
    return address.hasWord("://", at: colon) ? colon + 3 : nil
  }

  /// Whether a host is a name of several labels, or that of the machine itself.
  private static func isWhole(_ host: Span<UInt8>) -> Bool {
    if host.count == 9, host.hasWord("localhost", at: 0) { return true }
    var isWhole = false
    var before = ASCII.point
    // The last label may be empty: a name with a dot at its end is whole.
    for offset in 0..<host.count {
      if host[offset] == ASCII.point {
        if before == ASCII.point { return false }
        isWhole = true
      }
      before = host[offset]
    }
    return isWhole
  }

  /// The flaw that keeps a link of a talk or a person from working; nil if there is none.
  ///
  /// A link without a scheme may be one within the conference's own site.
  var webLinkFlaw: String? {
    guard let flaw = linkFlaw, let colon = firstRange(of: "://")?.lowerBound else { return nil }
    return Self.otherSchemes.contains(self[..<colon].lowercased()) ? nil : flaw
  }

  private static let otherSchemes: Set<String> = [
    "ftp", "ftps", "sftp", "irc", "ircs", "git", "ssh", "svn", "rtmp", "rtsp", "xmpp", "matrix",
    "webcal", "ipfs", "gemini", "gopher",
  ]

  /// Whether the text is meant to be followed, not read.
  var looksLikeLink: Bool {
    let start = utf8.prefix(4).map(ASCII.lowercased)
    return start.elementsEqual("http".utf8) || start.elementsEqual("www.".utf8)
      || hasByte { $0 == ASCII.colon } && utf8.contains("://".utf8)
  }
}
