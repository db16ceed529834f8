import SourceText

/// What `konf diff` says of the sessions and talks of two versions.
struct DiffStory {
  private var added: Set<String> = []
  private var gone: Set<String> = []
  private var changes: [String: [String: String?]] = [:]

  /// Reads the differences.
  init(_ records: [SourceValue]) {
    for record in records {
      guard let kind = record["kind"]?.string, kind == "session" || kind == "talk",
        let id = record["id"]?.string
      else { continue }
      switch record["change"]?.string {
      case "added": added.insert(id)
      case "changed": changes[id] = Self.oldValues(record)
      default: gone.insert(id)
      }
    }
  }

  private static func oldValues(_ record: SourceValue) -> [String: String?] {
    var old: [String: String?] = [:]
    for change in record["changes"].map({ Array($0.elements) }) ?? [] {
      old[change["what"]?.string ?? ""] = .some(change["old"]?.string)
    }
    return old
  }

  /// Whether a thing of the older version has no successor.
  func isGone(_ old: Thing) -> Bool { gone.contains(old.id) }

  /// Whether the story can be that one thing became another, as its mark did.
  func agrees(that old: Thing, became new: Thing) -> Bool {
    if gone.contains(old.id) || added.contains(new.id) { return false }
    let values = changes[new.id, default: [:]]
    if let title = values["name"] { return title == old.title }
    if old.title != new.title { return false }
    // A talk of a session has its time from there.
    if let moment = values["time"] { return moment == old.moment }
    return old.moment == new.moment || old.id.contains("/") || new.id.contains("/")
  }
}
