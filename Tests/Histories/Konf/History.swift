import TestSupport

/// A history: versions of schedules, the marks in them, and the commands of a user.
struct History {
  /// What kind of history it is.
  enum Kind: String, CaseIterable {
    case newerVersion, threeVersions, backToOlder, otherConference, nextYear, twoDevices

    fileprivate static func drawn(_ generator: inout SplitMix64) -> Kind {
      switch generator.number(in: 0...99) {
      case 0..<55: .newerVersion
      case 55..<67: .threeVersions
      case 67..<75: .backToOlder
      case 75..<84: .otherConference
      case 84..<92: .nextYear
      default: .twoDevices
      }
    }
  }

  let kind: Kind
  /// The versions; the first one is marked.
  private(set) var versions: [Version] = []
  /// What happened from each to the next, in words.
  private(set) var words: [[String]] = [[]]
  /// What is marked in each version; the last ones may have nothing.
  private(set) var plans: [MarkPlan] = []
  /// Whether the schedules are named with each command, and konf is not asked to remember them.
  let isByData: Bool
  /// For two devices: whether the first has the newer version, too, before ratings are merged.
  let isFirstUpdated: Bool
  /// For two devices: whether the logs are exchanged as rows.
  let isByRows: Bool

  /// Whether the last schedule is another conference.
  var isOfTwoConferences: Bool { kind == .otherConference || kind == .nextYear }

  /// Makes a history from a seed.
  init(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let kind = Kind.drawn(&generator)
    let knowsUse = [.threeVersions, .backToOlder, .twoDevices].contains(kind)
    self.kind = kind
    isByData = !knowsUse && generator.chance(25)
    isFirstUpdated = generator.chance(50)
    isByRows = generator.chance(30)
    var maker = ScheduleMaker(SplitMix64(seed: generator.next()))
    versions = [maker.schedule()]
    switch kind {
    case .otherConference: add(Neighbours.other(than: versions[0], &generator), ["another one"])
    case .nextYear: add(Neighbours.nextYear(of: versions[0], &generator), ["a year later"])
    default:
      for stage in 1...(kind == .threeVersions ? 2 : 1) {
        var script = ChangeScript(
          versions[stage - 1], stage: stage, SplitMix64(seed: generator.next()))
        script.run()
        add(script.version, script.words)
      }
    }
    plan(&generator)
  }

  private mutating func add(_ version: Version, _ words: [String]) {
    versions.append(version)
    self.words.append(words)
  }

  private mutating func plan(_ generator: inout SplitMix64) {
    let isRated = kind == .twoDevices
    plans = [
      MarkPlan(
        versions[0], stage: 0, affected: affected(0), isOnlyRated: isRated, &generator)
    ]
    guard kind == .threeVersions || isRated else { return }
    // A second device does not know what the first one marked.
    let marked = isRated ? [] : Set(plans[0].marks.map(\.key))
    plans.append(
      MarkPlan(
        versions[1], stage: 1, excluding: marked, affected: isRated ? [] : affected(1),
        isOnlyRated: isRated, &generator))
  }

  /// What is another in the next version than in one.
  private func affected(_ stage: Int) -> Set<Thing.Key> {
    let later = Dictionary(
      versions[stage + 1].things.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let changed = versions[stage].things.filter { thing in
      later[thing.key].map { $0.agreement(with: thing) < 5 } ?? true
    }
    return Set(changed.map(\.key))
  }
}

extension History {
  /// The history for a reader.
  var description: String {
    var lines = ["\(kind.rawValue), \(versions[0].shape.rawValue)"]
    for (stage, version) in versions.enumerated() {
      lines.append("version \(stage): \(version.title), \(version.slots.count) sessions")
      lines += words[stage].map { "  - \($0)" }
      let marks = plans.flatMap(\.marks).filter { $0.stage == stage }
      let byKey = Dictionary(grouping: marks, by: \.key)
      for thing in version.things {
        let words = byKey[thing.key, default: []].map(\.words).joined(separator: "; ")
        lines.append("    \(thing.words)\(words.isEmpty ? "" : "  <- \(words)")")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension Thing {
  /// The thing for a reader, its key first.
  var words: String {
    let key =
      switch self.key {
      case .talk(let number): "#\(number)"
      case .session(let number): "session #\(number)"
      }
    return "\(key) [\(id.prefix(8))] \(title), \(people.joined(separator: " + ")), "
      + "\(moment.prefix(16)), \(room)"
  }
}
