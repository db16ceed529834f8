package import Schedule

/// The appointments of a user, which say of others whether they are new.
package struct AppointmentBook {
  /// Each by what it is, without its identifier.
  private var known: [Appointment: Appointment] = [:]
  private var ids: Set<String>

  /// Creates a book of appointments.
  ///
  /// - Parameters:
  ///   - appointments: The appointments.
  ///   - ids: Identifiers that others have, which are not known.
  package init(_ appointments: [Appointment], except ids: [String] = []) {
    self.ids = Set(ids)
    for appointment in appointments { note(appointment) }
  }

  /// Takes an appointment, and gives it the identifier that follows from what it is.
  ///
  /// - Parameter appointment: The appointment, whatever its identifier is.
  /// - Returns: The one that is the same, if there is one, or else the new one.
  /// - Complexity: O(1) expected.
  package mutating func add(
    _ appointment: Appointment
  ) -> (appointment: Appointment, isNew: Bool) {
    if let same = known[appointment.anonymous] { return (same, false) }
    var appointment = appointment
    appointment.id = appointment.ownID(skipping: ids)
    note(appointment)
    return (appointment, true)
  }

  private mutating func note(_ appointment: Appointment) {
    known[appointment.anonymous] = appointment
    ids.formUnion([appointment.id, appointment.ownID])
  }
}

extension Appointment {
  /// The appointment without its identifier.
  fileprivate var anonymous: Appointment {
    Appointment(id: "", title: title, timing: timing, location: location)
  }
}
