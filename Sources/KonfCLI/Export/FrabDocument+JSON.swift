import Basics
import CommandLine
import ECSKit
import Schedule

extension FrabDocument {
  /// The document as schedule.json, version 1.
  var json: JSONOutput {
    var conference: [JSONOutput.Member] = []
    func add(_ name: String, _ value: JSONOutput) {
      conference.append(JSONOutput.Member(name, value))
    }
    add("acronym", .string(orNull: acronym))
    add("title", .string(schedule.title ?? ""))
    add("start", .string(days.first?.date.iso8601 ?? ""))
    add("end", .string(days.last?.date.iso8601 ?? ""))
    add("daysCount", .integer(days.count))
    add("timeslot_duration", "00:05")
    if let zoneName { add("time_zone_name", .string(zoneName)) }
    if let conferencePage { add("url", .string(conferencePage)) }
    let rooms = rooms
    if !rooms.isEmpty { add("rooms", .array(rooms)) }
    let (document, days) = (self, days)
    add("days", .made(days.count) { document.json(of: days[$0], number: $0 + 1) })
    return [
      "$schema": "https://c3voc.de/schedule/schema.json",
      "generator": ["name": .string(maker.name), "version": .string(maker.version)],
      "schedule": [
        "version": .string(schedule.context[ScheduleVersion.self]?.text ?? ""),
        "conference": .object(conference),
      ],
    ]
  }

  /// The locations with a UUID or a description.
  private var rooms: [JSONOutput] {
    let host = exported.eventNames.name(ofID: "").string
    return schedule.locations(in: .all).compactMap { location in
      let id = location.entity?[SourceID.self]?.text
      let guid = id.flatMap { FrabIdentifiers.isUUID($0) ? $0 : nil }
      let description = location.entity?[Description.self]?.text
      if guid == nil, description == nil { return nil }
      return [
        "name": .string(location.name),
        "guid": .string(guid ?? FrabIdentifiers.guid(ofLocation: location.name, host)),
        "description": .string(orNull: description),
      ]
    }
  }

  private func json(of day: Day, number: Int) -> JSONOutput {
    [
      "index": .integer(number), "date": .string(day.date.iso8601),
      "day_start": .string(day.period.lowerBound.iso8601(in: zone)),
      "day_end": .string(day.period.upperBound.iso8601(in: zone)),
      "rooms": .object(
        day.rooms.map { name, events in
          JSONOutput.Member(name, .made(events.count) { json(of: events[$0], in: name) })
        }),
    ]
  }

  private func json(of event: Event, in room: String) -> JSONOutput {
    let entity = event.entity
    let title = title(of: event)
    let (page, links) = Self.links(of: entity)
    var members: [JSONOutput.Member] = []
    func add(_ name: String, _ value: JSONOutput?) {
      if let value { members.append(JSONOutput.Member(name, value)) }
    }
    add("guid", .string(event.ids.guid))
    add("code", event.ids.code.map { .string($0) })
    add("id", .integer(event.ids.number))
    add("date", .string(event.start.iso8601(in: zone)))
    add("start", .string(zone.civil(at: event.start).time.clock))
    add("end", event.end.map { .string($0.iso8601(in: zone)) })
    add("duration", .string(duration(of: event)))
    add("room", .string(room))
    let words = [acronym ?? "konf", "\(event.ids.number)", title.slug(separator: "-")]
    add("slug", .string(words.filter { !$0.isEmpty }.joined(separator: "-")))
    // The schema requires an address.
    add("url", .string(page ?? "urn:uuid:\(event.ids.guid)"))
    add("title", .string(title))
    add("subtitle", .string(orNull: entity[Subtitle.self]?.text))
    add("track", .string(orNull: schedule.track(of: entity)))
    add("type", .string(type(of: event)))
    add("language", .string(orNull: schedule.language(of: entity)))
    add("abstract", .string(orNull: abstract(of: event)))
    add("persons", .array(schedule.speakers(of: entity).map { json(of: $0) }))
    add("links", json(of: links))
    return .object(members)
  }

  private func json(of links: [WebLink]) -> JSONOutput {
    .array(
      links.compactMap { link in
        link.address.map { address in
          link.words.isEmpty
            ? ["url": .string(address)] : ["title": .string(link.words), "url": .string(address)]
        }
      })
  }

  /// Returns a person as a JSON object.
  ///
  /// The schema permits either the fields of pretalx or the fields of frab.
  private func json(of person: ConferenceSchedule.Reference) -> JSONOutput {
    var members = [JSONOutput.Member("name", .string(person.name))]
    func add(_ name: String, _ text: String?) {
      if let text { members.append(JSONOutput.Member(name, .string(text))) }
    }
    let id = person.entity?[SourceID.self]?.text ?? ""
    if FrabIdentifiers.isUUID(id) { add("guid", id) }
    if FrabIdentifiers.isCode(id, in: .json) { add("code", id) }
    add("avatar", person.entity?[Photo.self]?.link)
    add("biography", person.entity?[Biography.self]?.text)
    let (page, links) = Self.links(of: person.entity)
    if links.count < person.entity?[WebLinks.self]?.links.count ?? 0 { add("url", page) }
    if !links.isEmpty { members.append(JSONOutput.Member("links", json(of: links))) }
    return .object(members)
  }
}
