import SourceText

/// A reader for a volunteer's shifts in the JSON export of Engelsystem.
enum EngelsystemShifts {
  static func read(_ shifts: SourceValue) throws(ExchangeError) -> Choice {
    var choice = Choice(.engelsystem)
    for shift in shifts.elements {
      guard let start = time("start", of: shift), let end = time("end", of: shift) else {
        throw ExchangeError(
          "found \(shift.found) without start_date or end_date; expected a shift",
          in: "\(shift.position)")
      }
      choice.appointments.append(
        PlannedAppointment(
          title: title(shift.text("name"), shift.text("title")), location: shift.text("Name") ?? "",
          start: start, end: end, zone: shift.text("event_timezone")))
      try ChoiceReader.checkCount(choice.appointments.count)
    }
    return choice
  }

  /// Returns the shift type with the title in parentheses, as in the calendar of Engelsystem.
  private static func title(_ name: String?, _ title: String?) -> String {
    guard let name else { return title ?? "Shift" }
    return title.map { $0 == name ? name : "\(name) (\($0))" } ?? name
  }

  private static func time(_ key: String, of shift: SourceValue) -> String? {
    shift.text("\(key)_date")
  }
}
