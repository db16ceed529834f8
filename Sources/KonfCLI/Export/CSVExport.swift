import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

/// A writer for a table with a row for each talk, and for each session without talks.
///
/// Spreadsheets read a cell that begins with certain characters as a formula. The writer inserts an
/// apostrophe before such a character, as OWASP recommends. It also does so after a semicolon,
/// because spreadsheets in some languages separate cells with semicolons. A character before a
/// closing parenthesis cannot begin a formula, so `;-)` is unchanged.
///
/// - SeeAlso: RFC 4180, *Common Format and MIME Type for Comma-Separated Values (CSV) Files*;
///   OWASP, *CSV Injection*.
struct CSVExport {
  private let exported: ExportedSchedule
  private var answer: Answer

  init(_ exported: ExportedSchedule) {
    self.exported = exported
    answer = Answer(limit: exported.limit)
  }

  mutating func document() -> Answer {
    add(TableColumns.names)
    for session in exported.sessions where !answer.isOver {
      let item = exported.item(session)
      if let gap = exported.gap(before: session) { add(gap) }
      let heads = item.isTalk || item.talks.isEmpty ? [item.head] : []
      for talk in heads + item.talks where !answer.isOver { add(talk, of: item) }
    }
    return answer
  }

  private mutating func add(_ talk: ExportedTalk, of session: ExportedSession) {
    func time(_ instant: Instant?) -> String {
      instant?.iso8601(in: exported.times.zone) ?? ""
    }
    let cells = [
      SafeText(talk.id.onOneLine).string, talk.title.string, time(session.timing?.start),
      time(session.timing?.end), exported.times.day(of: session.timing)?.iso8601 ?? "",
      session.locations.string, talk.speakers.string, talk.track.string, talk.language.string,
      talk.rating.map { "\($0)" } ?? "", talk.star.map { $0.isMaybe ? "maybe" : "yes" } ?? "",
      (talk.note.isEmpty ? session.head.note : talk.note).string,
      session.isAppointment ? "appointment" : "session",
      session.clashes.map(\.string).joined(separator: ", "),
    ]
    add(cells)
  }

  private mutating func add(_ gap: Agenda.Gap) {
    let times = exported.times
    let timing = Timing(start: gap.start, end: gap.end)
    let known = [
      "start": gap.start.iso8601(in: times.zone), "end": gap.end.iso8601(in: times.zone),
      "day": times.day(of: timing)?.iso8601 ?? "", "kind": "free",
    ]
    add(TableColumns.names.map { known[$0] ?? "" })
  }

  private mutating func add(_ cells: [String]) {
    answer.add("\(cells.map(Self.written).joined(separator: ","))\r\n".utf8)
  }

  private static func written(_ cell: String) -> String {
    let text = withoutFormulas(cell)
    let isPlain = text.utf8.allSatisfy {
      $0 != ASCII.comma && $0 != ASCII.quote && $0 != ASCII.semicolon
    }
    if isPlain { return text }
    // Bytes are doubled instead of characters, because a quote and a combining accent form one
    // character.
    let doubled = text.utf8.reduce(into: [UInt8]()) { bytes, byte in
      bytes += byte == ASCII.quote ? [byte, byte] : [byte]
    }
    return "\"\(String(decoding: doubled, as: UTF8.self))\""
  }

  private static func withoutFormulas(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.beginsFormula) else { return text }
    var harmless = ""
    var isAtStart = true
    let scalars = Array(text.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let isSmile = place + 1 < scalars.count && scalars[place + 1] == ")"
      if isAtStart, !isSmile, scalar.beginsFormula { harmless += "'" }
      harmless.unicodeScalars.append(scalar)
      // A spreadsheet reads a formula even if spaces or quotes follow the semicolon.
      isAtStart = scalar == ";" || isAtStart && (scalar == " " || scalar == "\"")
    }
    return harmless
  }
}
