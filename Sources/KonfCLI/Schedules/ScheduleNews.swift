import CommandLine
import ECSKit
import Marks
import Schedule

/// Two overlapping items on the agenda.
struct PlannedClash {
  struct Side {
    let id: String
    let title: String
  }

  let first: Side
  let second: Side
}

/// The changes in a newer version of a saved schedule, in particular changes to starred talks.
///
/// `konf use` creates the news from a ``VersionChange`` and prints it. Only the user removes marks.
/// If a marked talk may have become a different talk, the output contains the command that removes
/// its marks.
struct ScheduleNews {
  private static let mostLines = 5

  let view: DifferenceView
  /// The differences that attendees need to know.
  let shown: Differences
  let otherCount: Int
  /// The shown differences of items that the user starred.
  ///
  /// Items with other marks are included only if they were removed or may now be different talks.
  let mine: Differences
  /// The commands that remove the marks of possibly different talks, by identifier.
  ///
  /// All of these talks are in `mine`.
  let removals: [String: SafeText]
  /// The items on the agenda that overlap in the newer version but not in the older version.
  ///
  /// The items have their current names.
  let clashes: [PlannedClash]
  /// The command line that shows the differences, or nil if both versions have the same file.
  let diff: SafeText?
  /// The zone of the newer version, or nil if the older version has the same zone.
  let newZone: SafeText?

  var records: [JSONOutput] { shown.map { DifferenceRecord($0, view).json } }

  /// Returns the rows below the name of the schedule.
  ///
  /// The first row contains the number of changes of each kind. Further rows show the old and the
  /// new values for each kind of change in `mine`.
  func rows(named name: SafeText) -> [[Line]] {
    guard let summary else {
      let hint: SafeText = diff.map { "; \($0) --all shows them" } ?? ""
      let words: Line = otherCount == 0 ? "nothing changed" : "only details changed\(hint)"
      return [[Line(name), words]]
    }
    var hint: SafeText = ""
    if let diff {
      if mine.isEmpty { hint = "; see \(diff)" }
    } else if let newZone {
      hint = "; the zone is now \(newZone)"
    }
    var rows: [[Line]] = []
    var open = clashes[...]
    for difference in mine.prefix(Self.mostLines) {
      rows += view.news(of: difference)
      if let commands = removals[difference.id] {
        rows.append([Line(), "if this is a different talk, run: \(commands)"])
      }
      // Each overlap is listed below the changes of its talk.
      for clash in open.filter({ $0.has(difference.id) }) {
        rows.append([Line(), "\("clashes with", .error) \(clash.other(than: difference.id)) now"])
      }
      open.removeAll { $0.has(difference.id) }
    }
    if mine.count > Self.mostLines {
      rows.append([Line(), "and \(mine.count - Self.mostLines) more of yours"])
    }
    rows += open.prefix(Self.mostLines).map { clash in
      [
        Line("clash", .error),
        """
        \(prose: clash.first.title, .strong) and \(prose: clash.second.title, .strong) are now at \
        the same time
        """,
      ]
    }
    let rest = open.count - Self.mostLines
    if rest > 0 { rows.append([Line(), "and \(rest) more pairs that are now at the same time"]) }
    return [[Line(name), "\(summary)\(hint)"]]
      + rows.enumerated().map { [$0 == 0 ? Line("yours", .note) : Line()] + $1 }
  }
}

extension ScheduleNews {
  /// The numbers of changes by kind, followed by the renamed locations and people.
  ///
  /// A renamed location or person counts once, not for each of its sessions or talks. The value is
  /// nil if nothing changed.
  private var summary: SafeText? {
    let renamings = shown.compactMap(\.renaming)
    let counts = shown.filter { $0.renaming == nil }.counts(of: view)
    var parts: [SafeText] = counts.map { ["\($0)"] } ?? []
    parts += renamings.prefix(Self.mostLines).map { old, new in
      "\(prose: old) is now called \(prose: new)"
    }
    let rest = renamings.count - Self.mostLines
    if rest > 0 { parts.append("\(rest) more have new names") }
    return parts.inOneLine
  }
}

extension Difference {
  /// The old and the new name of a location or a person, or nil unless only the name has changed.
  fileprivate var renaming: (old: String, new: String)? {
    let changes = changes.filter(\.aspect.isNoteworthy)
    guard kind == .location || kind == .person, changes.count == 1, let change = changes.first,
      change.aspect == .name, let old = change.old, let new = change.new
    else { return nil }
    return (old, new)
  }
}

extension PlannedClash {
  fileprivate func has(_ id: String) -> Bool { first.id == id || second.id == id }

  fileprivate func other(than id: String) -> Line {
    "\(prose: first.id == id ? second.title : first.title, .strong)"
  }
}

extension VersionChange {
  /// Returns the news about a newer version.
  ///
  /// The news contains the differences that attendees need to know, and the differences of the
  /// user's marked talks. `zone` is the zone of the older version. `isSameFile` is true if only the
  /// options for reading the file differ.
  func news(_ run: Run, since zone: Zone, isSameFile: Bool) -> ScheduleNews {
    let view = DifferenceView(isWhole: false, times: Times(run), schedule: run.schedule)
    let shown = view.shown(comparison.differences)
    let returned = returnedStars
    let mine = view.shown(comparison.ownDifferences).filter { difference in
      guard let formerID = difference.formerID else { return returned.contains(difference.id) }
      let isOther = !difference.isNew || difference.mayBeAnother
      return older.schedule.isMine(formerID, isOther: isOther)
    }
    let removals = mine.filter(\.mayBeAnother).compactMap { difference in
      older.schedule.removals(
        of: difference.formerID, nowCalled: difference.id, repeating: run.invocation
      ).map {
        (difference.id, $0)
      }
    }
    return ScheduleNews(
      view: view, shown: shown, otherCount: comparison.differences.count - shown.count, mine: mine,
      removals: Dictionary(removals, uniquingKeysWith: { first, _ in first }),
      clashes: newClashes(zone), diff: isSameFile ? nil : run.invocation.konf("diff"),
      newZone: older.schedule.zone == newer.schedule.zone
        ? nil : "\(run.presentation.shown(zone: newer.schedule.zone.name))")
  }

  /// Returns the items on the agenda that overlap only in the newer version.
  private func newClashes(_ zone: Zone) -> [PlannedClash] {
    let agenda = Agenda(of: older.schedule, in: .all, zone: zone)
    var moved: [Agenda.Moved] = []
    for (position, item) in agenda.items.enumerated() where !item.isCancelled {
      if item.entity.has(Appointment.self) {
        guard let timing = timing(of: item.entity) else { continue }
        moved.append(Agenda.Moved(item: position, timing: timing))
      } else if let session = successor(of: item.entity), let timing = session[Timing.self] {
        moved.append(Agenda.Moved(item: position, timing: timing))
      }
    }
    return agenda.newClashes(moved).map { first, second in
      PlannedClash(first: planned(agenda.items[first]), second: planned(agenda.items[second]))
    }
  }

  private func planned(_ item: Agenda.Item) -> PlannedClash.Side {
    if let appointment = item.entity[Appointment.self] {
      return PlannedClash.Side(id: appointment.id, title: appointment.title)
    }
    let session = successor(of: item.entity)
    return PlannedClash.Side(
      id: session.map { newer.schedule.id(of: $0) } ?? "",
      title: session.map { newer.schedule.name(of: $0) } ?? "")
  }
}

extension ConferenceSchedule {
  /// Returns true if the user starred a talk, a session, or one of the session's talks.
  ///
  /// If `isOther` is true, any mark on the talk or session counts.
  fileprivate func isMine(_ id: String, isOther: Bool) -> Bool {
    guard let entity = target(id) else { return false }
    if isOther, MarkKinds.all.contains(where: { $0.value(on: entity) != nil }) { return true }
    return star(of: entity) != nil || talks(in: entity).contains { $0.has(Star.self) }
  }

  /// Returns the commands that remove all marks of a talk or session under its new identifier.
  fileprivate func removals(
    of formerID: String?, nowCalled id: String, repeating invocation: Invocation
  ) -> SafeText? {
    guard let entity = formerID.flatMap({ target($0) }) else { return nil }
    return MarkKinds.all.compactMap { kind in
      kind.value(on: entity)?.command(for: id, in: zone)?.removal.line(of: invocation)
    }.inOneLine
  }
}

extension [SafeText] {
  /// The strings joined by semicolons, or nil if the array is empty.
  fileprivate var inOneLine: SafeText? {
    reduce(nil) { all, text in all.map { "\($0); \(text)" } ?? text }
  }
}
