/// The lines of konf about marks that have lost their talk.
struct LossReport {
  /// Words of lines that are about something that is still there.
  private static let remaining = [
    "moved to", "  moved ", "is now called", "is new", "→", "renamed",
  ]
  private static let heading = "no longer in the schedule"

  private var lines: [(text: String, claims: Set<Thing.Key>)] = []

  /// Takes all lines of an answer, or those below the heading about what has left the schedule.
  mutating func add(_ answer: KonfProgram.Answer, isWhole: Bool) {
    for line in answer.notes.split(separator: "\n") { add(line) }
    var isBelow = false
    for line in answer.text.split(separator: "\n", omittingEmptySubsequences: false) {
      // What is starred stays on the agenda.
      if isWhole || isBelow || line.contains(" cancelled ") { add(line) }
      if line.allSatisfy(\.isWhitespace) { isBelow = false }
      if line.lowercased().contains(Self.heading) { isBelow = true }
    }
  }

  private mutating func add(_ line: Substring) {
    if Self.remaining.contains(where: line.contains) { return }
    lines.append((String(line), []))
  }

  /// Returns whether konf says that it keeps things of a kind for another conference.
  ///
  /// - Parameter word: What one of them is called.
  /// - Returns: Whether a line says so.
  func namesElsewhere(_ word: String) -> Bool {
    lines.contains { line in
      line.text.contains("\(word) is for ") || line.text.contains("\(word)s are for ")
        || line.text.contains("\(word)s are for other conferences")
    }
  }

  /// True if konf asks whether a marked thing of the newer version is another talk than before, and
  /// prints the commands that remove its marks.
  func asksAbout(_ thing: Thing) -> Bool {
    lines.contains {
      $0.text.contains("if this is a different talk, run: konf ")
        && $0.text.contains(" \(thing.id)")
    }
  }

  /// Returns whether a line is about a mark; a line is about one thing only.
  mutating func claim(_ mark: Mark, on thing: Thing) -> Bool {
    let isNamed = lines.indices.first { position in
      let (text, claims) = lines[position]
      if text.contains(mark.token), mark.kind == .rating { return true }
      guard claims.isEmpty || claims.contains(thing.key) else { return false }
      return text.contains("[\(thing.id)]") || text.contains("[\(thing.id.prefix(8))]")
        || text.contains(thing.title)
    }
    guard let isNamed else { return false }
    lines[isNamed].claims.insert(thing.key)
    return true
  }
}
