package import CommandLine
package import ECSKit
import Marks
package import Schedule

/// The diary: attended and missed talks with ratings and notes.
extension Page {
  /// Adds the items of a diary with a heading for each day, and a summary.
  ///
  /// - Parameters:
  ///   - entries: The items in chronological order.
  ///   - notes: Returns further notes about a talk or a session, such as a recording.
  package mutating func diary(
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
    add("\(Self.summary(of: entries))", hanging: 2)
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

  private static func summary(of entries: [ConferenceDiary.Entry]) -> SafeText {
    var parts: [SafeText] = []
    func add(_ count: Int, _ words: SafeText) {
      if count > 0 { parts.append("\(count) \(words)") }
    }
    for attendance in ConferenceDiary.Attendance.allCases {
      add(entries.count { $0.attendance == attendance }, "\(attendance.rawValue)")
    }
    add(entries.count { $0.entity.has(Rating.self) }, "rated")
    add(entries.count { $0.entity.has(Note.self) }, "noted")
    return parts.dropFirst().reduce(parts.first ?? "") { "\($0), \($1)" }
  }
}
