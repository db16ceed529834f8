package import ECSKit

/// The kinds of a schedule's entities, by the components they hold.
extension Matcher {
  /// The entries of the timeline: sessions, breaks, parties.
  package static let sessions = Matcher.all(SessionID.self)
  /// All talks.
  package static let talks = Matcher.all(Title.self)
  /// Talks that are no sessions themselves; nearly always each is part of one.
  package static let parts = talks.none(SessionID.self)
  /// Speakers, organizers and guests.
  package static let people = Matcher.all(Person.self)
  /// People who can be asked for help.
  package static let organizers = people.all(Organizer.self)
  /// Where things happen.
  package static let locations = Matcher.all(Location.self)
  /// Entities with a written time, which a calendar turns into a moment.
  package static let clocked = Matcher.any(
    StartClock.self, EndClock.self, WrittenStart.self, WrittenEnd.self, DayClock.self)
  /// Entities that lost their written time after they got a moment.
  package static let unclocked = Matcher.all(Timing.self).none(
    StartClock.self, EndClock.self, WrittenStart.self, WrittenEnd.self, DayClock.self)
  /// The days of the conference, as the file has them.
  package static let days = Matcher.all(ConferenceDay.self)
  /// Rated talks and sessions.
  package static let rated = Matcher.all(Rating.self).none(CancelledTalk.self)
  /// Starred talks and sessions.
  package static let starred = Matcher.all(Star.self).none(CancelledTalk.self)
  /// Talks and sessions that lists leave out.
  package static let hidden = Matcher.all(Hidden.self).none(CancelledTalk.self)
  /// Marked talks and sessions that are no longer in the schedule.
  package static let cancelled = Matcher.all(CancelledTalk.self)
  /// The attendee's appointments beside the schedule.
  package static let appointments = Matcher.all(Appointment.self)
}
