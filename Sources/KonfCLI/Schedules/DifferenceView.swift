import CommandLine
import Marks
import Schedule

/// A formatted selection of the differences between two versions of a schedule.
///
/// `konf diff` and `konf use` create this view. Differences that do not matter to attendees are
/// shown only if the user requests them, but they are always counted.
struct DifferenceView {
  /// True to also show differences that do not matter to attendees.
  let isWhole: Bool
  let times: Times
  /// The newer version.
  let schedule: ConferenceSchedule

  func shown(_ differences: Differences) -> Differences {
    isWhole ? differences : differences.noteworthy
  }

  func shown(_ difference: Difference) -> [Difference.Change] {
    difference.changes.filter { isWhole || $0.aspect.isNoteworthy }
  }

  func texts(
    of change: Difference.Change, in difference: Difference
  ) -> (old: SafeText, new: SafeText) {
    let old = difference.oldTiming
    let new = difference.newTiming
    switch change.aspect {
    case .time where old != nil && times.day(of: old) == times.day(of: new):
      return (times.span(of: old), times.span(of: new))
    case .time: return (times.dated(old), times.dated(new))
    case .length: return (length(old), length(new))
    case .offset: return (Self.offset(of: change.old), Self.offset(of: change.new))
    default: return (Self.short(change.old), Self.short(change.new))
    }
  }

  private func length(_ timing: Timing?) -> SafeText {
    timing?.length.map { "\(times.words($0))" } ?? "nothing"
  }

  private static func offset(of moment: String?) -> SafeText {
    let offset = moment?.suffix(6) ?? ""
    return offset.contains { "+-".contains($0) } ? "\(offset)" : "no offset"
  }

  private static func short(_ text: String?) -> SafeText {
    guard let text = text?.split(separator: "\n").joined(separator: " ") else { return "nothing" }
    return text.count > 160 ? "\(prose: String(text.prefix(160)))..." : "\(prose: text)"
  }
}

extension Times {
  fileprivate func span(of timing: Timing?) -> SafeText { timing.map { span($0) } ?? "" }
}

extension Difference {
  /// The kind of difference in one word, such as "added".
  var word: String {
    if isOld, isNew { return "changed" }
    if isNew { return "added" }
    return kind == .session || kind == .talk ? "cancelled" : "removed"
  }
}

extension Differences {
  /// The number of differences of each kind, such as "2 added, 1 changed".
  ///
  /// The value is nil if there are no differences.
  var counts: String? {
    let counts = reduce(into: [:]) { $0[$1.word, default: 0] += 1 }
    let words = ["added", "cancelled", "removed", "changed"].compactMap { word in
      counts[word].map { "\($0) \(word)" }
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension Differences {
  /// Returns the number of differences of each kind, such as "2 added, 1 moved".
  ///
  /// The result is nil if there are no differences.
  func counts(of view: DifferenceView) -> String? {
    let counts = reduce(into: [:]) { $0[view.kind(of: $1), default: 0] += 1 }
    let words = ["added", "cancelled", "removed", "moved", "renamed", "changed"].compactMap {
      word in
      counts[word].map { "\($0) \(word)" }
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension DifferenceView {
  /// Returns the kind of difference in one word.
  ///
  /// The word describes the change that matters most to attendees.
  fileprivate func kind(of difference: Difference) -> String {
    guard difference.isOld, difference.isNew else { return difference.word }
    let changes = shown(difference)
    if changes.contains(where: \.isMove) { return "moved" }
    return changes.contains { $0.aspect == .name } ? "renamed" : difference.word
  }

  /// Returns a row for each kind of change in a talk or a session.
  ///
  /// A row contains the kind, the title, and the old and new values, for example `Mail: 10:00 →
  /// 15:10, Hall → Janson`.
  func news(of difference: Difference) -> [[Line]] {
    let name: Line = "\(prose: difference.name, .strong)"
    let locations = difference.locations.joined(separator: ", ")
    let end = locations.isEmpty ? "" : ", \(locations)"
    guard difference.isOld, difference.isNew else {
      let was = difference.isNew ? "" : "was "
      return [
        [
          Line("\(difference.word)", .note),
          "\(name): \(was)\(times.dated(difference.timing))\(prose: end)",
        ]
      ]
    }
    let changes = shown(difference)
    var rows: [[Line]] = []
    let moves = changes.filter(\.isMove).map { way(of: $0, in: difference).string }
    if !moves.isEmpty {
      rows.append([Line("moved", .note), "\(name): \(prose: moves.joined(separator: ", "))"])
    }
    for change in changes where !change.isMove {
      let (old, new) = texts(of: change, in: difference)
      let arrow = times.glyphs.arrow
      if change.aspect == .name {
        rows.append([Line("renamed", .note), "\(old) \(arrow) \(new, .strong)"])
      } else {
        rows.append([Line("\(change.aspect.rawValue)", .dim), "\(name): \(old) \(arrow) \(new)"])
      }
    }
    return rows
  }

  private func way(of change: Difference.Change, in difference: Difference) -> SafeText {
    let (old, new) = texts(of: change, in: difference)
    let arrow = times.glyphs.arrow
    guard change.aspect == .time else { return "\(old) \(arrow) \(new)" }
    let isSameDay = times.day(of: difference.oldTiming) == times.day(of: difference.newTiming)
    func moment(_ timing: Timing?) -> SafeText {
      guard let start = timing?.start else { return "no time" }
      return isSameDay ? "\(times.clock(start))" : times.dated(start)
    }
    return "\(moment(difference.oldTiming)) \(arrow) \(moment(difference.newTiming))"
  }
}

extension Difference.Change {
  fileprivate var isMove: Bool { aspect == .time || aspect == .location }
}

extension Difference.Aspect {
  fileprivate var words: SafeText {
    switch self {
    case .time: "moved in time"
    case .offset: "offset corrected"
    case .length: "new length"
    case .location: "new location"
    case .session: "new session"
    case .name: "renamed"
    case .speakers: "new speakers"
    case .number: "new number"
    default: "\(rawValue)"
    }
  }
}

extension Page {
  mutating func differences(_ all: Differences, _ view: DifferenceView) {
    let shown = view.shown(all)
    for difference in shown where !isOver {
      blank()
      add(head(of: difference), hanging: 4)
      if difference.kind == .session || difference.kind == .talk {
        var when = Line(times.dated(difference.timing), .time)
        let locations = difference.locations.joined(separator: ", ")
        if !locations.isEmpty { when.append(", \(prose: locations)") }
        add(when, indent: 2, hanging: 4)
      }
      add(
        view.shown(difference).map { change in
          let texts = view.texts(of: change, in: difference)
          let arrow = presentation.glyphs.arrow
          return [Line(change.aspect.words, .dim), "\(texts.old) \(arrow) \(texts.new)"]
        })
    }
    blank()
    add(Line(Self.sum(of: shown, left: all.count - shown.count)))
  }

  private func head(of difference: Difference) -> Line {
    var head: Line = "\(prose: difference.name, .strong)"
    switch difference.kind {
    case .session, .talk:
      head.append(tag(schedule.shown(difference.id), after: difference.name))
    case .person, .location, .conference: head.append(" \("(\(difference.kind.rawValue))", .dim)")
    }
    if !difference.isOld || !difference.isNew {
      head.append(" \("\(dot) \(difference.word)", .note)")
    }
    return head
  }

  private static func sum(of shown: Differences, left: Int) -> SafeText {
    let rest = left == 0 ? "" : "; --all shows \(left) more"
    return "\(shown.counts ?? "no changes")\(rest)"
  }
}
