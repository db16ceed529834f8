/// Texts of calendars, with the line ends that the format wants.
enum CalendarText {
  static func calendar(_ lines: String) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + lines.split(separator: "\n").joined(separator: "\r\n")
      + "\r\nEND:VCALENDAR\r\n"
  }

  static func event(_ lines: String) -> String {
    "BEGIN:VEVENT\n\(lines)\nEND:VEVENT\n"
  }
}
