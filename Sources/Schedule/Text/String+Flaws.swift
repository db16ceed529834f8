import Basics

extension String {
  /// True if the string is a placeholder, such as "TBA" or "to be announced".
  var isPlaceholder: Bool {
    // This check avoids slow folding. Nearly all titles start with a letter that no placeholder
    // starts with, or are too long.
    var count = 0
    var most = Self.longest
    for byte in utf8 where byte > 0x20 && !Self.isSign(byte) {
      if count == 0, byte < 0x80, !Self.isFirst(byte) { return false }
      // Folding can shorten letters beyond ASCII. The number of question marks is unlimited.
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

  /// Returns true for the ASCII characters in `signs`.
  ///
  /// The function is ten times as fast as a lookup in the set.
  private static func isSign(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case ".", "(", ")", "[", "]", "<", ">", "-", "*", "!": true
    default: false
    }
  }

  /// Returns true if a placeholder can start with the byte.
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

  /// The maximum number of characters in a placeholder, not counting spaces.
  private static let longest = 14

  /// The syntax error in an absolute web link, or nil if the link is valid.
  var linkFlaw: String? {
    // The code uses bytes because every talk may have links. Characters would take ten times as
    // long.
    withUTF8Span { flaw(ofLink: $0) }
  }

  private func flaw(ofLink bytes: Span<UInt8>) -> String? {
    if hasBlank(bytes) { return "which contains white space" }
    guard var start = Self.startOfAuthority(bytes) else {
      return "which does not begin with https://"
    }
    var end = start
    authority: while end < bytes.count {
      switch bytes[end] {
      case ASCII.slash, ASCII.question, UInt8(ascii: "#"): break authority
      // A user name precedes the host.
      case UInt8(ascii: "@"): start = end + 1
      default: break
      }
      end += 1
    }
    let host = bytes.extracting(start..<end)
    if host.count > 0, host[0] == ASCII.leftBracket {
      let isClosed = host.firstOffset(of: ASCII.rightBracket, from: 0) < host.count
      return isClosed ? nil : "whose host lacks the closing bracket"
    }
    let name = host.extracting(0..<host.firstOffset(of: ASCII.colon, from: 0))
    if name.isEmpty { return "which has no host" }
    return Self.isWhole(name) ? nil : "which has an incomplete host"
  }

  private func hasBlank(_ bytes: Span<UInt8>) -> Bool {
    let end = bytes.endOfASCII(from: 0, lowest: ASCII.space + 1)
    return end < bytes.count && unicodeScalars.contains(where: \.properties.isWhitespace)
  }

  /// Returns the offset after the scheme, or nil if the scheme is not http or https, ignoring case.
  private static func startOfAuthority(_ address: Span<UInt8>) -> Int? {
    guard address.hasWord("HTTP", ignoringCaseAt: 0) else { return nil }
    let colon = address.hasWord("S", ignoringCaseAt: 4) ? 5 : 4
    return address.hasWord("://", at: colon) ? colon + 3 : nil
  }

  /// Returns true for a host name with several labels, and for localhost.
  private static func isWhole(_ host: Span<UInt8>) -> Bool {
    if host.count == 9, host.hasWord("localhost", at: 0) { return true }
    var isWhole = false
    var before = ASCII.point
    // The last label may be empty, because a trailing dot marks a fully qualified name.
    for offset in 0..<host.count {
      if host[offset] == ASCII.point {
        if before == ASCII.point { return false }
        isWhole = true
      }
      before = host[offset]
    }
    return isWhole
  }

  /// The syntax error in a link of a talk or a person, or nil if the link is valid.
  ///
  /// A link without a scheme is valid, because it may be relative to the conference's website.
  var webLinkFlaw: String? {
    guard let flaw = linkFlaw, let colon = firstRange(of: "://")?.lowerBound else { return nil }
    return Self.otherSchemes.contains(self[..<colon].lowercased()) ? nil : flaw
  }

  private static let otherSchemes: Set<String> = [
    "ftp", "ftps", "sftp", "irc", "ircs", "git", "ssh", "svn", "rtmp", "rtsp", "xmpp", "matrix",
    "webcal", "ipfs", "gemini", "gopher",
  ]

  /// True if the string looks like a URL.
  var looksLikeLink: Bool {
    let start = utf8.prefix(4).map(ASCII.lowercased)
    return start.elementsEqual("http".utf8) || start.elementsEqual("www.".utf8)
      || hasByte { $0 == ASCII.colon } && utf8.contains("://".utf8)
  }
}
