import SourceText

/// Stars talks of real schedules, each alone, and finds the star in the next version.
struct RealHistories {
  /// What became of the stars of one pair of versions.
  private struct Counts {
    var stars = 0
    /// The star is on the talk with the same identifier.
    var same = 0
    /// It is on another one, and no talk agrees with the old one in more.
    var best = 0
    /// It is on another one, and a talk agrees in more.
    var worse = 0
    /// How many of those were there before under their own id.
    var hadOwnID = 0
    var isOnSeveral = 0
    var lost = 0
    /// How many of the lost ones have a title and people that are unique in both versions.
    var lostThoughUnique = 0

    static func + (one: Counts, other: Counts) -> Counts {
      Counts(
        stars: one.stars + other.stars, same: one.same + other.same, best: one.best + other.best,
        worse: one.worse + other.worse, hadOwnID: one.hadOwnID + other.hadOwnID,
        isOnSeveral: one.isOnSeveral + other.isOnSeveral, lost: one.lost + other.lost,
        lostThoughUnique: one.lostThoughUnique + other.lostThoughUnique)
    }

    var cells: [Int] {
      [stars, same, best, worse, hadOwnID, isOnSeveral, lost, lostThoughUnique]
    }
  }

  private let konf = KonfProgram()
  private let folder: WorkFolder
  private var examples: [String] = []
  private let isVerbose: Bool

  init(in folder: WorkFolder, isVerbose: Bool) {
    self.folder = folder
    self.isVerbose = isVerbose
  }

  /// Tries every consecutive and every other pair, and prints the figures.
  ///
  /// - Returns: Whether no star went astray, and none was lost whose talk is beyond doubt.
  mutating func run(_ series: [[String]]) throws -> Bool {
    let heads = [
      "stars", "same id", "best", "worse", "had own id", "several", "lost", "lost though unique",
    ]
    print(Self.row("", heads))
    var all = Counts()
    for paths in series {
      let versions = try paths.map { try RealVersion($0, konf, home: "\(folder.path)/nobody") }
      for distance in 1...2 {
        for (old, new) in zip(versions, versions.dropFirst(distance)) {
          let counts = try compare(old, new)
          print(Self.row(Self.name(old, new), counts.cells.map { "\($0)" }))
          all = all + counts
        }
      }
    }
    print(Self.row("all", all.cells.map { "\($0)" }))
    for example in examples.prefix(isVerbose ? .max : 15) { print("  \(example)") }
    return all.worse + all.hadOwnID + all.isOnSeveral + all.lostThoughUnique == 0
  }

  private mutating func compare(_ old: RealVersion, _ new: RealVersion) throws -> Counts {
    var counts = Counts()
    for talk in old.talksToStar(new) {
      let home = "\(folder.path)/home"
      try konf.require(["use", old.path, "--name", "real"], home: home)
      try konf.require(["star", talk.id], home: home)
      try konf.require(["use", new.path, "--name", "real"], home: home)
      let ids = try konf.records(["talks", "--mine", "--json=id"], home: home)
        .compactMap { $0["id"]?.string }
      folder.clear()
      let found = ids.compactMap { id in new.talks.first { $0.id == id } }
      count(talk, found, old, new, &counts)
    }
    return counts
  }

  private mutating func count(
    _ talk: RealVersion.Talk, _ found: [RealVersion.Talk], _ old: RealVersion, _ new: RealVersion,
    _ counts: inout Counts
  ) {
    counts.stars += 1
    if found.count > 1 { counts.isOnSeveral += 1 }
    guard let one = found.first else {
      counts.lost += 1
      let alike = new.talks.filter { $0.isAlike(talk) }
      if alike.count == 1, old.talks.count(where: { $0.isAlike(talk) }) == 1 {
        counts.lostThoughUnique += 1
        examples.append("lost: \(Self.words(talk)), now \(Self.words(alike[0]))")
      }
      return
    }
    if one.id == talk.id, one.isAlike(talk) {
      counts.same += 1
      return
    }
    // The name of a position in a session is not the talk's own.
    let hadOwnID = old.talks.contains { $0.id == one.id && $0.id != talk.id && $0.isAlike(one) }
    if hadOwnID { counts.hadOwnID += 1 }
    let best = new.talks.map { $0.agreement(with: talk) }.max() ?? 0
    let agreement = one.agreement(with: talk)
    if agreement < best { counts.worse += 1 } else { counts.best += 1 }
    if hadOwnID || agreement < best {
      examples.append(
        "\(agreement) of \(best)\(hadOwnID ? ", had its own id" : ""): "
          + "\(Self.words(talk)) -> \(Self.words(one))")
    }
  }

  private static func words(_ talk: RealVersion.Talk) -> String {
    "[\(talk.id.prefix(8))] \(talk.title.prefix(40)), \(talk.start.prefix(16)), "
      + talk.locations.joined(separator: " + ")
  }

  private static func name(_ old: RealVersion, _ new: RealVersion) -> String {
    let names = [old, new].map { version in
      String(version.path.split(separator: "/").last?.dropLast(".json".count) ?? "")
    }
    return names.joined(separator: " > ")
  }

  private static func row(_ label: String, _ cells: [String]) -> String {
    let head = label + String(repeating: " ", count: max(0, 56 - label.count))
    return head
      + cells.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
  }
}
