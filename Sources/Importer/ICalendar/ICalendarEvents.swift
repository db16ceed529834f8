import Schedule

/// What has to be known of all events of a document before one of them is read.
struct ICalendarEvents {
  /// The zones that times name.
  private var zones: ZoneNames
  /// How much may still come of events that come again.
  var budget = RecurrenceBudget()
  /// The zone of times without one, if the calendar names it.
  private let floatingZone: String?
  /// The events that have an identifier and do not stand for one time of another event.
  private var wholes: [String: [SourceValue]] = [:]
  /// The events that stand for one time of the event with their identifier.
  private var overrides: [String: [SourceValue]] = [:]
  /// How many events something can be the identity of.
  private var uses: [String: Int] = [:]
  /// Whether organizers differ from event to event, so that they are who speaks.
  private let organizersSpeak: Bool

  init(of document: SourceDocument, in folders: ZoneFolders) {
    var organizers: Set<String> = []
    var definitions: [ZoneDefinition] = []
    var floatingZone: String?
    var events: [SourceValue] = []
    for member in document.root.members.flatMap(\.value.members) {
      switch member.key {
      case "VEVENT": events.append(member.value)
      case "VTIMEZONE": ZoneDefinition(member.value).map { definitions.append($0) }
      case "X-WR-TIMEZONE": floatingZone = member.value.label
      default: break
      }
    }
    for event in events {
      if let name = event["ORGANIZER"]?["CN"]?.label { organizers.insert(name) }
      guard let uid = event.text("UID") else { continue }
      if event["RECURRENCE-ID"] == nil {
        wholes[uid, default: []].append(event)
      } else {
        overrides[uid, default: []].append(event)
      }
    }
    zones = ZoneNames(definitions, in: folders)
    organizersSpeak = organizers.count > 1
    self.floatingZone = floatingZone
    for event in events where whole(of: event) == nil {
      if let identity = Self.ownIdentity(of: event) { uses[identity, default: 0] += 1 }
    }
    for event in events where whole(of: event) == nil && !hasOwnIdentity(event) {
      for identity in Self.madeIdentities(of: event) { uses[identity, default: 0] += 1 }
    }
  }

  // MARK: Identity

  /// What tells an event from all others, and as far as it can be stays when it is moved or renamed.
  ///
  /// It is the identifier that the file gives it. Where several events have one identifier, or an
  /// event has none, it is made of as much as it takes of time, place and title.
  mutating func identity(of event: SourceValue) -> String? {
    if let whole = whole(of: event), let clock = clock(of: whole),
      let time = recurrence(of: event, on: clock)
    {
      return identity(of: whole).map { $0 + clock.suffix(of: time) }
    }
    if hasOwnIdentity(event) { return Self.ownIdentity(of: event) }
    let identities = Self.madeIdentities(of: event)
    return identities.first { uses[$0] == 1 } ?? identities.last ?? Self.ownIdentity(of: event)
  }

  /// The event of which an event stands for one time.
  private func whole(of event: SourceValue) -> SourceValue? {
    guard event["RECURRENCE-ID"] != nil, let uid = event.text("UID"), let whole = wholes[uid],
      whole.count == 1
    else { return nil }
    return whole[0]
  }

  private func hasOwnIdentity(_ event: SourceValue) -> Bool {
    Self.ownIdentity(of: event).map { uses[$0] == 1 } ?? false
  }

  /// The identifier that the file gives an event, with the date if it stands for one time of another.
  private static func ownIdentity(of event: SourceValue) -> String? {
    guard let uid = event.text("UID") else { return nil }
    let recurrence = event.text("RECURRENCE-ID").flatMap { WrittenTime(basic: $0) }
    return recurrence.map { "\(uid)/\($0.date.iso8601)" } ?? uid
  }

  /// What an identity can be made of, by how far it can be relied on.
  private static func madeIdentities(of event: SourceValue) -> [String] {
    let uid = event.text("UID")
    let time = event.text("RECURRENCE-ID") ?? event.text("DTSTART")
    let parts = [uid, time, event.text("LOCATION"), event.text("SUMMARY")].compactMap(\.self)
    return parts.indices.dropFirst(uid == nil ? 0 : 1).map { parts[...$0].fingerprint }
  }

  // MARK: Time

  /// The clock that the times of an event are read on; nil if nothing says when it begins.
  mutating func clock(of event: SourceValue) -> OccurrenceClock? {
    guard let value = event["DTSTART"], let start = value.label.flatMap(WrittenTime.init(basic:))
    else { return nil }
    let name = value["TZID"]?.label
    let zone =
      start.offset.map { $0 == 0 ? .utc : Zone(offset: $0) }
      ?? (name ?? floatingZone).flatMap { zones.zone($0) }
    return OccurrenceClock(start: start, zoneName: name, zone: zone)
  }

  /// The zone that stands beside a time.
  mutating func zone(beside value: SourceValue) -> Zone? {
    value["TZID"]?.label.flatMap { zones.zone($0) }
  }

  /// How long an event takes, if it says when it ends.
  mutating func length(of event: SourceValue, on clock: OccurrenceClock) -> Duration? {
    guard let value = event["DTEND"], let end = value.label.flatMap(WrittenTime.init(basic:))
    else { return nil }
    return clock.length(to: end, in: zone(beside: value))
  }

  /// The time on a clock at which an event stands for another one.
  private mutating func recurrence(
    of event: SourceValue, on clock: OccurrenceClock
  ) -> OccurrenceTime? {
    guard let value = event["RECURRENCE-ID"],
      let time = value.label.flatMap(WrittenTime.init(basic:))
    else { return nil }
    return clock.time(of: time, in: zone(beside: value))
  }

  /// Whether an event may take place at other times than the one that it says.
  func mayRecur(_ event: SourceValue) -> Bool {
    !overrides(of: event).isEmpty
      || event.members.contains { ["RRULE", "RDATE", "EXDATE"].contains($0.key) }
  }

  /// The times at which others stand for an event.
  mutating func overriddenTimes(
    of event: SourceValue, on clock: OccurrenceClock
  ) -> [OccurrenceTime] {
    overrides(of: event).compactMap { recurrence(of: $0, on: clock) }
  }

  private func overrides(of event: SourceValue) -> [SourceValue] {
    guard event["RECURRENCE-ID"] == nil, let uid = event.text("UID"), wholes[uid]?.count == 1
    else { return [] }
    return overrides[uid, default: []]
  }

  // MARK: People

  func speakers(of event: SourceValue) -> [String] {
    let attendees = names("ATTENDEE", of: event)
    return attendees.isEmpty && organizersSpeak ? names("ORGANIZER", of: event) : attendees
  }

  private func names(_ property: String, of event: SourceValue) -> [String] {
    event.members.lazy.filter { $0.key == property }
      .compactMap { $0.value["CN"]?.label }.filter { !$0.isEmpty }
  }
}

extension SourceValue {
  /// The text of a property, unless it is blank.
  fileprivate func text(_ property: String) -> String? {
    self[property]?.label.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Sequence<String> {
  /// Eight hexadecimal digits that are the same whenever the texts are.
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
    let digits = String(hash >> 32, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}
