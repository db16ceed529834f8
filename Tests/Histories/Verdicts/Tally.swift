/// How a version is looked at after it changed.
enum Mode: String, CaseIterable {
  /// Marked with `--data OLD`, looked at with `--data NEW`.
  case data = "--data"
  /// Marked after `use OLD`, looked at with `--data NEW`.
  case dataAfterUse = "used, --data"
  /// Marked after `use OLD`, looked at after `use NEW`.
  case use = "use"
  /// The same with a third version.
  case third = "use twice"
  /// The older version used again.
  case back = "back"
  /// Ratings of two data folders, put together.
  case merge = "merge"
  /// Another conference, and the first one again.
  case other = "other conf."
  /// Next year's edition, and the first one again.
  case nextYear = "next year"
}

/// What is counted.
enum Figure: String, CaseIterable {
  case views
  case marks
  case surviving = "  of what survives"
  case kept
  case wrong
  case merged
  case invented
  case lostSurvivor = "lost, reported: survives"
  case lostCancelled = "lost, reported: cancelled"
  case silentSurvivor = "lost silently: survives"
  case silentCancelled = "lost silently: cancelled"
  case misleadingSurvivor = "misleading: survives"
  case misleadingCancelled = "misleading: cancelled"
  case hadOwner = "  of it on one that was there"
  case askedAbout = "asked about: another talk"
  case mixedUp = "conferences mixed up"
  case unrecognized = "version not recognized"
  case appointmentsLost = "appointments lost"
  case appointmentsInvented = "appointments invented"
  case diffDisagrees = "diff disagrees"

  /// Whether examples of it are worth a look.
  var isFailure: Bool {
    switch self {
    case .views, .marks, .surviving, .kept, .lostCancelled, .hadOwner, .askedAbout: false
    default: true
    }
  }
}

/// The counts of all histories, with the first examples of each failure.
struct Tally {
  private static let mostExamples = 5

  private var counts: [Mode: [Figure: Int]] = [:]
  private(set) var examples: [Figure: [String]] = [:]
  /// How many marks of each kind were lost, reported and silently.
  private(set) var lost: [Mark.Kind: (reported: Int, silent: Int)] = [:]
  /// What is put before an example: the way to see it again.
  var history = ""
  /// Whether each example is printed as it comes.
  var isVerbose = false

  /// Counts something.
  mutating func add(_ figure: Figure, _ mode: Mode, count: Int = 1, _ example: String? = nil) {
    if count == 0 { return }
    counts[mode, default: [:]][figure, default: 0] += count
    guard let example else { return }
    if isVerbose { print("  ! \(mode.rawValue): \(figure.rawValue): \(example)") }
    if examples[figure, default: []].count < Self.mostExamples {
      examples[figure, default: []].append("\(history) \(mode.rawValue): \(example)")
    }
  }

  /// Counts a mark that is on nothing.
  mutating func addLost(_ kind: Mark.Kind, isReported: Bool) {
    lost[kind, default: (0, 0)].reported += isReported ? 1 : 0
    lost[kind, default: (0, 0)].silent += isReported ? 0 : 1
  }

  /// Returns a count, of one mode or of all.
  func count(_ figure: Figure, _ mode: Mode? = nil) -> Int {
    if let mode { return counts[mode]?[figure] ?? 0 }
    return Mode.allCases.reduce(0) { $0 + count(figure, $1) }
  }
}
