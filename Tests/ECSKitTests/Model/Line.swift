import ECSKit

/// What comes out of a move: events, reports and reads, in order.
enum Line<Handle: Hashable>: Equatable {
  /// An event that an observer got, and what it saw of the world then.
  case told(observer: Int, Told<Handle>, present: [Int?], counts: [Int])
  case misuse(Misuse)
  /// What a reader of change sets was given, or a call returned.
  case changes([Told<Handle>])
  case applied
  case refused(ChangeSetError)
  case list([Handle])
  case values([Handle: Int])
  case answer(Bool)
  case synced(SyncedReport)
  /// What a collector gave out, and how much is left.
  case gathered([Gathered<Handle>], left: Int)
  /// The context has ended, perhaps while an observer was called.
  case ended(isInside: Bool)

  func named<Name: Hashable>(_ name: (Handle) -> Name) -> Line<Name> {
    switch self {
    case .told(let observer, let told, let present, let counts):
      return .told(observer: observer, told.named(name), present: present, counts: counts)
    case .misuse(let misuse): return .misuse(misuse)
    case .changes(let changes): return .changes(changes.map { $0.named(name) })
    case .applied: return .applied
    case .refused(let error): return .refused(error)
    case .list(let handles): return .list(handles.map(name))
    case .values(let values):
      return .values(.init(values.map { (name($0), $1) }, uniquingKeysWith: +))
    case .answer(let answer): return .answer(answer)
    case .synced(let report): return .synced(report)
    case .gathered(let items, let left): return .gathered(items.map { $0.named(name) }, left: left)
    case .ended(let isInside): return .ended(isInside: isInside)
    }
  }

  /// What happened, for the test that looks whether scripts come to everything.
  var names: [String] {
    switch self {
    case .told: ["told"]
    case .misuse(let misuse): [Self.word(misuse)]
    case .changes(let changes): changes.isEmpty ? [] : ["changes"]
    case .applied: ["applied"]
    case .refused(.existence(_, let isExpected)): [isExpected ? "dead" : "occupied"]
    case .refused(let error): [error == .otherContext ? "otherContext" : Self.word(error)]
    case .synced(let report):
      ["\(report.outcome)"] + (report.refusals.isEmpty ? [] : ["edit refused"])
        + (report.conflicts.isEmpty ? [] : ["edit in conflict"])
    case .gathered(let items, _): items.isEmpty ? [] : ["gathered"]
    case .ended(let isInside): [isInside ? "ended inside" : "ended"]
    case .list, .values, .answer: []
    }
  }

  private static func word(_ value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? String(describing: value)
  }
}
