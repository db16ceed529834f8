package import Schedule

/// The appointments of a user.
///
/// The book recognizes duplicates and assigns identifiers.
package struct AppointmentBook {
  /// The appointments, each by a copy of itself without an identifier.
  private var known: [Appointment: Appointment] = [:]
  private var ids: Set<String>

  /// Creates a book of appointments.
  ///
  /// The book never assigns one of the identifiers in `ids`.
  package init(_ appointments: [Appointment], except ids: [String] = []) {
    self.ids = Set(ids)
    for appointment in appointments { note(appointment) }
  }

  /// Adds an appointment, and returns it with an identifier derived from its contents.
  ///
  /// If the book contains an appointment with the same contents, the function returns that
  /// appointment instead, and `isNew` is false.
  ///
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
  fileprivate var anonymous: Appointment {
    Appointment(id: "", title: title, timing: timing, location: location)
  }
}
