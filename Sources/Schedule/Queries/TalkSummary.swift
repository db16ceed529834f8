package import ECSKit

/// A talk, a session, an appointment or a cancelled talk in short, as lists, cards and documents have it.
///
/// Each shows texts of its own kind, such as those that a terminal may get.
///
///     TalkSummary(talk, in: schedule) { $0.onOneLine }.title  // "Tightening every bolt"
package struct TalkSummary<Text> {
  /// The identifier, which no other talk and no session has.
  package let id: String
  /// The identifier as people see it.
  package let shownID: String
  package let title: Text
  package let subtitle: Text
  /// The names of the speakers, with commas between them.
  package let speakers: Text
  /// The names of the locations, with commas between them.
  package let locations: Text
  package let track: Text
  package let language: Text
  package let timing: Timing?
  /// The star that counts for it.
  package let star: Star?
  /// The stars that it was rated with.
  package let rating: Int?
  /// The note of the user.
  package let note: Text

  /// Gathers what a schedule says of an entity.
  ///
  /// - Parameters:
  ///   - entity: A talk, a session, an appointment or a cancelled talk.
  ///   - schedule: The schedule that it is of.
  ///   - text: Makes a text from what the file says.
  package init(_ entity: Entity, in schedule: ConferenceSchedule, _ text: (String) -> Text) {
    let session = schedule.session(of: entity) ?? entity
    let cancelled = entity[CancelledTalk.self]
    id = schedule.id(of: entity)
    shownID = schedule.shownID(of: entity, withID: id)
    title = text(schedule.name(of: entity))
    subtitle = text(entity[Subtitle.self]?.text ?? "")
    let names = cancelled?.people ?? entity[SpeakerNames.self]?.names ?? []
    speakers = text(names.joined(separator: ", "))
    let locationNames = cancelled?.locations ?? schedule.locationNames(of: session)
    locations = text(locationNames.joined(separator: ", "))
    track = text(schedule.track(of: entity) ?? "")
    language = text(schedule.language(of: entity) ?? "")
    timing = schedule.timing(of: session) ?? cancelled?.timing
    star = schedule.star(of: entity)
    rating = schedule.rating(of: entity)?.rating.stars
    note = text(entity[Note.self]?.text ?? "")
  }
}

extension TalkSummary: Equatable where Text: Equatable {}
extension TalkSummary: Sendable where Text: Sendable {}
