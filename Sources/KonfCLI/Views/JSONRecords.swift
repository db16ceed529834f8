import ECSKit
import Schedule

/// The entities of a schedule as JSON, with the same names for the same things everywhere.
struct JSONRecords {
  let programme: Programme
  let zone: Zone
  private let selection: Selection
  private let lastPlaces = LastPlaces()

  /// The places of the slot that was asked for last, which all its talks have.
  private final class LastPlaces {
    var slot: Entity?
    var names: JSONOutput = []
  }

  init(_ run: Run) {
    programme = run.programme
    zone = run.zone
    selection = run.selection
  }

  func time(_ instant: Instant?) -> JSONOutput {
    .string(orNull: instant?.iso8601(in: zone))
  }

  func texts(_ texts: [String]) -> JSONOutput {
    .array(texts.map { .string($0) })
  }

  /// The places of a slot; made once for all the talks in it, which may be many as the places may.
  func locations(of slot: Entity?) -> JSONOutput {
    guard let slot else { return [] }
    if lastPlaces.slot != slot {
      lastPlaces.slot = slot
      lastPlaces.names = texts(programme.placeNames(of: slot))
    }
    return lastPlaces.names
  }

  private func stars(_ rating: Rating?) -> JSONOutput {
    .integer(orNull: rating?.stars)
  }

  func slot(_ slot: Entity) -> JSONOutput {
    .object(members(of: slot))
  }

  /// A slot as it is seen at a moment: how many minutes are left of it, or to go until it starts.
  func slot(_ slot: Entity, at now: Instant) -> JSONOutput {
    let timing = slot[Timing.self]
    let start = timing?.start.map { now.duration(to: $0).minutesRoundedUp }
    let end = timing?.end.map { now.duration(to: $0).minutesRoundedUp }
    let isComing = start.map { $0 > 0 } ?? false
    return .object(
      members(of: slot) + [
        JSONOutput.Member("minutesToStart", .integer(orNull: isComing ? start : nil)),
        JSONOutput.Member("minutesLeft", .integer(orNull: isComing ? nil : end)),
      ])
  }

  private func members(of slot: Entity) -> [JSONOutput.Member] {
    let timing = slot[Timing.self]
    let record: KeyValuePairs<String, JSONOutput> = [
      "id": .string(programme.id(of: slot)),
      "start": time(timing?.start),
      "end": time(timing?.end),
      "description": .string(orNull: programme.name(of: slot).nonEmpty),
      "locations": locations(of: slot),
      "rating": stars(slot[Rating.self]),
      "talks": .array(
        programme.talks(in: slot).filter(selection.contains(talk:)).map(talk)),
    ]
    return record.map { JSONOutput.Member($0, $1) }
  }

  func talk(_ talk: Entity) -> JSONOutput {
    let slot = programme.slot(of: talk)
    let timing = slot?[Timing.self]
    let counting = programme.rating(of: talk)
    return [
      "id": .string(programme.id(of: talk)),
      "title": .string(programme.name(of: talk)),
      "subtitle": .string(orNull: talk[Subtitle.self]?.text),
      "speakers": texts(programme.speakers(of: talk).map(\.name)),
      "slot": .string(orNull: programme.slotID(of: talk)),
      "start": time(timing?.start),
      "end": time(timing?.end),
      "locations": locations(of: slot),
      "rating": stars(counting?.rating),
      "ratedAs": .string(orNull: counting?.slot.map(programme.id(of:))),
      "track": .string(orNull: programme.track(of: talk)),
      "language": .string(orNull: programme.language(of: talk)),
      "abstract": .string(orNull: talk[Abstract.self]?.text),
      "links": links(of: talk),
    ]
  }

  func person(_ person: Programme.Reference) -> JSONOutput {
    let entity = person.entity
    return [
      "name": .string(person.name),
      "twitter": .string(orNull: entity?[TwitterHandle.self]?.text),
      "biography": .string(orNull: entity?[Biography.self]?.text),
      "photo": .string(orNull: entity?[Photo.self]?.link),
      "links": links(of: entity),
      "organizer": .bool(entity?.has(Organizer.self) ?? false),
      "talks": .array(
        programme.talks(of: person).filter(selection.contains(talk:)).map(talk)),
    ]
  }

  private func links(of entity: Entity?) -> JSONOutput {
    .array(
      (entity?[WebLinks.self]?.links ?? []).map { link in
        ["title": .string(orNull: link.words.nonEmpty), "url": .string(orNull: link.address)]
      })
  }

  func location(_ place: Programme.Reference) -> JSONOutput {
    [
      "name": .string(place.name),
      "address": .string(orNull: place.entity?[Address.self]?.text),
      "description": .string(orNull: place.entity?[Description.self]?.text),
      "slots": texts(
        programme.slots(of: place).filter(selection.contains(slot:)).map(programme.id(of:))),
    ]
  }

  /// A talk or a slot that was rated, or a rating whose subject has left the schedule.
  func rating(
    _ rating: Rating?, id: String, title: String, slot: String?
  ) -> JSONOutput {
    [
      "id": .string(id),
      "title": .string(title),
      "slot": .string(orNull: slot),
      "rating": stars(rating),
      "comment": .string(orNull: rating?.comment.nonEmpty),
      "time": time(rating?.time),
    ]
  }

  func rating(of entity: Entity) -> JSONOutput {
    rating(
      entity[Rating.self], id: programme.id(of: entity), title: programme.name(of: entity),
      slot: slotID(of: entity))
  }

  /// What many people think of a talk or a slot.
  func figures(_ figures: RatingFigures) -> JSONOutput {
    [
      "id": .string(figures.thing.id),
      "title": .string(figures.thing.title),
      "slot": .string(orNull: figures.thing.entity.flatMap(slotID(of:))),
      "count": .integer(figures.count),
      "mean": .hundredths(figures.mean),
      "spread": .hundredths(figures.spread),
      "stars": .array(figures.counts.map { .integer($0) }),
      "comments": .array(
        figures.comments.map { ["rating": .integer($0.stars), "comment": .string($0.text)] }),
    ]
  }

  private func slotID(of entity: Entity) -> String? {
    entity[SlotID.self]?.text ?? entity[PartOf.self]?.slot
  }
}

extension String {
  /// The text, or nil if there is none.
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
