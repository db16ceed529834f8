// Facts about all events of a calendar: versions, identities, zones and speakers in titles. The
// traversal of ScheduleFormat.iCalendar collects them before it imports the first event. The
// identity of an event should not change when the file is edited, so it does not depend on the
// event's position.

import Basics
import Schedule
import SourceText

/// Facts about all events of a document, collected before the first event is imported.
struct ICalendarEvents {
  let events: [CalendarEvent]
  var zones: ZoneNames
  var budget: RecurrenceBudget
  /// The moment around which occurrences of recurring events are read.
  let moment: Instant?
  /// The name of the zone for times without a zone, or nil if the calendar names no zone.
  private var floatingZone: String?
  /// The indices, by identifier, of the events that do not replace an occurrence.
  private var wholes: [String: [Int]] = [:]
  /// The indices, by identifier, of the events that replace an occurrence.
  private var overrides: [String: [Int]] = [:]
  /// The indices of the events that a newer version in the file replaces.
  private var superseded: Set<Int> = []
  /// The number of events with each possible identity.
  private var uses: [String: Int] = [:]
  /// True if the organizers differ between events.
  ///
  /// In this case, the organizers are probably the speakers.
  private let organizersSpeak: Bool
  /// True if konf wrote the file.
  ///
  /// konf omits unknown ends.
  private var isKonf = false
  private var isIndico = false
  /// True if Indico wrote the file, and each event in it is a whole conference or meeting.
  private(set) var hasWholeEventsOnly = false
  /// The dash that separates titles and names if pretalx wrote the file, otherwise nil.
  ///
  /// All titles must have the form "Title - names" or, without names, "Title -". If any title has a
  /// different form, dashes may be part of titles.
  private var dash: String?

  /// Collects facts about all events of a document.
  ///
  /// The options provide the zone folders and the moment around which occurrences are read.
  init(of document: SourceDocument, _ options: ScheduleImport.Options) {
    let properties = document.keys.map { CalendarEvent.Property(rawValue: $0) }
    var definitions: [ZoneDefinition] = []
    var events: [CalendarEvent] = []
    var isPretalx = false
    for member in document.calendarMembers {
      switch member.key {
      case "VEVENT" where member.value.kind == .object:
        events.append(CalendarEvent(member.value, properties))
      case "VTIMEZONE": ZoneDefinition(member.value).map { definitions.append($0) }
      case "X-WR-TIMEZONE": floatingZone = member.value.label
      case "PRODID":
        let producer = member.value.label ?? ""
        if producer.hasPrefix("-//pretalx//") { isPretalx = true }
        if producer.hasPrefix("-//konf//") { isKonf = true }
        if producer.hasPrefix("-//CERN//INDICO//") { isIndico = true }
      default: break
      }
    }
    self.events = events
    dash = (isPretalx ? SplitTitle.dashes : []).first { dash in
      events.allSatisfy { $0.text("SUMMARY").map { SplitTitle($0, dash: dash) != nil } ?? true }
    }
    hasWholeEventsOnly =
      isIndico && !events.isEmpty
      && events.allSatisfy { $0.uid?.hasPrefix("indico-event-") ?? false }
    moment = options.moment
    zones = ZoneNames(definitions, in: options.zoneFolders)
    organizersSpeak = Set(events.compactMap(\.organizers.last)).count > 1
    budget = RecurrenceBudget(events: events.count { $0.recurs && !$0.isCancelled })
    for (index, event) in events.enumerated() {
      guard let uid = event.uid else { continue }
      if event.isOverride {
        overrides[uid, default: []].append(index)
      } else {
        wholes[uid, default: []].append(index)
      }
    }
    findVersions()
    countIdentities()
  }

  // MARK: Versions

  private mutating func findVersions() {
    for (uid, indices) in wholes where indices.count > 1 {
      // Some programs give the same identifier to many events. Real versions of one event differ in
      // SEQUENCE.
      let newest = indices.map { events[$0].sequence }.max() ?? 0
      wholes[uid] = indices.filter { events[$0].sequence == newest }
      superseded.formUnion(indices.filter { events[$0].sequence != newest })
    }
    for (uid, indices) in overrides where indices.count > 1 {
      var newest: [CivilDateTime: Int] = [:]
      for index in indices {
        guard let time = overriddenTime(of: index) else { continue }
        guard let other = newest[time] else {
          newest[time] = index
          continue
        }
        let isOlder = events[index].isOlder(than: events[other])
        newest[time] = isOlder ? other : index
        superseded.insert(isOlder ? index : other)
      }
      overrides[uid] = indices.filter { !superseded.contains($0) }
    }
    removeExcludedOverrides()
  }

  /// Marks overrides as superseded if a later version of the recurring event excludes their time.
  private mutating func removeExcludedOverrides() {
    for (uid, indices) in overrides {
      guard let whole = wholes[uid], whole.count == 1, !events[whole[0]].exceptions.isEmpty,
        indices.contains(where: { events[$0].sequence < events[whole[0]].sequence }),
        let clock = clock(of: events[whole[0]])
      else { continue }
      let event = events[whole[0]]
      let excepted = exceptedTimes(of: event, on: clock)
      for index in indices where events[index].sequence < event.sequence {
        if overriddenTime(of: index).map(excepted.contains) ?? false { superseded.insert(index) }
      }
      overrides[uid] = indices.filter { !superseded.contains($0) }
    }
  }

  func isSuperseded(_ index: Int) -> Bool { superseded.contains(index) }

  // MARK: Identity

  private mutating func countIdentities() {
    let own = events.indices.filter { !isSuperseded($0) && whole(of: events[$0]) == nil }
    for index in own {
      if let identity = Self.ownIdentity(of: events[index]) { uses[identity, default: 0] += 1 }
    }
    for index in own where !hasOwnIdentity(events[index]) {
      for identity in Self.madeIdentities(of: events[index]) { uses[identity, default: 0] += 1 }
    }
  }

  /// Returns the identity of an event.
  ///
  /// The identity is the identifier in the file, so it does not change when the event is moved or
  /// renamed. If the identifier is missing or not unique, the identity is a hash. The hash includes
  /// only as many of these properties as necessary: identifier, time, location, title.
  mutating func identity(of index: Int) -> String? {
    let event = events[index]
    if let whole = whole(of: event), let clock = clock(of: events[whole]),
      let time = overriddenTime(of: index)
    {
      return identity(of: whole).map { $0 + clock.suffix(of: time) }
    }
    if hasOwnIdentity(event) { return Self.ownIdentity(of: event) }
    let identities = Self.madeIdentities(of: event)
    return identities.first { uses[$0] == 1 } ?? identities.last ?? Self.ownIdentity(of: event)
  }

  /// Returns the index of the recurring event to which an override belongs.
  ///
  /// The result is nil if the file does not contain exactly one such event.
  private func whole(of event: CalendarEvent) -> Int? {
    guard event.isOverride, let uid = event.uid, let whole = wholes[uid], whole.count == 1 else {
      return nil
    }
    return whole[0]
  }

  private func hasOwnIdentity(_ event: CalendarEvent) -> Bool {
    Self.ownIdentity(of: event).map { uses[$0] == 1 } ?? false
  }

  /// Returns the identifier in the file, followed by the replaced date for an override.
  private static func ownIdentity(of event: CalendarEvent) -> String? {
    guard let uid = event.uid else { return nil }
    return event.recurrence.map { "\(uid)/\($0.written.date.iso8601)" } ?? uid
  }

  /// Returns possible identities of an event.
  ///
  /// Each identity is based on more properties than the previous one.
  private static func madeIdentities(of event: CalendarEvent) -> [String] {
    let time = event.text("RECURRENCE-ID") ?? event.text("DTSTART")
    let parts = [event.uid, time, event.text("LOCATION"), event.text("SUMMARY")]
      .compactMap(\.self)
    return parts.indices.dropFirst(event.uid == nil ? 0 : 1).map { parts[...$0].fingerprint }
  }

  // MARK: Time

  /// Returns true if an event ends at its start, because it states neither an end nor a length.
  ///
  /// - SeeAlso: RFC 5545, 3.6.1, *Event Component*
  func endsAtStart(_ event: CalendarEvent) -> Bool { event.lacksEnd && !isKonf }

  mutating func clock(of event: CalendarEvent) -> EventClock? {
    guard let start = event.start else { return nil }
    let zone =
      start.written.offset.map { $0 == 0 ? .utc : Zone(offset: $0) }
      ?? (start.zone ?? floatingZone).flatMap { zones.zone($0) }
    return EventClock(
      first: start.written.civil, isDate: start.written.time == nil, zone: zone)
  }

  /// Returns the time of the occurrence that an override replaces, or nil for other events.
  ///
  /// The time is on the clock of the recurring event, if that event is known.
  private mutating func overriddenTime(of index: Int) -> CivilDateTime? {
    let event = events[index]
    guard let recurrence = event.recurrence else { return nil }
    let zone = recurrence.zone.flatMap { zones.zone($0) }
    guard let whole = whole(of: event), let clock = clock(of: events[whole]) else {
      return recurrence.written.civil
    }
    return clock.time(of: recurrence.written, in: zone)
  }

  /// Returns true if an event may have occurrences other than its own time.
  func mayRecur(_ event: CalendarEvent) -> Bool {
    event.recurs || !event.isOverride && !event.exceptions.isEmpty || !overrides(of: event).isEmpty
  }

  /// Returns the written times of an event's replaced occurrences.
  func overriddenTimes(of event: CalendarEvent) -> [CalendarTime] {
    overrides(of: event).compactMap { events[$0].recurrence }
  }

  private func overrides(of event: CalendarEvent) -> [Int] {
    guard !event.isOverride, let uid = event.uid, wholes[uid]?.count == 1 else { return [] }
    return overrides[uid, default: []]
  }

  /// Returns true if an override has a rule that its recurring event does not have.
  func hasOtherRules(_ event: CalendarEvent) -> Bool {
    let own = event.rules.map(\.value.label)
    guard let whole = whole(of: event) else { return !own.isEmpty }
    return !own.allSatisfy(events[whole].rules.map(\.value.label).contains)
  }

  // MARK: People

  /// Returns the attendees of an event, or its organizers.
  ///
  /// The organizers are returned if the event has no attendees and ``organizersSpeak`` is true.
  func speakers(of event: CalendarEvent) -> [String] {
    event.attendees.isEmpty && organizersSpeak ? event.organizers : event.attendees
  }

  /// Splits a title that names the speakers in the style of pretalx.
  ///
  /// The result is nil for other titles. Either all titles must have this style, or the event must
  /// also list the named people as attendees, organizers or contacts.
  func splitTitle(of event: CalendarEvent) -> SplitTitle? {
    guard let text = event.text("SUMMARY") else { return nil }
    if let dash { return SplitTitle(text, dash: dash) }
    let titles = SplitTitle.dashes.compactMap { SplitTitle(text, dash: $0) }
    if titles.isEmpty { return nil }
    let named = Set(speakers(of: event) + event.contacts)
    return titles.first { !$0.speakers.isEmpty && named.isSuperset(of: $0.speakers) }
  }

  /// Returns the speakers and the text in the description of an event.
  ///
  /// The result is nil if Indico did not write the file, or if the description is missing.
  func indicoText(of event: CalendarEvent) -> IndicoText? {
    isIndico ? IndicoText(of: event) : nil
  }
}

extension SourceDocument {
  /// The members of all calendars in a document, and the members outside calendars.
  var calendarMembers: [SourceMember] {
    root.members.flatMap { $0.key == "VCALENDAR" ? Array($0.value.members) : [$0] }
  }
}

extension Sequence<String> {
  /// A stable hash of the strings, as eight hexadecimal digits.
  ///
  /// - SeeAlso: Fowler, Noll and Vo, *The FNV Non-Cryptographic Hash Algorithm*, FNV-1a with 64
  ///   bits; Appleby, *MurmurHash3*, for the last step
  fileprivate var fingerprint: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in joined(separator: "\n").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    // The last bytes affect only a few digits of the hash. So a final step mixes all bytes.
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    return Hexadecimal.digits(of: hash >> 32, count: 8)
  }
}
