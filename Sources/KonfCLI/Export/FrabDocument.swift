import Basics
import CommandLine
import ECSKit
import Schedule

/// A schedule in the structure of schedule.xml and schedule.json: days, rooms and events.
///
/// `konf export` creates the document. The document counts the facts that the format cannot
/// represent, so that the command can report them.
///
/// Both formats require a guid, a number and an offset for each event. Missing values are derived
/// from the identifier of the event, so they are equal in the next version of the schedule.
///
/// - SeeAlso: `voc/schedule`, the XSD of schedule.xml and the schema of schedule.json, version 1.
struct FrabDocument {
  /// The format of the document.
  ///
  /// The format determines the available fields.
  enum Form {
    case json, xml
  }

  struct Day {
    let date: CivilDate
    /// The time range of the day, from one day change to the next.
    let period: Range<Instant>
    /// The rooms, in the order of the schedule's locations.
    ///
    /// Events without a location are in a room with an empty name.
    var rooms: [(name: String, events: [Event])]
  }

  /// A talk, or a session without talks.
  struct Event {
    let entity: Entity
    /// The session that has the time and the locations.
    let session: Entity
    let start: Instant
    let end: Instant?
    /// True for a session without talks, such as lunch.
    let isBreak: Bool
    var ids = FrabIdentifiers.Event()
  }

  let exported: ExportedSchedule
  let form: Form
  let maker: (name: String, version: String)
  private(set) var days: [Day] = []
  private(set) var acronym: String?
  private var losses: [FrabLoss: Int] = [:]

  var schedule: ConferenceSchedule { exported.schedule }
  /// The zone of all times, or UTC if the zone is unknown.
  ///
  /// The formats require an offset for each time.
  var zone: Zone { schedule.zone.isFloating ? .utc : schedule.zone }

  init(_ exported: ExportedSchedule, as form: Form, version: String) {
    self.exported = exported
    self.form = form
    maker = ("konf", version)
    var events: [Event] = []
    for session in exported.sessions { add(session, to: &events) }
    var identifiers = FrabIdentifiers(for: form)
    let names = events.map { schedule.id(of: $0.entity) }
    let known = events.map { event in
      [event.entity[SessionID.self]?.text].compactMap(\.self)
        + (event.entity[OtherIDs.self]?.texts ?? [])
    }
    let ids = identifiers.events(
      known, named: names.map { exported.eventNames.name(ofID: $0).string })
    for index in events.indices {
      events[index].ids = ids[index]
      let kept = [ids[index].guid, ids[index].code, "\(ids[index].number)"]
      let all = known[index].isEmpty ? [names[index]] : known[index]
      lose(.id, all.count { !kept.contains($0) })
    }
    addDays(of: events)
    if schedule.zone.isFloating, !events.isEmpty { lose(.zone) }
    addAcronym()
    loseDetails(of: events)
  }

  /// True if no session has a start, so that the document would have no days.
  var isEmpty: Bool { days.isEmpty }

  /// The facts that the format cannot represent, such as "3 biographies".
  var lost: [SafeText] {
    FrabLoss.allCases.compactMap { loss in
      losses[loss].map { SafeText.counted($0, loss.words.one, loss.words.many) }
    }
  }

  // MARK: Events

  private mutating func add(_ session: Entity, to events: inout [Event]) {
    if session.has(Appointment.self) { return lose(.appointment) }
    guard let timing = schedule.timing(of: session), let start = timing.start else {
      return lose(.start)
    }
    let talks = exported.talks(in: session)
    if timing.end == nil { lose(.end) }
    if form == .xml, let length = timing.length, length.components.seconds % 60 != 0 {
      lose(.second)
    }
    if schedule.locationNames(of: session).count > 1 { lose(.location) }
    if session.has(Transparent.self) { lose(.transparent) }
    if !talks.isEmpty, talks != [session] { lose(.session) }
    for entity in talks.isEmpty ? [session] : talks {
      events.append(
        Event(
          entity: entity, session: session, start: start, end: timing.end, isBreak: talks.isEmpty))
    }
  }

  private mutating func addDays(of events: [Event]) {
    let change = schedule.dayChange(in: schedule.zone)
    var byDay: [CivilDate: [String: [Event]]] = [:]
    for event in events {
      let room = schedule.locationNames(of: event.session).first ?? ""
      byDay[zone.day(at: event.start, changingAt: change), default: [:]][room, default: []]
        .append(event)
    }
    let rooms = schedule.locations(in: .all).map(\.name).uniqued + [""]
    days = byDay.keys.sorted().map { date in
      Day(
        date: date, period: zone.day(date, changingAt: change),
        rooms: rooms.compactMap { name in byDay[date]?[name].map { (name, $0) } })
    }
  }

  private mutating func addAcronym() {
    let known = schedule.context[Acronym.self]?.text
    if let known, FrabIdentifiers.isAcronym(known, in: form) {
      acronym = known
      return
    }
    if known != nil { lose(.acronym) }
    // Only schedule.json requires an acronym.
    if form == .xml, known == nil { return }
    let slug = (known ?? schedule.title ?? "").slug(separator: "_")
    acronym = slug.isEmpty ? "konf" : slug.utf8.count < 4 ? "\(slug)_konf" : slug
  }

  // MARK: Losses

  private mutating func lose(_ loss: FrabLoss, _ count: Int = 1) {
    if count > 0 { losses[loss, default: 0] += count }
  }

  private mutating func loseDetails(of events: [Event]) {
    for event in events {
      lose(.track, schedule.trackNames(of: event.entity).count > 1 ? 1 : 0)
      let links = event.entity[WebLinks.self]?.links ?? []
      // In XML, the target of a link need not be a web address.
      if form == .json { lose(.link, links.count { $0.address == nil }) }
      loseRepeats(of: links)
      if event.isBreak, event.session.has(SessionType.self) { lose(.breakType) }
    }
    let speakers = Set(events.flatMap { schedule.speakerNames(of: $0.entity) })
    for person in schedule.everybody {
      guard let entity = person.entity else { continue }
      guard speakers.contains(person.name) else {
        // Speakers may be missing because of the filters, which is not a loss by the format.
        if schedule.talks(of: person).isEmpty { lose(.person) }
        continue
      }
      if entity.has(Organizer.self) { lose(.organizer) }
      if entity.has(TwitterHandle.self) { lose(.handle) }
      if let id = entity[SourceID.self]?.text, !FrabIdentifiers.isPerson(id, in: form) {
        lose(.id)
      }
      let links = entity[WebLinks.self]?.links ?? []
      if form == .json {
        loseRepeats(of: links)
        continue
      }
      if entity.has(Biography.self) { lose(.biography) }
      if entity.has(Photo.self) { lose(.photo) }
      lose(.personLink, links.count)
    }
    for location in schedule.locations(in: .all) {
      guard let entity = location.entity else { continue }
      if entity.has(Address.self) { lose(.address) }
      if form == .xml, entity.has(Description.self) { lose(.description) }
      if let id = entity[SourceID.self]?.text, !FrabIdentifiers.isUUID(id) { lose(.id) }
    }
  }

  /// Counts each link that repeats the address of an earlier link as lost.
  ///
  /// Other programs use only one link for each address.
  private mutating func loseRepeats(of links: [WebLink]) {
    let addresses = links.map(\.text).filter { !$0.isEmpty }
    lose(.repeatedLink, addresses.count - Set(addresses).count)
  }

  // MARK: Fields

  func title(of event: Event) -> String {
    (schedule.name(of: event.entity).nonEmpty ?? schedule.id(of: event.entity)).onOneLine
  }

  /// Returns the type of an event.
  ///
  /// konf writes and reads "break" for a session without talks.
  func type(of event: Event) -> String {
    event.isBreak ? "break" : schedule.type(of: event.entity) ?? ""
  }

  func abstract(of event: Event) -> String? { event.entity[Abstract.self]?.text.asProse }

  /// Returns the duration of an event in hours and minutes.
  ///
  /// In XML, the duration of a long event also has days.
  func duration(of event: Event) -> String {
    let length = event.end.map { event.start.duration(to: $0).components.seconds } ?? 0
    let (hours, minutes) = (Int(length) / 3600, Int(length) / 60 % 60)
    if form == .json || hours < 100 { return "\(hours.padded(to: 2)):\(minutes.padded(to: 2))" }
    return "\(hours / 24):\((hours % 24).padded(to: 2)):\(minutes.padded(to: 2))"
  }

  /// Returns the page of a talk or a person, and the other links.
  ///
  /// A first link with the title "web page" is the link to the page, and is not one of the others.
  static func links(of entity: Entity?) -> (page: String?, others: [WebLink]) {
    let links = entity?[WebLinks.self]?.links ?? []
    let page = links.firstNonNil(\.webAddress).flatMap { $0.isStrictAddress ? $0 : nil }
    let isFirst = page != nil && links[0].title == "web page" && links[0].text == page
    return (page, Array(links.dropFirst(isFirst ? 1 : 0)))
  }

  /// The page of the conference, or nil if it has no valid web address.
  var conferencePage: String? {
    schedule.context[ConferencePage.self]?.link.onOneLine.ifStrictAddress
  }

  /// The name of the zone, or nil if other programs do not know it.
  var zoneName: String? {
    let name = schedule.zone.name
    let parts = name.split(separator: "/")
    // The schema of schedule.json requires a name that matches this pattern.
    let isCity =
      parts.count > 1
      && parts[0...1].allSatisfy { part in
        let letters = Array(part.utf8.prefix(2))
        return letters.count == 2 && UInt8(ascii: "A")...UInt8(ascii: "Z") ~= letters[0]
          && UInt8(ascii: "a")...UInt8(ascii: "z") ~= letters[1]
      }
    return isCity || name == "UTC" ? name : nil
  }
}

extension String {
  /// True for a web address that strict readers accept: at most one fragment, and no brackets.
  fileprivate var isStrictAddress: Bool {
    guard hasPrefix("http://") || hasPrefix("https://") else { return false }
    let bytes = Array(utf8)
    return bytes.count { $0 == UInt8(ascii: "#") } <= 1
      && bytes.allSatisfy { 0x21...0x7E ~= $0 && !#"[]<>"\^`{|}"#.utf8.contains($0) }
      && bytes.indices.allSatisfy { index in
        bytes[index] != UInt8(ascii: "%")
          || bytes[(index + 1)...].prefix(2).compactMap(Hexadecimal.value(of:)).count == 2
      }
  }

  fileprivate var ifStrictAddress: String? { isStrictAddress ? self : nil }

  /// The string in a form for fields that may contain HTML.
  ///
  /// If a program could find a tag in the string, the result is an HTML element that contains the
  /// escaped string. Otherwise the string is unchanged.
  fileprivate var asProse: String {
    guard utf8.contains(ASCII.lessThan) else { return self }
    let bytes = Array(utf8)
    let hasTag = zip(bytes, bytes.dropFirst()).contains { first, second in
      first == ASCII.lessThan
        && (ASCII.isLetterOrDigit(second) && second > ASCII.nine || "/!?".utf8.contains(second))
    }
    return hasTag ? "<pre style=\"white-space:pre-wrap\">\(escapedForMarkup)</pre>" : self
  }

  /// Returns the lowercase ASCII letters and digits of the string.
  ///
  /// Each run of other characters becomes a separator.
  func slug(separator: String) -> String {
    lowercased().utf8.split { !ASCII.isLetterOrDigit($0) }.map { String(Substring($0)) }
      .joined(separator: separator)
  }
}
