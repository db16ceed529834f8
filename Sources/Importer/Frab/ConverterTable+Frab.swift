// The tables of schedule.json, versions 1 and 2, and schedule.xml. FrabWalk and
// ScheduleFormat+FrabXML use them. Other formats use Refinement.person and Refinement.location. The
// indices in FrabTable must match the order of ConverterTable.frab.

import Basics
import ECSKit
import Schedule
import SourceText

/// A table of frab's formats.
///
/// The raw value is the index of the table in the format.
enum FrabTable: Int {
  case conference, day, location, person
  /// The table for an event in a room of a day, with a time of day as its start.
  case event
  /// The table for an event in a flat list, with a date and a time of day as its start.
  case listedEvent
  /// The tables for objects that are not records.
  ///
  /// The objects are the file, the schedule, a room with its events, and a track.
  case file, schedule, room, track
}

/// The identifier of an event, person or room, preferred to the code and the number.
private struct GUID: Component, Equatable { var text: String }
private struct Code: Component, Equatable { var text: String }
private struct Number: Component, Equatable { var text: String }
private struct ShortText: Component, Equatable { var text: String }
private struct LongText: Component, Equatable { var text: String }
/// The start of a listed event, preferred to the event's date.
private struct ListedStart: Component, Equatable {
  var time: WrittenTime?
  var clock: CivilTime?
}
private enum PageField {}
private enum LinkField {}
private enum AttachmentField {}
private enum VideoField {}
private enum FeedbackField {}
private enum RecordingField {}
private enum PersonPageField {}
private enum PersonLinkField {}
private struct PersonText: Component, Equatable { var text: String }
/// A marker for a day in a file that counts its days from zero, as frab's JSON does.
struct FirstIsZero: Component, Equatable {}
/// The type of an event in the CCC hub.
///
/// Some types indicate that the event is not a talk.
private struct HubType: Component, Equatable { var text: String }

extension ConverterTable {
  static let frab: [ConverterTable] = [
    .frabConference, .frabDay, .frabLocation, .frabPerson, .frabEvent1, .frabEvent2, .frabFile,
    .frabSchedule, .frabLocation.framing, .frabTrack,
  ]

  private static let frabFile = frame(of: ["schedule", "$schema", "generator"])

  private static let frabSchedule = frame(of: [
    "conference", "day", "room", "event", "events", "persons", "rooms", "version", "base_url",
    "url", "generator", "$schema", "tracks",
  ])

  private static let trackFields: Set = [
    "name", "slug", "color", "colors", "guid", "id", "description", "position", "url", "online_qa",
    "type",
  ]
  private static let frabTrack = frame(of: trackFields)

  private static let frabConference = ConverterTable(
    converters: [
      "title": .label { Conference(title: $0) },
      "acronym": .label { Acronym(text: $0) },
      "url": .label { ConferencePage(link: $0) }, "base_url": .label { ConferencePage(link: $0) },
      "time_zone_name": .label { ConferenceZone(name: $0) },
      "version": .label { ScheduleVersion(text: $0) },
      "release": .label { ScheduleVersion(text: $0) },
      "day_change": .label(accepting: "hour and minute, such as 04:00") { text in
        CivilTime(text).map { DayChange(time: $0) }
      },
    ],
    keyFields: "title",
    ignoredFields: [
      "start", "end", "days", "daysCount", "timeslot_duration", "rooms", "tracks", "track",
      "languages", "defaults", "venue", "city", "subtitle", "logo",
      "colors", "color", "keywords", "description", "meta", "conference",
    ]
  ) { _ in RecordName(.conference) }

  private static let frabDay = ConverterTable(
    converters: [
      "date": .date,
      "start": .start, "day_start": .start,
      "end": .end, "day_end": .end,
      "index": .label(accepting: "a whole number, such as 1") { text in
        Int(text).flatMap { 0...9999 ~= $0 ? DayIndex(number: $0) : nil }
      },
    ],
    refinement: Refinement(making: [ConferenceDay.self]) { day in
      day[ConferenceDay.self] = ConferenceDay()
      if day[FirstIsZero.self] != nil {
        day[DayIndex.self] = day[DayIndex.self].map { DayIndex(number: $0.number + 1) }
        day[FirstIsZero.self] = nil
      }
      // The schema of schedule.xml requires a start but no date.
      if day[DayDate.self] == nil, let date = day[WrittenStart.self]?.time.date {
        day[DayDate.self] = DayDate(date: date)
      }
    },
    keyFields: "date or start", ignoredFields: ["rooms", "room", "event"]
  ) { day in
    day[DayDate.self].map { RecordName(.day, $0.date.iso8601) }
  }.framing

  private static let frabLocation = ConverterTable(
    converters: [
      "name": .label { Name(text: $0) },
      "guid": .label { GUID(text: $0) },
      "description": .prose { Description(text: $0) },
      // Older files have a field for each language.
      "description_de": .prose { Description(text: $0) },
      "description_en": .prose { Description(text: $0) },
    ],
    refinement: Refinement(making: [Location.self, SourceID.self]) { location in
      location[Location.self] = Location()
      location.moveIdentifier()
    }, keyFields: "name", repeats: .mentions,
    ignoredFields: [
      "id", "slug", "capacity", "type", "stream_id", "features", "parent", "url",
      "speaker_info", "availabilities", "position", "event", "assembly",
    ]
  ) { $0[Name.self].map { RecordName(.location, $0.text) } }

  private static let frabPerson = ConverterTable(
    converters: [
      "person": .label { PersonText(text: $0) },
      "guid": .label { GUID(text: $0) },
      "code": .label { Code(text: $0) },
      "biography": .prose { Biography(text: $0) },
      "avatar": .photo,
      "avatar_url": .photo,
      "url": .link(titled: "web page") { FieldLinks<PersonPageField>(links: $0) },
      "links": .links { FieldLinks<PersonLinkField>(links: $0) },
    ],
    refinement: Refinement(making: [Person.self, Name.self, SourceID.self, WebLinks.self]) {
      person in
      person[Person.self] = Person()
      var links = LinkList()
      person.moveLinks(of: PersonPageField.self, to: &links)
      person.moveLinks(of: PersonLinkField.self, to: &links)
      person.set(links)
      person.moveIdentifier()
      // FrabPeople has already determined the name from all names and IDs in the file.
      person[PersonText.self] = nil
    }, keyFields: "name or public_name", repeats: .mentions,
    ignoredFields: [
      "name", "public_name", "id", "answers", "role", "slug", "email", "contact",
      "full_public_name",
      "contributor", "description", "type", "state", "abstract", "href",
    ]
  ) { $0[Name.self].map { RecordName(.person, $0.text) } }

  private static let frabEvent = ConverterTable(
    converters: [
      "guid": .label { GUID(text: $0) },
      "code": .label { Code(text: $0) },
      "id": .label { Number(text: $0) },
      "title": .label { Title(text: $0) },
      "subtitle": .label { Subtitle(text: $0) },
      "abstract": .prose { ShortText(text: $0) },
      "description": .prose { LongText(text: $0) },
      "language": .label { Language(code: $0) },
      "date": .start,
      "end": .end,
      "duration": .length,
      "room": .location,
      "track": .label { Track(name: $0) },
      "type": .type { SessionType(name: $0) },
      "url": .link(titled: "web page") { FieldLinks<PageField>(links: $0) },
      "links": .links { FieldLinks<LinkField>(links: $0) },
      "attachments": .links { FieldLinks<AttachmentField>(links: $0) },
      "recording": .recording { FieldLinks<RecordingField>(links: $0) },
      "video_download_url": .link(titled: "video") { FieldLinks<VideoField>(links: $0) },
      "feedback_url": .link(titled: "feedback") { FieldLinks<FeedbackField>(links: $0) },
    ],
    refinement: .event, keyFields: "guid, code, id or title",
    ignoredFields: [
      "slug", "logo", "answers", "recording_license", "do_not_record", "do_not_stream",
      "origin_url", "persons", "participants", "person",
      "tags", "version", "video", "state", "conf_url", "resources",
      "href",
    ]
  ) { event in
    event[SessionID.self].map { RecordName(.event, $0.text) }
  }

  /// The table of an event in schedule.xml and version 1 of schedule.json.
  private static let frabEvent1 = frabEvent.adding("start", .clock).marked(by: "start")

  /// The table of an event in version 2 of schedule.json.
  private static let frabEvent2 = frabEvent.adding("start", .listedStart).marked(by: "start")
    .adding("track", .name { Track(name: $0) }.withParts(trackFields))
    .adding("room", .location.withParts(frabLocation.fields))
    .adding("type", .type { HubType(text: $0) })
}

extension Converter {
  /// A converter for a date and time, or for a time of day with the date in another field.
  fileprivate static let listedStart = label(
    accepting: "date and time, such as 2015-05-18T11:00:00+02:00"
  ) { text in
    let time = WrittenTime(text)
    let clock = time == nil ? CivilTime(text) : nil
    return time == nil && clock == nil ? nil : ListedStart(time: time, clock: clock)
  }

  /// Returns a converter that makes a link to a recording if the recording has an address.
  fileprivate static func recording<C: Component & Equatable>(
    _ make: @escaping @Sendable ([WebLink]) -> C
  ) -> Converter {
    Converter(to: C.self, accepting: "an object with the license and the address") { value in
      let links = ["url", "link"].compactMap { field in
        value[field]?.text.flatMap { WebLink(title: "recording", text: $0.trimmed) }
      }.filter { !$0.text.isEmpty }
      return links.isEmpty ? .nothing : .component(make(links))
    }
  }

  fileprivate static let location = name { LocationNames(names: [$0]) }

  /// Returns a converter for the type of an event.
  ///
  /// The converter ignores every value that has no text.
  fileprivate static func type<C: Component & Equatable>(
    _ make: @escaping @Sendable (String) -> C
  ) -> Converter {
    Converter(to: C.self, accepting: "a string") { value in
      guard let name = value.label, !name.isEmpty else { return .nothing }
      return .component(make(name))
    }
  }

  fileprivate static func name<C: Component & Equatable>(
    _ make: @escaping @Sendable (String) -> C
  ) -> Converter {
    Converter(to: C.self, accepting: "a string or an object with a name") { value in
      // An object without a name refers to a record by other fields.
      guard let name = value.name(in: ["name"]) else {
        return value.kind == .object ? .nothing : .unreadable(value)
      }
      return name.isEmpty ? .nothing : .component(make(name))
    }
  }
}

extension Draft {
  /// Sets the identifier of a person or a room to its GUID, or to its code if it has no GUID.
  ///
  /// Numbers are ignored, because a file merged from several sources may use a number twice.
  fileprivate mutating func moveIdentifier() {
    let (guid, code) = (take(GUID.self)?.text, take(Code.self)?.text)
    self[SourceID.self] = (guid ?? code).map { SourceID(text: $0) }
  }

  /// Replaces the slug of the event's room with the room's full name, and removes placeholders.
  fileprivate mutating func moveSetting() {
    guard let setting = take(FrabSetting.self) else { return }
    if let names = self[LocationNames.self]?.names, names.count == 1,
      let name = setting.fullName(of: names[0])
    {
      self[LocationNames.self] = LocationNames(names: [name])
    }
    guard let maker = setting.maker else { return }
    if maker == .konf { moveOwnForms() }
    if maker.isPlaceholder(self[ShortText.self]?.text, for: .abstract) {
      self[ShortText.self] = nil
    }
    if maker.isPlaceholder(self[Track.self]?.name, for: .track) { self[Track.self] = nil }
    if maker.isPlaceholder(self[SessionType.self]?.name, for: .type) {
      self[SessionType.self] = nil
    }
  }

  /// Decodes the special forms that konf writes for facts without a field in the format.
  private mutating func moveOwnForms() {
    if self[SessionType.self]?.name == "break" {
      self[SessionType.self] = nil
      self[Description.self] = take(Title.self).map { Description(text: $0.text) }
    }
    guard let page = self[FieldLinks<PageField>.self]?.links.first?.text else { return }
    let links = self[FieldLinks<LinkField>.self]?.links ?? []
    if page.hasPrefix("urn:uuid:") || links.contains(where: { $0.webAddress == page }) {
      self[FieldLinks<PageField>.self] = nil
    }
  }

  /// Sets the identifiers of an event to its GUID, code and number.
  ///
  /// If the event has none of these, its title becomes the identifier.
  fileprivate mutating func moveIdentifiers() {
    var id = take(GUID.self)?.text
    var others: [String] = []
    func add(_ other: String?) {
      guard let other else { return }
      if id == nil { id = other } else { others.append(other) }
    }
    add(take(Code.self)?.text)
    add(take(Number.self)?.text)
    self[SessionID.self] = (id ?? self[Title.self]?.text).map { SessionID(text: $0) }
    if !others.isEmpty { self[OtherIDs.self] = OtherIDs(texts: others) }
  }
}

extension Refinement {
  static let person = Refinement(making: [Person.self]) { $0[Person.self] = Person() }
  static let location = Refinement(making: [Location.self]) { $0[Location.self] = Location() }

  /// The refinement that makes an event a session, and also a talk unless it is a break.
  fileprivate static let event = Refinement(
    making: [
      SessionID.self, OtherIDs.self, SessionType.self, Abstract.self, Description.self,
      WebLinks.self, SpeakerNames.self, WrittenStart.self, DayClock.self,
    ]
  ) { event in
    if let start = event.take(ListedStart.self) {
      if let time = start.time { event[WrittenStart.self] = WrittenStart(time: time) }
      event[DayClock.self] = start.clock.map { DayClock(time: $0) }
    }
    event.moveIdentifiers()
    event.moveSetting()
    event[Abstract.self] = abstract(
      event.take(ShortText.self)?.text, event.take(LongText.self)?.text)
    event.moveRemarks()
    var links = LinkList()
    event.moveLinks(of: PageField.self, to: &links)
    event.moveLinks(of: LinkField.self, to: &links)
    event.moveLinks(of: AttachmentField.self, to: &links)
    event.moveLinks(of: RecordingField.self, to: &links)
    event.moveLinks(of: VideoField.self, to: &links)
    event.moveLinks(of: FeedbackField.self, to: &links)
    event.set(links)
    let hubType = event.take(HubType.self)?.text
    if let hubType, hubType != "BREAK", hubType != "META" {
      event[SessionType.self] = SessionType(name: hubType)
    } else if hubType != nil {
      event[Description.self] = event[Title.self].map { Description(text: $0.text) }
      event[Title.self] = nil
    }
  }

  /// Joins a short and a long abstract.
  ///
  /// If the long abstract begins with the short abstract, only the long abstract is returned.
  private static func abstract(_ short: String?, _ long: String?) -> Abstract? {
    guard let short, let long else { return (short ?? long).map { Abstract(text: $0) } }
    // The two strings usually begin with different letters, so comparing these letters first is
    // faster.
    let (first, start) = (short.utf8.first ?? 0, long.utf8.first ?? 0)
    let mayRepeat = first == start || max(first, start) >= 0x80
    return Abstract(text: mayRepeat && long.hasPrefix(short) ? long : "\(short)\n\n\(long)")
  }
}
