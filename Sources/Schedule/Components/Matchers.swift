package import ECSKit

extension Matcher {
  /// A matcher for the entries of the timeline, such as sessions, breaks and parties.
  package static let sessions = Matcher.all(SessionID.self)
  package static let talks = Matcher.all(Title.self)
  /// A matcher for talks that are separate from their session.
  package static let parts = talks.none(SessionID.self)
  /// A matcher for speakers, organizers and guests.
  package static let people = Matcher.all(Person.self)
  package static let organizers = people.all(Organizer.self)
  package static let locations = Matcher.all(Location.self)
  /// A matcher for entities with a time as written in the file.
  ///
  /// `WrittenCalendar` converts the written time to a timing.
  package static let clocked = Matcher.any(
    StartClock.self, EndClock.self, WrittenStart.self, WrittenEnd.self, DayClock.self)
  /// A matcher for entities with a timing but no written time.
  package static let unclocked = Matcher.all(Timing.self).none(
    StartClock.self, EndClock.self, WrittenStart.self, WrittenEnd.self, DayClock.self)
  package static let days = Matcher.all(ConferenceDay.self)
  package static let rated = Matcher.all(Rating.self).none(CancelledTalk.self)
  package static let starred = Matcher.all(Star.self).none(CancelledTalk.self)
  package static let hidden = Matcher.all(Hidden.self).none(CancelledTalk.self)
  /// A matcher for marked talks and sessions that are no longer in the schedule.
  package static let cancelled = Matcher.all(CancelledTalk.self)
  package static let appointments = Matcher.all(Appointment.self)
}
