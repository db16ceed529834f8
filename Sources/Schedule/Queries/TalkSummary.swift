package import ECSKit

/// A summary of a talk, session, appointment or cancelled talk, for lists, cards and documents.
///
/// The type parameter lets each kind of output escape text in its own way, for example for a
/// terminal.
///
///     TalkSummary(talk, in: schedule) { $0.onOneLine }.title  // "Tightening every bolt"
package struct TalkSummary<Text> {
  package let id: String
  package let shownID: String
  package let title: Text
  package let subtitle: Text
  /// The names of the speakers, separated by commas.
  package let speakers: Text
  /// The names of the locations, separated by commas.
  package let locations: Text
  package let track: Text
  package let language: Text
  package let timing: Timing?
  /// The star of the entity, or of its session if the entity has none.
  package let star: Star?
  /// The rating of the entity from 1 to 5.
  ///
  /// If the entity is not rated, this is the rating of its session.
  package let rating: Int?
  package let note: Text

  package init(_ entity: Entity, in schedule: ConferenceSchedule, _ text: (String) -> Text) {
    let session = schedule.session(of: entity) ?? entity
    id = schedule.id(of: entity)
    shownID = schedule.shownID(of: entity, withID: id)
    title = text(schedule.name(of: entity))
    subtitle = text(entity[Subtitle.self]?.text ?? "")
    speakers = text(schedule.speakerNames(of: entity).joined(separator: ", "))
    locations = text(schedule.locationNames(of: session).joined(separator: ", "))
    track = text(schedule.track(of: entity) ?? "")
    language = text(schedule.language(of: entity) ?? "")
    timing = schedule.timing(of: session)
    star = schedule.star(of: entity)
    rating = schedule.rating(of: entity)?.rating.stars
    note = text(entity[Note.self]?.text ?? "")
  }
}

extension TalkSummary: Equatable where Text: Equatable {}
extension TalkSummary: Sendable where Text: Sendable {}
