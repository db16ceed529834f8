import TextBasics

extension String {
  /// Whether the text stands for one that is still to come, such as "TBA" or "to be announced".
  var isPlaceholder: Bool {
    // Folding takes long, and nearly every title begins with another letter or is too long.
    var count = 0
    for byte in utf8 where !Self.signBytes.contains(byte) && byte != UInt8(ascii: " ") {
      if count == 0, byte < 0x80, !Self.firstBytes.contains(byte) { return false }
      count += 1
      if count > 100 { return false }
    }
    let signs: Set<Character> = [".", "(", ")", "[", "]", "<", ">", "-", "*", "!", "…"]
    let words = folded.filter { !signs.contains($0) }
    return Self.placeholders.contains(words) || !words.isEmpty && words.allSatisfy { $0 == "?" }
  }

  private static let signBytes = Array(".()[]<>-*!".utf8)

  /// The letters that the placeholders begin with, and the question mark.
  private static let firstBytes = Array("tnuTNU?".utf8)

  private static let placeholders: Set<String> = [
    "tba", "tbd", "tbc", "nn", "to be announced", "to be confirmed", "to be decided",
    "to be determined", "to be defined", "untitled",
  ]

  /// What keeps a link of the web from working, by its form alone; nil if nothing does.
  var linkFlaw: String? {
    if hasBlank { return "in which is a blank" }
    // By bytes, since a schedule has as many links as talks, and characters take ten times as long.
    guard let colon = firstRange(of: "://"), Self.isOfWeb(utf8[..<colon.lowerBound]) else {
      return "which does not begin with https://"
    }
    let authority = Array(utf8[colon.upperBound...].prefix { !Self.endsOfHost.contains($0) })
    let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? 0
    let host = authority[start...]
    if host.first == ASCII.leftBracket {
      return host.contains(ASCII.rightBracket) ? nil : "which has no end of its host"
    }
    let name = host.prefix { $0 != ASCII.colon }
    if name.isEmpty { return "which names no host" }
    return Self.isWhole(name) ? nil : "which names no whole host"
  }

  private var hasBlank: Bool {
    var isASCII = true
    for byte in utf8 {
      if byte == 0x20 || 9...13 ~= byte { return true }
      if byte >= 0x80 { isASCII = false }
    }
    return !isASCII && unicodeScalars.contains(where: \.properties.isWhitespace)
  }

  private static let endsOfHost = Array("/?#".utf8)

  /// Whether the scheme of an address is http or https, in letters of either case.
  private static func isOfWeb(_ scheme: Substring.UTF8View) -> Bool {
    let scheme = scheme.lazy.map { $0 | 0x20 }
    return scheme.elementsEqual("https".utf8) || scheme.elementsEqual("http".utf8)
  }

  /// Whether a host is a name of several labels, or that of the machine itself.
  private static func isWhole(_ host: ArraySlice<UInt8>) -> Bool {
    if host.elementsEqual("localhost".utf8) { return true }
    var isWhole = false
    var before = ASCII.point
    // The last label may be empty: a name with a dot at its end is whole.
    for byte in host {
      if byte == ASCII.point {
        if before == ASCII.point { return false }
        isWhole = true
      }
      before = byte
    }
    return isWhole
  }

  /// What keeps a link of a talk or a person from working; nil if nothing does.
  ///
  /// What names no scheme may be meant within the conference's own site.
  var webLinkFlaw: String? {
    guard let colon = firstRange(of: "://") else { return nil }
    let scheme = self[..<colon.lowerBound]
    return scheme != "https" && Self.otherSchemes.contains(scheme.lowercased()) ? nil : linkFlaw
  }

  private static let otherSchemes: Set<String> = [
    "ftp", "ftps", "sftp", "irc", "ircs", "git", "ssh", "svn", "rtmp", "rtsp", "xmpp", "matrix",
    "webcal", "ipfs", "gemini", "gopher",
  ]

  /// Whether the text is meant to be followed, not read.
  var looksLikeLink: Bool {
    let start = lowercased()
    return start.hasPrefix("http") || start.hasPrefix("www.") || start.contains("://")
  }
}

extension String {
  /// Returns where a part begins and ends first.
  ///
  /// That of the standard library takes a sixth of all that a check of a large schedule does.
  private func firstRange(of part: String) -> Range<Index>? {
    var rest = utf8[...]
    while let start = rest.firstIndex(of: part.utf8.first ?? 0) {
      rest = rest[start...]
      if rest.starts(with: part.utf8) {
        return start..<utf8.index(start, offsetBy: part.utf8.count)
      }
      rest.removeFirst()
    }
    return nil
  }
}
