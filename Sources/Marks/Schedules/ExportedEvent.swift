import ECSStore
package import Schedule
import TextBasics

/// An event in calendars, confirmed or taken back.
package struct ExportedEvent {
  /// The state of an event in calendars.
  package enum Status: String {
    case confirmed
    /// The talk left the schedule.
    case cancelled
    /// The talk lost its star, or the appointment was removed.
    case notPlanned = "not-planned"
  }

  /// The identifier in calendars.
  package let id: String
  package let timing: Timing
  package let title: String
  package let isAppointment: Bool
  package let status: Status
  /// The marks that the event shows, or their checksum in a stored event; empty without marks.
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

  /// Reads a stored event; nil if a part is missing or invalid.
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

  /// The stored form, without line breaks; two events with one form are equal in calendars.
  ///
  /// It is nil if the identifier would break the lines of the file.
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
