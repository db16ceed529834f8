import SourceText
import XMLAndICalendar

/// What the reader makes of a text: the calendar as JSON and what was passed over, or why it was
/// refused.
struct ICalendarReading {
  let description: String
  var flaws: [String] = []

  init(of bytes: [UInt8], limits: SourceLimits = .standard) {
    do throws(SourceError) {
      let document = try SourceDocument(iCalendar: bytes, limits: limits)
      description = document.root.json
      flaws = document.flaws.map(\.description)
    } catch {
      description = error.description
    }
  }

  /// Reads the lines of a calendar.
  init(lines: String, limits: SourceLimits = .standard) {
    self.init(of: Array("BEGIN:VCALENDAR\n\(lines)\nEND:VCALENDAR\n".utf8), limits: limits)
  }
}
