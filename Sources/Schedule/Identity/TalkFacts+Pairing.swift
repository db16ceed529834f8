import TextBasics

extension [TalkFacts] {
  /// The names of the locations as compared.
  var locationNames: Set<String> {
    let written = Set(lazy.flatMap { $0.whereabouts?.locations ?? [] })
    return Set(written.map(\.folded))
  }

  /// The sessions by their identifiers, with the number of their talks.
  var sessions: [String: (position: Int, count: Int)] {
    let counts = Dictionary(compactMap(\.sessionID).map { ($0, 1) }, uniquingKeysWith: +)
    let sessions = enumerated().filter { !$1.isPart }.map { ($1.id, ($0, counts[$1.id] ?? 0)) }
    return Dictionary(sessions) { $1 }
  }

  /// The codes that several of them have.
  var sharedCodes: Set<String> {
    var seen: Set<String> = []
    var shared: Set<String> = []
    for code in lazy.flatMap(\.otherIDs) where !seen.insert(code).inserted { shared.insert(code) }
    return shared
  }
}

extension TalkFacts {
  /// The identifier of the session that it is a part of.
  var sessionID: String? {
    isPart ? id.lastIndex(of: "/").map { String(id[..<$0]) } : nil
  }

  /// The identifier, its part before an "@", and the other codes of the file.
  var codes: Set<String> {
    Set([id, String(id.prefix { $0 != "@" })] + otherIDs)
  }
}
