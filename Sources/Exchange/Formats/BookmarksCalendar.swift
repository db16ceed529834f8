import Basics

/// A writer for bookmarks in the calendar format of FOSDEM Companion.
package enum BookmarksCalendar {
  /// Returns a calendar with the bookmarked talks.
  ///
  /// Talks without a number are omitted, because the app requires a number. `year` must be the year
  /// of the conference, because the app refuses bookmarks of other years. `stamp` is the time of
  /// writing in UTC, in the basic format of ISO 8601. `maker` names the program, such as
  /// "konf//konf 0.1.0".
  package static func written(
    _ talks: [ChosenTalk], year: Int, stamp: String, maker: String
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ name: String, _ value: String) {
      if value.isEmpty { return }
      var line = Array("\(name):".utf8)
      for byte in value.utf8 {
        switch byte {
        case ASCII.lineFeed: line += #"\n"#.utf8
        case ..<ASCII.space, 0x7F: line.append(ASCII.space)
        case ASCII.backslash, ASCII.semicolon, ASCII.comma: line += [ASCII.backslash, byte]
        default: line.append(byte)
        }
      }
      bytes += CalendarLine.folded(line)
    }
    add("BEGIN", "VCALENDAR")
    add("VERSION", "2.0")
    add("PRODID", "-//\(maker)//EN")
    for talk in talks {
      guard let number = talk.number else { continue }
      add("BEGIN", "VEVENT")
      add("UID", "\(number)@\(year)@be.digitalia.fosdem")
      add("DTSTAMP", stamp)
      add("DTSTART", talk.utcStart)
      add("DTEND", talk.utcEnd)
      add("SUMMARY", talk.title)
      add("CLASS", "PUBLIC")
      add("CATEGORIES", talk.track)
      bytes += talk.url.isEmpty ? [] : CalendarLine.folded(Array("URL:\(talk.url)".utf8))
      add("LOCATION", talk.room)
      add("END", "VEVENT")
    }
    add("END", "VCALENDAR")
    return bytes
  }
}

/// A content line of an iCalendar file.
///
/// - SeeAlso: RFC 5545, *Internet Calendaring and Scheduling Core Object Specification*, 3.1.
package enum CalendarLine {
  /// The maximum length of a line without its line break, in bytes.
  package static let width = 75

  /// Returns a line with its line break, folded if it is too long.
  ///
  /// The function folds between characters, and never inside an escape.
  package static func folded(_ line: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var start = 0
    var room = width
    while line.count - start > room {
      var end = start + room
      while line[end] & 0xC0 == 0x80 { end -= 1 }
      // Some programs drop an event if a line is folded between a backslash and the next character.
      let backslashes = line[start..<end].reversed().prefix { $0 == ASCII.backslash }.count
      end -= backslashes % 2
      bytes += line[start..<end]
      bytes += [ASCII.carriageReturn, ASCII.lineFeed, ASCII.space]
      start = end
      // The space at the start of a continuation line counts as part of the line.
      room = width - 1
    }
    return bytes + line[start...] + [ASCII.carriageReturn, ASCII.lineFeed]
  }
}
