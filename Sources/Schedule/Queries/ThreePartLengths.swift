import ECSKit

/// The meaning of an event length that consists of three numbers, such as 1:30:00.
///
/// frab and pretalx write hours and minutes, and prepend days only if an event takes a day or more.
/// Other programs always write hours, minutes and seconds.
enum ThreePartLengths {
  /// Days, hours and minutes.
  case days
  /// Hours, minutes and seconds.
  case clock
  /// Probably days, hours and minutes, but the file contains no proof.
  case unclear

  /// Uses all lengths in a file to infer the meaning of lengths that consist of three numbers.
  ///
  /// A length that cannot mean hours, minutes and seconds, such as 0:45, proves that the program
  /// writes days only if needed. A length such as 00:45:00 proves that the program always writes
  /// hours, minutes and seconds. Without proof, or if the proofs contradict each other, the
  /// locations decide. The first number then means hours if an event of several days would overlap
  /// with the next event at the same location. Otherwise, the result is ``unclear``.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of events with a length.
  init(of context: Context, start: (Entity) -> Instant?) {
    var hasOthers = false
    var hasClocks = false
    var events: [String: [(start: Instant, days: Duration?, clock: Duration)]] = [:]
    for entity in context.group(.all(WrittenLength.self)) {
      guard let length = entity[WrittenLength.self] else { continue }
      guard let clock = length.clock else {
        hasOthers = true
        continue
      }
      if !length.isAmbiguous { hasClocks = true }
      guard let start = start(entity) else { continue }
      for name in entity[LocationNames.self]?.names.prefix(1) ?? [] {
        events[name, default: []].append((start, length.isAmbiguous ? length.duration : nil, clock))
      }
    }
    if hasOthers != hasClocks {
      self = hasOthers ? .days : .clock
      return
    }
    let isAbsurd = events.values.contains { events in
      let ordered = events.sorted { $0.start < $1.start }
      return zip(ordered, ordered.dropFirst()).contains { event, next in
        guard let days = event.days else { return false }
        return event.start.advanced(by: event.clock) <= next.start
          && next.start < event.start.advanced(by: days)
      }
    }
    self = isAbsurd ? .clock : .unclear
  }
}
