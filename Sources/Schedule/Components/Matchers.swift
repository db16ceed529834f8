package import ECSKit

/// The kinds of entities in a schedule.
extension Matcher {
  /// A matcher for the entries of the timeline, such as sessions, breaks and parties.
  package static let sessions = Matcher.all(SessionID.self)
  package static let talks = Matcher.all(Title.self)
  /// A matcher for talks that are separate from their session.
  package static let parts = talks.none(SessionID.self)
  /// Speakers, organizers and guests.
  package static let people = Matcher.all(Person.self)
  /// People whom attendees can ask for help.
  package static let organizers = people.all(Organizer.self)
  /// The locations with a record.
  package static let locations = Matcher.all(Location.self)
  /// A matcher for entities with a time as written in the file.
  ///
  /// `WrittenCalendar` converts the written time to a timing.
  package static let clocked = Matcher.any(
    StartClock.self, EndClock.self, WrittenStart.self, WrittenEnd.self, DayClock.self)
  /// Entities whose written time has been converted to a timing.
  package static let unclocked = Matcher.all(Timing.self).none(
    StartClock.self, EndClock.self, WrittenStart.self, WrittenEnd.self, DayClock.self)
  /// The conference days with a record in the file.
  package static let days = Matcher.all(ConferenceDay.self)
  /// Rated talks and sessions, except cancelled ones.
  package static let rated = Matcher.all(Rating.self).none(CancelledTalk.self)
  /// Starred talks and sessions, except cancelled ones.
  package static let starred = Matcher.all(Star.self).none(CancelledTalk.self)
  /// Hidden talks and sessions, except cancelled ones.
  package static let hidden = Matcher.all(Hidden.self).none(CancelledTalk.self)
  /// A matcher for talks and sessions that the attendee has marked but that are no longer in the
  /// schedule.
  package static let cancelled = Matcher.all(CancelledTalk.self)
  package static let appointments = Matcher.all(Appointment.self)
}
