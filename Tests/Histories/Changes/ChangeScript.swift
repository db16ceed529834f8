import TestSupport

/// What really happened to the next version of a schedule: a few changes, drawn at random.
struct ChangeScript {
  /// The version so far.
  var version: Version
  var generator: SplitMix64
  /// What happened, in words.
  private(set) var words: [String] = []
  private var nextKey: Int

  /// Prepares the script of a version.
  ///
  /// - Parameters:
  ///   - version: The version before.
  ///   - stage: The number of the version; what is new in it has keys of its own.
  ///   - generator: Where changes are drawn from.
  init(_ version: Version, stage: Int, _ generator: SplitMix64) {
    self.version = version
    self.generator = generator
    nextKey = stage * 10_000
    self.version.stamp += 1
  }

  /// Makes one to eight changes, most often few.
  mutating func run() {
    var count = 1
    while count < 8, generator.chance(65) { count += 1 }
    for _ in 0..<count { make(Change.weighted.oneElement(using: &generator)) }
  }

  /// Makes a change, if the schedule has what it needs.
  mutating func make(_ change: Change) {
    guard !version.slots.isEmpty, let what = apply(change) else { return }
    words.append(what)
  }

  private mutating func apply(_ change: Change) -> String? {
    switch change {
    case .moveInTime: move(inTime: true, toRoom: false)
    case .relocate: move(inTime: false, toRoom: true)
    case .moveAndRelocate: move(inTime: true, toRoom: true)
    case .swap: swap()
    case .split: split()
    case .shiftTimes: shiftTimes()
    case .changeCase: changeCase()
    case .rename: rename()
    case .changePeople: changePeople()
    case .retitle: retitle()
    case .renameLocation: renameLocation()
    case .renumber: renumber()
    case .insertInFront: insertInFront()
    case .newIdentifiers: newIdentifiers()
    case .shuffle: shuffle()
    case .insert: insert()
    case .cancel: cancel()
    case .cancelTwin: cancelTwin()
    case .editTwice: editTwice()
    case .replace: replace()
    case .giveUpRoom: giveUpRoom()
    case .exchangeIdentifiers: exchangeIdentifiers()
    }
  }

  // MARK: Choosing

  mutating func newKey() -> Int {
    nextKey += 1
    return nextKey
  }

  /// The position of a slot; half of the time of one whose title others have, too, where there are such.
  mutating func anySlot() -> Int {
    let titles = Dictionary(grouping: version.talks, by: \.title)
    let shared = version.slots.indices.filter { position in
      version.slots[position].talks.contains { titles[$0.title, default: []].count > 1 }
    }
    if !shared.isEmpty, generator.chance(40) { return shared.oneElement(using: &generator) }
    return generator.number(in: 0...version.slots.count - 1)
  }

  /// The positions of a slot and of a talk in it; nil if it has none.
  mutating func anyTalk() -> (slot: Int, talk: Int)? {
    let slot = anySlot()
    let count = version.slots[slot].talks.count
    return count == 0 ? nil : (slot, generator.number(in: 0...count - 1))
  }

  /// A time on the days of the conference at which nothing else is at a location.
  mutating func freeStart(at room: String) -> Int {
    let taken = Set(version.slots.filter { $0.room == room }.map(\.start))
    let days = (version.slots.map(\.start).max() ?? 0) / Version.minutesOfDay
    var start = 0
    for _ in 0..<50 {
      start =
        generator.number(in: 0...days) * Version.minutesOfDay
        + generator.number(in: 18...42) * 30
      if !taken.contains(start) { break }
    }
    return start
  }
}

extension Talk {
  /// What the check calls it in its reports.
  var words: String { "#\(key) \(title)" }
}

extension Slot {
  /// What the check calls it in its reports.
  var words: String {
    talks.isEmpty ? "#\(key) \(title)" : talks.map(\.words).joined(separator: ", ")
  }
}
