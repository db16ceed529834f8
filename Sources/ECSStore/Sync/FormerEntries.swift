/// The log entries before a merge, by subject.
///
/// The tables of winning and uncovered entries include only entries that devices exchange. Each
/// table is created when it is first used, because a sync without new entries needs none.
struct FormerEntries {
  private let all: [LogEntry]
  private let allUncovered: [LogEntry]
  private let device: DeviceID

  /// The winning entry of each subject.
  lazy var latest = Dictionary(
    uniqueKeysWithValues: allUncovered.latest().map { ($0.change.subject, $0) })
  /// The uncovered entries of each subject, in log order.
  lazy var uncovered = Dictionary(grouping: allUncovered, by: \.change.subject)
  /// The winning entries about each entity, in log order.
  ///
  /// The key is the subject of the entity's existence.
  lazy var ofEntities = Dictionary(
    grouping: latest.values.sorted { $0.precedes($1) }.flatMap { entry in
      Self.entities(of: entry.change).map { ($0, entry) }
    }, by: \.0
  ).mapValues { $0.map(\.1) }
  /// The entries of the device by their counters.
  private lazy var own = Dictionary(
    all.filter { [device] in $0.device == device }.map { ($0.counter, $0) },
    uniquingKeysWith: { $1 })
  private lazy var greatestOwn = own.keys.max() ?? 0
  private lazy var ownBySubject = Dictionary(grouping: own.values, by: \.change.subject)
  /// The latest entry of the device about each subject.
  lazy var latestOwn = Dictionary(own.values.map { ($0.change.subject, $0) }) {
    $0.precedes($1) ? $1 : $0
  }

  /// Returns true if entries that the device has retracted cover an entry.
  mutating func isCoveredByRetracted(_ other: LogEntry) -> Bool {
    guard let retraction = latestOwn[other.change.subject] else { return false }
    return ownBySubject[other.change.subject, default: []].contains {
      retraction.retracts($0) && $0.covers(other)
    }
  }

  init(_ uncovered: [LogEntry], of all: [LogEntry], _ device: DeviceID) {
    (allUncovered, self.all, self.device) = (uncovered, all, device)
  }

  /// Returns the subject of entries about the existence of a change's entity.
  static func entity(of change: LogChange) -> LogSubject {
    LogSubject(scope: change.scope, kind: Existence.storedName, target: change.target)
  }

  /// Returns the subjects of entries about the existence of a change's entities.
  ///
  /// A change to a link has two entities: its source and its target. Other changes have one.
  static func entities(of change: LogChange) -> [LogSubject] {
    let entity = entity(of: change)
    return change.subject.isLink ? [entity, entity.withTarget(change.name)] : [entity]
  }

  /// Returns true if the device wrote an entry that its log has lost.
  ///
  /// An entry is lost if the log has a different entry with the same counter, or if all entries of
  /// the device in the log have smaller counters.
  mutating func hasLost(_ entry: LogEntry) -> Bool {
    guard entry.device == device else { return false }
    return own[entry.counter].map { $0 != entry } ?? (entry.counter > greatestOwn)
  }
}
