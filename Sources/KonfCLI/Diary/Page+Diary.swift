import CommandLine
import ECSKit
import Marks
import Schedule

/// Functions that add the diary: attended and missed talks, with ratings and notes.
extension Page {
  /// Adds the items of a diary, a heading for each day, and a summary.
  ///
  /// The entries must be in chronological order.
  mutating func diary(
    _ entries: [ConferenceDiary.Entry], notes: (Entity) -> [Line]
  ) {
    add(
      entries.map { entry in
        var row = row(of: entry)
        row.time = clock(entry.timing)
        row.aside = aside(entry.attendance)
        row.notes = remarks(on: entry.entity) + notes(entry.entity)
        return ([row], entry.timing)
      }, once: true)
    blank()
    add("\(summary(of: entries))", hanging: 2)
  }

  private func row(of entry: ConferenceDiary.Entry) -> ListRow {
    let entity = entry.entity
    if let cancelled = entity[CancelledTalk.self] {
      return ListRow(
        star: sign(entity[Star.self]), title: Line("\(prose: cancelled.title)", .strong),
        marks: entity[Rating.self].map { " \(stars($0))" } ?? Line(),
        speakers: Line("\(prose: cancelled.people.joined(separator: ", "))", .dim),
        location: Line("\(prose: cancelled.locations.joined(separator: ", "))"), id: id(of: entity))
    }
    return row(of: entity, in: schedule.session(of: entity) ?? entity, at: askedLocation)
  }

  private func aside(_ attendance: ConferenceDiary.Attendance?) -> Line {
    switch attendance {
    case .attended, nil: Line()
    case .missed: Line("missed", .note)
    case .unclear: Line("unclear", .note)
    case .cancelled: Line("cancelled", .error)
    }
  }

  private func remarks(on entity: Entity) -> [Line] {
    var lines: [Line] = []
    if let comment = entity[Rating.self]?.comment, !comment.isEmpty {
      lines.append("\("comment:", .note) \(prose: comment)")
    }
    if let note = entity[Note.self] { lines.append("\("note:", .note) \(prose: note.text)") }
    return lines
  }

  private func summary(of entries: [ConferenceDiary.Entry]) -> SafeText {
    let isRated = { [schedule] (entry: ConferenceDiary.Entry) in
      entry.entity.has(Rating.self) || schedule.rating(of: entry.entity) != nil
    }
    let unrated = entries.count { entry in
      entry.attendance == .attended && !entry.entity.has(Appointment.self) && !isRated(entry)
    }
    var parts: [SafeText] = []
    let isSpoken = presentation.isSpoken
    func add(_ word: SafeText, _ count: Int, _ rest: SafeText = "") {
      // Aloud, a number after its word sounds like the number of the next word.
      let counted: SafeText = isSpoken ? "\(count) \(word)" : "\(word) \(count)"
      if count > 0 { parts.append("\(counted)\(rest)") }
    }
    add("rated", entries.count(where: isRated))
    add("starred", unrated, ", not rated")
    add("unclear", entries.count { $0.attendance == .unclear })
    add("missed", entries.count { $0.attendance == .missed }, loss(in: entries))
    add("cancelled", entries.count { $0.attendance == .cancelled })
    let notes = entries.count { $0.entity.has(Note.self) }
    add(isSpoken && notes == 1 ? "note" : "notes", notes)
    let separator: SafeText = isSpoken ? ";" : " \(dot)"
    return parts.dropFirst().reduce(parts.first ?? "") { "\($0)\(separator) \($1)" }
  }

  /// Returns a phrase with the title of the only missed item and of the item attended instead.
  ///
  /// The result is empty unless exactly one item was missed.
  private func loss(in entries: [ConferenceDiary.Entry]) -> SafeText {
    let missed = entries.filter { $0.attendance == .missed }
    guard missed.count == 1, let span = missed[0].timing?.certain else { return "" }
    let rival = entries.first { entry in
      entry.attendance == .attended && entry.timing?.certain?.overlaps(span) ?? false
    }
    let reason = rival.map { ", same time as \(prose: schedule.name(of: $0.entity))" as SafeText }
    return " (\(prose: schedule.name(of: missed[0].entity))\(reason ?? ""))"
  }
}
