import Schedule
import SourceText
import TextBasics

/// Facts about all events of a document that are needed before one of them is taken.
struct ICalendarEvents {
  /// The events in the order of the file.
  let events: [CalendarEvent]
  /// The zones that times name.
  var zones: ZoneNames
  /// How much repeated events may still produce.
  var budget: RecurrenceBudget
  /// The moment around which times of repeated events are wanted.
  let moment: Instant?
  /// The zone of times without one, if the calendar names it.
  private var floatingZone: String?
  /// The events that have an identifier and do not replace one time of another event.
  private var wholes: [String: [Int]] = [:]
  /// The events that replace one time of the event with their identifier.
  private var overrides: [String: [Int]] = [:]
  /// The events that have a newer version in the file.
  private var superseded: Set<Int> = []
  /// The number of events with each possible identity.
  private var uses: [String: Int] = [:]
  /// Whether organizers differ from event to event, so that they are the speakers.
  private let organizersSpeak: Bool
  /// Whether pretalx wrote the file and every title in it has a dash and names after it, or a dash
  /// alone; one that has not shows that dashes may belong to titles.
  private var titlesHaveSpeakers = false

  /// Reads the events of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - options: Where zones are looked for, and the moment around which times are read.
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
        if member.value.label?.hasPrefix("-//pretalx//") == true { isPretalx = true }
      default: break
      }
    }
    self.events = events
    titlesHaveSpeakers =
      isPretalx
      && events.allSatisfy { $0.text("SUMMARY").map { SplitTitle($0) != nil } ?? true }
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

  /// Finds the events that have a newer version in the file.
  private mutating func findVersions() {
    for (uid, indices) in wholes where indices.count > 1 {
      // Some programs give many events one identifier; versions differ by their numbers.
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
  }

  /// Whether the file has a newer version of an event.
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

  /// The identity of an event, which as far as possible stays when it is moved or renamed.
  ///
  /// It is the identifier that the file gives it. If several events have one identifier, or an
  /// event has none, it consists of as much as needed of time, location and title.
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

  /// The repeated event, if an event replaces one of its times.
  private func whole(of event: CalendarEvent) -> Int? {
    guard event.isOverride, let uid = event.uid, let whole = wholes[uid], whole.count == 1 else {
      return nil
    }
    return whole[0]
  }

  private func hasOwnIdentity(_ event: CalendarEvent) -> Bool {
    Self.ownIdentity(of: event).map { uses[$0] == 1 } ?? false
  }

  /// The identifier that the file gives an event, with the date if it replaces one time of another.
  private static func ownIdentity(of event: CalendarEvent) -> String? {
    guard let uid = event.uid else { return nil }
    return event.recurrence.map { "\(uid)/\($0.written.date.iso8601)" } ?? uid
  }

  /// The parts of an identity, the most reliable one first.
  private static func madeIdentities(of event: CalendarEvent) -> [String] {
    let time = event.text("RECURRENCE-ID") ?? event.text("DTSTART")
    let parts = [event.uid, time, event.text("LOCATION"), event.text("SUMMARY")]
      .compactMap(\.self)
    return parts.indices.dropFirst(event.uid == nil ? 0 : 1).map { parts[...$0].fingerprint }
  }

  // MARK: Time

  /// The clock that the times of an event are read on; nil if it has no beginning.
  mutating func clock(of event: CalendarEvent) -> EventClock? {
    guard let start = event.start else { return nil }
    let zone =
      start.written.offset.map { $0 == 0 ? .utc : Zone(offset: $0) }
      ?? (start.zone ?? floatingZone).flatMap { zones.zone($0) }
    return EventClock(
      first: start.written.civil, isDate: start.written.time == nil, zone: zone)
  }

  /// The time of another event that an event replaces, on that one's clock if it is known.
  private mutating func overriddenTime(of index: Int) -> CivilDateTime? {
    let event = events[index]
    guard let recurrence = event.recurrence else { return nil }
    let zone = recurrence.zone.flatMap { zones.zone($0) }
    guard let whole = whole(of: event), let clock = clock(of: events[whole]) else {
      return recurrence.written.civil
    }
    return clock.time(of: recurrence.written, in: zone)
  }

  /// Whether an event may take place at other times than its own.
  func mayRecur(_ event: CalendarEvent) -> Bool {
    event.recurs || !event.isOverride && !event.exceptions.isEmpty || !overrides(of: event).isEmpty
  }

  /// The times of an event that others replace, as they are written.
  func overriddenTimes(of event: CalendarEvent) -> [CalendarTime] {
    overrides(of: event).compactMap { events[$0].recurrence }
  }

  private func overrides(of event: CalendarEvent) -> [Int] {
    guard !event.isOverride, let uid = event.uid, wholes[uid]?.count == 1 else { return [] }
    return overrides[uid, default: []]
  }

  /// Whether an event that replaces one time of a repeated event has other rules than that one.
  func hasOtherRules(_ event: CalendarEvent) -> Bool {
    let own = event.rules.map(\.value.label)
    guard let whole = whole(of: event) else { return !own.isEmpty }
    return !own.allSatisfy(events[whole].rules.map(\.value.label).contains)
  }

  // MARK: People

  /// The speakers, as attendees or organizers of an event.
  func speakers(of event: CalendarEvent) -> [String] {
    event.attendees.isEmpty && organizersSpeak ? event.organizers : event.attendees
  }

  /// The title and the speakers of an event whose title names them, as pretalx writes it.
  ///
  /// That is so only if the calendar proves it: all its titles are alike, or those who are named in
  /// this one are those whom the event names as attendees, organizers or contacts.
  func splitTitle(of event: CalendarEvent) -> SplitTitle? {
    guard let title = event.text("SUMMARY").flatMap({ SplitTitle($0) }) else { return nil }
    if titlesHaveSpeakers { return title }
    let named = Set(speakers(of: event) + event.contacts)
    return !title.speakers.isEmpty && named.isSuperset(of: title.speakers) ? title : nil
  }
}

extension SourceDocument {
  /// The contents of the calendars of a document, and everything after their ends.
  var calendarMembers: [SourceMember] {
    root.members.flatMap { $0.key == "VCALENDAR" ? Array($0.value.members) : [$0] }
  }
}

extension Sequence<String> {
  /// Eight hexadecimal digits that are the same for the same texts.
  ///
  /// - SeeAlso: Fowler, Noll and Vo, *The FNV Non-Cryptographic Hash Algorithm*, FNV-1a with 64
  ///   bits; Appleby, *MurmurHash3*, for the last step
  fileprivate var fingerprint: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in joined(separator: "\n").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    // The last bytes move few of the digits, so all are mixed once more.
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    return Hexadecimal.digits(of: hash >> 32, count: 8)
  }
}
