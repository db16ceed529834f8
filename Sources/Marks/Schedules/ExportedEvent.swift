import Basics
import ECSStore
package import Schedule

/// An event that konf exported to a calendar, confirmed or cancelled.
package struct ExportedEvent {
  /// The state of an event in calendars.
  package enum Status: String {
    case confirmed
    /// The event is cancelled, because the schedule no longer contains the talk.
    case cancelled
    /// The event is cancelled, because the user unstarred the talk or removed the appointment.
    case notPlanned = "not-planned"
  }

  /// The identifier of the event in calendars.
  package let id: String
  package let timing: Timing
  package let title: String
  package let isAppointment: Bool
  package let status: Status
  /// The marks that the event shows, or an empty string if it shows none.
  ///
  /// A stored event contains the checksum of the marks instead.
  private let marks: String

  package init(
    id: String, timing: Timing, title: String, isAppointment: Bool, status: Status, marks: String
  ) {
    self.id = id
    self.timing = timing
    self.title = title
    self.isAppointment = isAppointment
    self.status = status
    self.marks = marks
  }

  /// Creates an event from its stored form, or returns nil if a field is missing or invalid.
  init?(facts: ArraySlice<UInt8>) {
    let fields = facts.split(
      separator: ASCII.tab, maxSplits: 6, omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    guard fields.count == 7, let status = Status(rawValue: fields[4]),
      let timing = Timing(secondsSince1970: Int64(fields[1]), Int64(fields[2]))
    else { return nil }
    self.init(
      id: fields[0], timing: timing, title: fields[6], isAppointment: fields[3] == "appointment",
      status: status, marks: fields[5])
  }

  /// The stored form, without line breaks, or nil if the identifier contains a control character.
  ///
  /// Two events with the same stored form look the same in calendars.
  var facts: [UInt8]? {
    if id.utf8.contains(where: { $0 < ASCII.space }) { return nil }
    var facts: [UInt8] = []
    facts.reserveCapacity(id.utf8.count + title.utf8.count + 64)
    facts += id.utf8
    for moment in [timing.start, timing.end] {
      facts.append(ASCII.tab)
      if let moment { facts += String(moment.secondsSince1970).utf8 }
    }
    facts += (isAppointment ? "\tappointment\t" : "\tsession\t").utf8
    facts += status.rawValue.utf8
    facts.append(ASCII.tab)
    if !marks.isEmpty {
      let checksum = AttachedFiles.checksum(of: Array(marks.utf8))
      facts += Hexadecimal.digits(of: checksum, count: 16).utf8
    }
    facts.append(ASCII.tab)
    facts += title.utf8
    return facts
  }
}
