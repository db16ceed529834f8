import Basics
import ECSKit
import Schedule
import SourceText

struct ZoneDefinition: Component, Equatable {
  /// A part of the definition: an offset, and the times when clocks change to this offset.
  struct Part: Equatable {
    let isDaylight: Bool
    /// The first start of the part, in the local time that applies before the clock change.
    let start: CivilDateTime
    /// The offset from UTC before the part, in seconds, or nil if the part does not state it.
    let offsetBefore: Int?
    /// The offset from UTC during the part, in seconds.
    let offset: Int
    /// The abbreviation, such as EDT, or nil if the part does not state it.
    let abbreviation: String?
    let rule: RecurrenceRule?
    let dates: [CivilDateTime]
  }

  /// The name that times use to refer to the zone.
  let name: String
  /// The name in the time zone database, or nil if the calendar does not state it.
  let location: String?
  /// The parts, ordered by their first start.
  ///
  /// The list is empty if any part is unreadable.
  let parts: [Part]

  /// Creates a definition by reading a VTIMEZONE component.
  ///
  /// A single unreadable part invalidates the definition, because times in many years could be
  /// wrong.
  init?(_ zone: SourceValue) {
    guard let name = zone["TZID"]?.label, !name.isEmpty else { return nil }
    self.name = name
    location = zone["X-LIC-LOCATION"]?.label
    let members = zone.members.filter { $0.key == "STANDARD" || $0.key == "DAYLIGHT" }
    let parts = members.compactMap { Part($0.value, isDaylight: $0.key == "DAYLIGHT") }
    self.parts = parts.count == members.count ? parts.sorted { $0.start < $1.start } : []
  }
}

extension ZoneDefinition.Part {
  init?(_ part: SourceValue, isDaylight: Bool) {
    guard let offset = part["TZOFFSETTO"]?.label.flatMap({ Self.offset($0) }),
      let start = part["DTSTART"]?.label.flatMap({ WrittenTime($0) })
    else { return nil }
    self.isDaylight = isDaylight
    self.start = start.civil
    self.offset = offset
    abbreviation = part["TZNAME"]?.label
    offsetBefore = part["TZOFFSETFROM"]?.label.flatMap { Self.offset($0) }
    let text = part["RRULE"]?.label
    rule = text.flatMap { RecurrenceRule($0) }
    if text != nil, rule == nil { return nil }
    var dates: [CivilDateTime] = []
    for member in part.members where member.key == "RDATE" {
      for text in (member.value.label ?? "").split(separator: ",") {
        // For a period, only the start is needed.
        let start = text.split(separator: "/").first.map { String($0).trimmed }
        guard let time = start.flatMap({ WrittenTime($0) }) else { return nil }
        dates.append(time.civil)
      }
    }
    self.dates = dates
  }

  private static func offset(_ text: String) -> Int? {
    let digits = text.utf8.dropFirst().map { Int($0) - Int(ASCII.zero) }
    guard let sign = text.first, sign == "+" || sign == "-", [4, 6].contains(digits.count),
      digits.allSatisfy((0...9).contains)
    else { return nil }
    let seconds = digits.count == 6 ? digits[4] * 10 + digits[5] : 0
    let minutes = digits[2] * 10 + digits[3]
    let size = (digits[0] * 10 + digits[1]) * 3600 + minutes * 60 + seconds
    guard size < 86_400, minutes < 60, seconds < 60 else { return nil }
    return sign == "-" ? -size : size
  }
}
