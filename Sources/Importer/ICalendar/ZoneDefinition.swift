import ECSKit
import Schedule
import SourceText
import TextBasics

/// A zone as the calendar itself defines it.
struct ZoneDefinition: Component, Equatable {
  /// A part of the definition: from when on clocks run by an offset, once or again and again.
  struct Part: Equatable {
    /// Whether it is called daylight time.
    let isDaylight: Bool
    /// When it begins first, on the clocks that run until then.
    let start: CivilDateTime
    /// Seconds that clocks are ahead of UTC until it begins, if that is said.
    let offsetBefore: Int?
    /// Seconds that clocks are ahead of UTC from its beginning on.
    let offset: Int
    let rule: RecurrenceRule?
    /// Further times at which it begins.
    let dates: [CivilDateTime]
  }

  /// What times call it.
  let name: String
  /// The name of the zone in the database, if the calendar says it.
  let location: String?
  /// The parts in the order of their first beginnings.
  let parts: [Part]

  /// Reads the definition of a zone.
  ///
  /// A part that cannot be read makes the definition useless, since clocks would be wrong for years.
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
  /// Reads a part of a definition.
  init?(_ part: SourceValue, isDaylight: Bool) {
    guard let offset = part["TZOFFSETTO"]?.label.flatMap({ Self.offset($0) }),
      let start = part["DTSTART"]?.label.flatMap({ WrittenTime($0) })
    else { return nil }
    self.isDaylight = isDaylight
    self.start = start.civil
    self.offset = offset
    offsetBefore = part["TZOFFSETFROM"]?.label.flatMap { Self.offset($0) }
    let text = part["RRULE"]?.label
    rule = text.flatMap { RecurrenceRule($0) }
    if text != nil, rule == nil { return nil }
    var dates: [CivilDateTime] = []
    for member in part.members where member.key == "RDATE" {
      for text in (member.value.label ?? "").split(separator: ",") {
        // If it is a range of time, its start counts.
        let start = text.split(separator: "/").first.map { String($0).trimmed }
        guard let time = start.flatMap({ WrittenTime($0) }) else { return nil }
        dates.append(time.civil)
      }
    }
    self.dates = dates
  }

  /// Seconds from a text such as +0100 or -033000.
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
