package import CommandLine
public import ECSStore
public import Schedule

/// Appointments are stored under their identifier and title.
///
/// The value contains the start and the end, in seconds since 1970. The comment contains the
/// location.
extension Appointment: StoredComponent {
  /// The name of the kind in the log.
  public static let storedName = "appointment"

  /// The value in the log.
  public var stored: StoredValue {
    let ends = [timing.start, timing.end].compactMap { $0.map { "\($0.secondsSince1970)" } }
    return StoredValue(ends.joined(separator: " "), comment: location)
  }

  /// Creates an appointment from its value in the log.
  public init(stored: StoredValue) throws {
    let ends = stored.text.split(separator: " ").compactMap { Int64($0) }
    guard ends.count == 2, let timing = Timing(secondsSince1970: ends[0], ends[1]),
      let subject = stored.subject
    else {
      throw StoredValueError.text(
        found: stored.text,
        expected: "start and end in Unix time, between the years 1 and 9999")
    }
    self.init(
      id: subject.target, title: subject.name, timing: timing, location: stored.comment)
  }
}

extension Appointment: MarkKind {
  package static var words: (one: SafeText, many: SafeText) { ("appointment", "appointments") }
  package static var topic: MarkTopic { .thing }

  package var ownName: (id: String, title: String)? { (id, title) }

  package func text(_ reading: MarkReading) -> SafeText {
    let when = reading.times.dated(timing)
    return location.isEmpty ? when : "\(when), \(location)"
  }

  package func command(for id: String, in zone: Zone) -> MarkCommand? {
    guard let start = timing.start, let end = timing.end, let length = timing.length else {
      return nil
    }
    // In a schedule without a zone, an offset has no meaning.
    let zone = zone.isFloating ? zone : .utc
    let minutes = "\(length.components.seconds / 60)m"
    return MarkCommand(
      name: "add",
      options: [
        "--at=\(start.iso8601(in: zone))",
        Duration(typed: minutes) == length
          ? "--for=\(minutes)" : "--until=\(end.iso8601(in: zone))",
      ]
        + (location.isEmpty ? [] : ["--location=\(location)"]),
      operands: [title])
  }

  package func json(in zone: Zone) -> JSONOutput? {
    let ends = [timing.start, timing.end].compactMap { $0?.iso8601(in: zone) }
    return .string(ends.joined(separator: "/"))
  }
}
