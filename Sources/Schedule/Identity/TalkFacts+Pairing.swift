import Basics

extension [TalkFacts] {
  /// The folded names of the talks' locations.
  var locationNames: Set<String> {
    let written = Set(lazy.flatMap { $0.timeAndPlace?.locations ?? [] })
    return Set(written.map(\.folded))
  }

  /// Each session's position in the array and its number of talks, by session identifier.
  var sessions: [String: (position: Int, count: Int)] {
    let counts = Dictionary(compactMap(\.sessionID).map { ($0, 1) }, uniquingKeysWith: +)
    let sessions = enumerated().filter { !$1.isPart }.map {
      ($1.ownID, ($0, counts[$1.ownID] ?? 0))
    }
    return Dictionary(sessions) { $1 }
  }

  var sharedCodes: Set<String> {
    var seen: Set<String> = []
    var shared: Set<String> = []
    for code in lazy.flatMap(\.otherIDs) where !seen.insert(code).inserted { shared.insert(code) }
    return shared
  }
}

extension TalkFacts {
  /// The identifier of the session that contains the talk, or nil if no session contains it.
  var sessionID: String? {
    if !isPart { return nil }
    let id = ownID
    return id.lastIndex(of: "/").map { String(id[..<$0]) }
  }

  /// The identifier, the part of it before an "@", and further codes in the file.
  var codes: Set<String> {
    Set([id, String(id.prefix { $0 != "@" })] + otherIDs)
  }
}
