import SourceText

/// The kind of a JSON document that may be konf's output, judged by its first record.
enum KonfAnswer: Equatable {
  /// A schedule, or a list of its sessions or talks.
  case schedule
  case other(command: String)
  /// A list of talks from another program, with fields that konf does not have.
  case similar(unknown: [String])

  /// Determines the kind of a JSON document, or returns nil if it does not resemble konf's output.
  init?(of root: SourceValue) {
    switch root.kind {
    case .array:
      guard let record = root.elements.first(where: { $0.kind == .object }) else { return nil }
      self.init(ofRecord: record)
    case .object:
      guard root["conference"]?.kind == .object else { return nil }
      let lists = ["sessions", "talks"].compactMap { root[$0] }
      guard !lists.isEmpty, lists.allSatisfy({ $0.kind == .array }) else { return nil }
      let records = lists.flatMap { $0.elements.prefix(1) }
      guard records.allSatisfy({ Self.has(["title", "start"], $0) }) else { return nil }
      self = .schedule
    default: return nil
    }
  }

  private init?(ofRecord record: SourceValue) {
    for (command, fields) in Self.others where Self.has(fields, record) {
      self = .other(command: command)
      return
    }
    guard Self.has(["title", "start"], record) else { return nil }
    if record["talks"]?.kind == .array || record["speakers"]?.kind == .array {
      // Unknown fields may come from a newer version of konf. Lists from other programs lack some
      // of the tested fields.
      let isPrinted = Self.has(["id", "day", "end", "locations"], record)
      let unknown = isPrinted ? [] : record.members.map(\.key).filter { !KonfTable.isField($0) }
      self = unknown.isEmpty ? .schedule : .similar(unknown: unknown)
    } else if Self.has(["day", "end", "locations"], record) {
      self = .other(command: "add")
    } else {
      return nil
    }
  }

  private static func has(_ fields: [String], _ record: SourceValue) -> Bool {
    fields.allSatisfy { record[$0] != nil }
  }

  /// The fields that identify the output of commands that do not print a schedule.
  private static let others: [(command: String, fields: [String])] = [
    ("search", ["kind", "matched"]), ("agenda", ["kind", "clashes", "suggestions"]),
    ("diff", ["change", "changes"]), ("speakers", ["name", "biography", "talks"]),
    ("locations", ["name", "address", "sessions"]), ("conference", ["zone", "sessionCount"]),
    ("days", ["day", "sessionCount"]), ("use", ["event", "firstDay"]),
    ("tracks", ["name", "talkCount"]), ("ratings", ["title", "rating", "comment"]),
    ("ratings --merge", ["title", "mean", "spread"]), ("star", ["star", "note", "hidden"]),
    ("log", ["step", "undone"]), ("check", ["severity", "rule"]),
    ("entities", ["entity", "components"]), ("entities", ["part", "observers"]),
    ("log --import", ["event", "component"]), ("log --import", ["entity", "eventCount"]),
    ("doctor", ["damageCount", "unfinished"]), ("help", ["usages", "summary"]),
  ]
}
