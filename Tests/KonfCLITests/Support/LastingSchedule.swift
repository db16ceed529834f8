import Schedule
import TestSupport

/// A random calendar in Berlin with events of ten minutes to five days.
///
/// Some are over midnight, take whole days, or leave their attendees free. No clock changes during
/// these days.
struct LastingSchedule {
  struct Event {
    let number: Int
    /// Minutes since the first midnight.
    let minutes: Range<Int>
    let hasDates: Bool
    let isTransparent: Bool

    var title: String { "Item\(number < 10 ? "0" : "")\(number)" }
    /// True if the event takes a day or more.
    var lasts: Bool { minutes.count >= 24 * 60 }
    /// True if the event can clash with others.
    var isBusy: Bool { !lasts && !isTransparent }

    /// The days on which it is listed, from 0.
    var days: ClosedRange<Int> {
      let first = minutes.lowerBound / (24 * 60)
      return first...(lasts ? (minutes.upperBound - 1) / (24 * 60) : first)
    }
  }

  private(set) var events: [Event] = []
  /// Friday 10 April 2026, 00:00 in Berlin.
  static let start: Int64 = 1_775_772_000

  init(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    for position in 0..<number(3...14) {
      let day = number(0...4) * 24 * 60
      let hasDates = number(0...5) == 0
      let start = day + (hasDates ? 0 : number(0...24 * 6 - 1) * 10)
      let length =
        hasDates
        ? number(1...4) * 24 * 60
        : [10, 30, 60, 60, 120, 360, 24 * 60 - 10, 24 * 60, number(144...720) * 10].oneElement(
          using: &generator)
      events.append(
        Event(
          number: position, minutes: start..<start + length, hasDates: hasDates,
          isTransparent: number(0...4) == 0))
    }
  }

  /// The schedule with only some of its events.
  func only(_ isMeant: (Event) -> Bool) -> LastingSchedule {
    var schedule = self
    schedule.events = events.filter(isMeant)
    return schedule
  }

  /// The number of days from the first to the last on which an event is listed.
  var days: [Int] { Set(events.flatMap { Array($0.days) }).sorted() }

  static func date(_ day: Int) -> String { "2026-04-\(10 + day)" }

  static func moment(_ minute: Int) -> Instant {
    Instant(secondsSince1970: start + Int64(minute) * 60)
  }

  private static func written(_ minute: Int) -> String {
    let clock = minute % (24 * 60)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "202604\(10 + minute / (24 * 60))T\(two(clock / 60))\(two(clock % 60))00"
  }

  var calendar: String {
    let records = events.map { event in
      let kind = event.hasDates ? ";VALUE=DATE" : ""
      func time(_ minute: Int) -> String {
        event.hasDates ? String(Self.written(minute).prefix(8)) : Self.written(minute)
      }
      return """
        BEGIN:VEVENT
        UID:\(event.title)
        SUMMARY:\(event.title)
        LOCATION:Room \(event.number % 3)
        DTSTART\(kind):\(time(event.minutes.lowerBound))
        DTEND\(kind):\(time(event.minutes.upperBound))
        TRANSP:\(event.isTransparent ? "TRANSPARENT" : "OPAQUE")
        END:VEVENT
        """
    }
    let lines =
      ["BEGIN:VCALENDAR", "X-WR-CALNAME:Lasting", "X-WR-TIMEZONE:Europe/Berlin"] + records
      + ["END:VCALENDAR"]
    return lines.joined(separator: "\n") + "\n"
  }
}
