package import ECSKit

extension Matcher {
  /// A matcher for the entries of the timeline, such as sessions, breaks and parties.
  package static let sessions = Matcher.all(SessionID.self)
  package static let talks = Matcher.all(Title.self)
  /// A matcher for talks that are separate from their session.
  package static let parts = talks.none(SessionID.self)
  /// A matcher for speakers, organizers and guests.
  package static let people = Matcher.all(Person.self)
  /// A matcher for people whom attendees can ask for help.
  package static let organizers = people.all(Organizer.self)
  /// A matcher for locations with a record.
  package static let locations = Matcher.all(Location.self)
  /// A matcher for entities with a time as written in the file.
  ///
  /// `WrittenCalendar` converts the written time to a timing.
  package static let clocked = Matcher.any(
    StartClock.self, EndClock.self, WrittenStart.self, WrittenEnd.self, DayClock.self)
  /// A matcher for entities whose written time has been converted to a timing.
  package static let unclocked = Matcher.all(Timing.self).none(
    StartClock.self, EndClock.self, WrittenStart.self, WrittenEnd.self, DayClock.self)
  /// A matcher for conference days with a record in the file.
  package static let days = Matcher.all(ConferenceDay.self)
  /// A matcher for rated talks and sessions, except cancelled ones.
  package static let rated = Matcher.all(Rating.self).none(CancelledTalk.self)
  /// A matcher for starred talks and sessions, except cancelled ones.
  package static let starred = Matcher.all(Star.self).none(CancelledTalk.self)
  /// A matcher for hidden talks and sessions, except cancelled ones.
  package static let hidden = Matcher.all(Hidden.self).none(CancelledTalk.self)
  /// A matcher for marked talks and sessions that are no longer in the schedule.
  package static let cancelled = Matcher.all(CancelledTalk.self)
  package static let appointments = Matcher.all(Appointment.self)
}
