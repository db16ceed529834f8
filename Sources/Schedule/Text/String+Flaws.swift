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
    if unicodeScalars.contains(where: \.isBlank) { return "in which is a blank" }
    guard let colon = firstRange(of: "://") else { return "which does not begin with https://" }
    let scheme = self[..<colon.lowerBound].lowercased()
    guard ["http", "https"].contains(scheme) else { return "which does not begin with https://" }
    let authority = self[colon.upperBound...].prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    if host.hasPrefix("[") { return host.contains("]") ? nil : "which has no end of its host" }
    let name = host.prefix { $0 != ":" }
    if name.isEmpty { return "which names no host" }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    // The last label may be empty: a name with a dot at its end is whole.
    let isWhole = labels.count > 1 || name == "localhost"
    return isWhole && !labels.dropLast().contains("") ? nil : "which names no whole host"
  }

  /// What keeps a link of a talk or a person from working; nil if nothing does.
  ///
  /// What names no scheme may be meant within the conference's own site.
  var webLinkFlaw: String? {
    guard let colon = firstRange(of: "://") else { return nil }
    return Self.otherSchemes.contains(self[..<colon.lowerBound].lowercased()) ? nil : linkFlaw
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

extension Unicode.Scalar {
  /// Whether the scalar is a blank of any kind; the tables of Unicode are asked beyond ASCII only.
  fileprivate var isBlank: Bool {
    isASCII ? value == 0x20 || 9...13 ~= value : properties.isWhitespace
  }
}
