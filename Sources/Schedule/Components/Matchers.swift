package import ECSKit

/// The kinds of a schedule's entities, told from the components they hold.
extension Matcher {
  /// What has a place in the timeline: sessions, breaks, parties.
  ///
  /// A talk whose title is missing is no slot, lest it be taken for the one it belongs to.
  package static let slots = Matcher.all(SlotID.self)
    .none(Title.self, TalkIndex.self, SpeakerNames.self)
  /// What somebody has to say.
  package static let talks = Matcher.all(Title.self)
  /// Speakers, organizers and guests.
  package static let people = Matcher.all(Name.self).none(Address.self, Description.self)
  /// People who can be asked for help.
  package static let organizers = people.all(Organizer.self)
  /// Where things happen.
  package static let places = Matcher.all(Name.self).any(Address.self, Description.self)
  /// What has a clock time and waits for month and zone to become a moment.
  package static let clocked = Matcher.any(StartClock.self, EndClock.self)
  /// What somebody has rated.
  package static let rated = Matcher.all(Rating.self)
}
