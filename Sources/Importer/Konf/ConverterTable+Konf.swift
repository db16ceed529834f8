// The tables of konf's JSON, to read exported schedules. The traversal in ScheduleFormat+Konf
// selects the table for each record. Strings are read unchanged, so that exporting and importing a
// schedule does not change it.

import Basics
import ECSKit
import Schedule
import SourceText

/// A table of konf's JSON.
///
/// The raw value is the index of the table in the format.
enum KonfTable: Int, CaseIterable {
  case conference, person, location
  /// The table for a session with separate talks.
  case session
  /// The table for a session and its talk in one record.
  case event
  /// The table for a talk within a session.
  case talk
  case file

  var table: ConverterTable {
    switch self {
    case .conference: .konfConference
    case .person: .konfPerson
    case .location: .konfLocation
    case .session: .konfSession
    case .event: .konfEvent
    case .talk: .konfTalk
    case .file: .konfFile
    }
  }

  /// Returns true if a session or a talk may have a field with the name.
  static func isField(_ name: String) -> Bool {
    [KonfTable.session, .event, .talk].contains { table in
      table.table.converters[name] != nil || table.table.ignoredFields.contains(name)
    }
  }
}

/// The ID of a talk within a session.
private struct RecordID: Component, Equatable { var text: String }
/// The web page of a record, from the field url.
private struct Page: Component, Equatable { var link: String }
/// The list of tracks in a record, preferred to the record's single track.
private struct Tracks: Component, Equatable { var names: [String] }

extension ConverterTable {
  fileprivate static let konfFile = frame(of: [
    "conference", "sessions", "talks", "people", "locations",
  ])

  fileprivate static let konfConference = ConverterTable(
    converters: [
      "title": .exact { Conference(title: $0) },
      "acronym": .exact { Acronym(text: $0) },
      "url": .exact { ConferencePage(link: $0) },
      "version": .exact { ScheduleVersion(text: $0) },
      "zone": .exact { ConferenceZone(name: $0) },
      "dayChange": .label(accepting: "hour and minute, such as 04:00") { text in
        CivilTime(text).map { DayChange(time: $0) }
      },
    ],
    refinement: Refinement(making: []) { conference in
      // If the zone name consists of offsets, the name is removed, because the times also state the
      // offsets.
      if let zone = conference[ConferenceZone.self]?.name, zone.contains("/"),
        zone.hasPrefix("+") || zone.hasPrefix("-")
      {
        conference[ConferenceZone.self] = nil
      }
    },
    keyFields: "title",
    ignoredFields: [
      "days", "start", "end", "sessionCount", "talkCount", "speakerCount", "locationCount",
      "trackCount",
    ]
  ) { _ in RecordName(.conference) }

  fileprivate static let konfPerson = ConverterTable(
    converters: [
      "id": .exact { SourceID(text: $0) },
      "name": .exact { Name(text: $0) },
      "url": .exact { Page(link: $0) },
      "links": .webLinks,
      "organizer": .flag(Organizer()),
    ],
    refinement: Refinement(making: [Person.self]) { person in
      person[Person.self] = Person()
      person.dropNameAsID()
      person.movePage()
    },
    keyFields: "name", ignoredFields: ["talks"]
  ) { $0[Name.self].map { RecordName(.person, $0.text) } }
  .describing(.person)

  fileprivate static let konfLocation = ConverterTable(
    converters: [
      "id": .exact { SourceID(text: $0) },
      "name": .exact { Name(text: $0) },
      "description": .exactProse { Description(text: $0) },
    ],
    refinement: Refinement(making: [Location.self]) { location in
      location[Location.self] = Location()
      location.dropNameAsID()
    },
    keyFields: "name", ignoredFields: ["sessions"]
  ) { $0[Name.self].map { RecordName(.location, $0.text) } }
  .describing(.location)

  /// The ignored fields that sessions and talks have in common.
  ///
  /// They contain a user's marks, or values derived from other fields or from the current time.
  private static let marks: Set = [
    "day", "rating", "ratedAs", "star", "note", "minutesToStart", "minutesLeft",
  ]

  fileprivate static let konfSession = ConverterTable(
    converters: [
      "id": .exact { SessionID(text: $0) },
      "title": .exact { Description(text: $0) },
      "speakers": .names { SpeakerNames(names: $0) },
      "start": .start,
      "end": .end,
      "transparent": .flag(Transparent()),
      "locations": .names { LocationNames(names: $0) },
      "track": .exact { Track(name: $0) },
      "tracks": .names { Tracks(names: $0) },
      "url": .exact { Page(link: $0) },
      "links": .webLinks,
      "otherIds": .names { OtherIDs(texts: $0) },
    ],
    refinement: Refinement(making: [Track.self]) { session in
      session.moveTracks()
      if session[SessionID.self] == nil {
        session[SessionID.self] = session[Description.self].map { SessionID(text: $0.text) }
      }
      session.movePage()
    },
    keyFields: "id or title", ignoredFields: marks.union(["talks"])
  ) { session in
    session[SessionID.self].map { RecordName(.session, $0.text) }
  }.describing(.talk)

  fileprivate static let konfEvent = konfSession.copy(
    refinement: Refinement(making: [Track.self]) { event in
      event.moveTracks()
      if event[SessionID.self] == nil {
        event[SessionID.self] = event[Title.self].map { SessionID(text: $0.text) }
      }
      event.movePage()
    },
    ignoredFields: marks.union(["session"])
  )
  .adding("title", .exact { Title(text: $0) })
  .marked(by: "start")

  /// The table of a talk within a session.
  ///
  /// The times and locations belong to the session.
  fileprivate static let konfTalk = ConverterTable(
    converters: [
      "id": .exact { RecordID(text: $0) },
      "title": .exact { Title(text: $0) },
      "speakers": .names { SpeakerNames(names: $0) },
      "track": .exact { Track(name: $0) },
      "tracks": .names { Tracks(names: $0) },
      "url": .exact { Page(link: $0) },
      "links": .webLinks,
      "otherIds": .names { OtherIDs(texts: $0) },
    ],
    refinement: Refinement(making: [PartOf.self, TalkIndex.self, Track.self]) { talk in
      talk.moveTracks()
      // An ID composed of session and number is not stored, because it can be derived from them.
      if let id = talk[RecordID.self]?.text, talk[TalkIndex.self] == nil {
        let others = talk[OtherIDs.self]?.texts ?? []
        if !others.contains(id) { talk[OtherIDs.self] = OtherIDs(texts: [id] + others) }
      }
      talk[RecordID.self] = nil
      talk.movePage()
    },
    keyFields: "id or title", ignoredFields: marks.union(["session", "start", "end", "locations"])
  ) { talk in
    let session = talk[PartOf.self]?.session ?? ""
    if let index = talk[TalkIndex.self] { return RecordName(.talk, session, number: index.number) }
    return talk[Title.self].map {
      RecordName(.talk, session.isEmpty ? $0.text : "\(session) \($0.text)")
    }
  }
  .describing(.talk)
  .marked(by: "start")

  /// Returns a copy that also reads the text fields of a kind of record; see `ComponentText`.
  private func describing(_ record: ComponentText.JSONField.Record) -> ConverterTable {
    var table = self
    for text in ComponentText.all {
      guard let json = text.json, json.record == record, let conversion = text.conversion else {
        continue
      }
      let converter = Converter.exact(conversion)
      table = table.adding(json.name, text.form == .prose ? converter.asProse : converter)
    }
    return table
  }
}

extension Draft {
  /// Removes an ID that equals the name.
  ///
  /// For a record without an ID, konf prints the name as the ID.
  fileprivate mutating func dropNameAsID() {
    if self[SourceID.self]?.text == self[Name.self]?.text { self[SourceID.self] = nil }
  }

  fileprivate mutating func moveTracks() {
    guard let names = self[Tracks.self]?.names else { return }
    self[Tracks.self] = nil
    self[Track.self] = Track(names: names)
  }

  /// Inserts the web page as the first link, unless the links contain it.
  fileprivate mutating func movePage() {
    guard let page = self[Page.self]?.link else { return }
    self[Page.self] = nil
    let links = self[WebLinks.self]?.links ?? []
    if links.contains(where: { $0.webAddress == page || $0.text == page }) { return }
    self[WebLinks.self] = WebLink(title: "", text: page).map { WebLinks(links: [$0] + links) }
  }
}

extension Converter {
  /// Returns a converter that reads strings and numbers exactly as written.
  ///
  /// A blank string counts as missing.
  fileprivate static func exact<C: Component & Equatable>(
    _ make: @escaping @Sendable (String) -> C
  ) -> Converter {
    Converter(to: C.self, accepting: "a string") { value in
      guard let text = value.exactText else { return .unreadable(value) }
      return text.isBlank ? .nothing : .component(make(text))
    }
  }

  fileprivate static func exact(_ conversion: some TextConversion) -> Converter {
    exact(conversion.make)
  }

  fileprivate static func exactProse<C: Component & Equatable>(
    _ make: @escaping @Sendable (String) -> C
  ) -> Converter {
    exact(make).asProse
  }

  /// Returns a converter for lists of names, or of objects with a name.
  fileprivate static func names<C: Component & Equatable>(
    _ make: @escaping @Sendable ([String]) -> C
  ) -> Converter {
    Converter(to: C.self, accepting: "a list of names or objects with a name") { value in
      guard value.kind == .array else { return .unreadable(value) }
      var names: [String] = []
      var unreadable: SourceValue?
      value.forEachElement { element in
        if let name = element.exactName {
          names.append(name)
        } else if unreadable == nil {
          unreadable = element
        }
      }
      if let unreadable {
        return names.isEmpty
          ? .unreadable(unreadable) : .partly(make(names), unreadable: unreadable)
      }
      return names.isEmpty ? .nothing : .component(make(names))
    }.withParts(["id", "name"])
  }

  fileprivate static let webLinks = Converter(
    to: WebLinks.self, accepting: "a list of addresses or objects with title and url"
  ) { value in
    guard value.kind == .array else { return .unreadable(value) }
    var links: [WebLink] = []
    var unreadable: SourceValue?
    value.forEachElement { element in
      let isObject = element.kind == .object
      let link = WebLink(
        title: isObject ? element["title"]?.exactText ?? "" : "",
        text: (isObject ? element["url"]?.exactText : element.exactText) ?? "")
      if let link {
        links.append(link)
      } else if unreadable == nil {
        unreadable = element
      }
    }
    if let unreadable {
      return links.isEmpty
        ? .unreadable(unreadable) : .partly(WebLinks(links: links), unreadable: unreadable)
    }
    return links.isEmpty ? .nothing : .component(WebLinks(links: links))
  }.withParts(["title", "url"])
}

extension SourceValue {
  var exactText: String? { string ?? numberText }

  /// The name in a reference to a person or location, or nil if the value has no name.
  var exactName: String? {
    guard let text = kind == .object ? self["name"]?.exactText : exactText, !text.isBlank else {
      return nil
    }
    return text
  }
}
