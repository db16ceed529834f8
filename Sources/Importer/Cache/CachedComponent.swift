import ECSKit
import Schedule

/// The encoding of one component type in a schedule image.
struct CachedComponent: Sendable {
  let type: any Component.Type
  /// True if the values are prose, which most commands do not read.
  let isProse: Bool
  /// Writes a number followed by the component of an entity, and returns true.
  ///
  /// If the entity lacks the component, the closure writes nothing and returns false.
  let write: @Sendable (Entity, UInt64, inout CacheWriter) -> Bool
  let read: @Sendable (inout CacheReader, borrowing NewEntity) -> Void
  /// Copies the component from the first entity to the second.
  ///
  /// If the first entity lacks the component, the closure removes it from the second entity.
  let copy: @Sendable (Entity, Entity) -> Void

  @inline(__always)
  private init<C: Component>(
    _ write: @escaping @Sendable (C, inout CacheWriter) -> Void,
    _ read: @escaping @Sendable (inout CacheReader) -> C
  ) {
    self.type = C.self
    isProse = false
    self.write = Self.numbering({ $0[C.self] }, write)
    self.read = { reader, new in new.set(read(&reader)) }
    copy = Self.copying(C.self)
  }

  @inline(__always)
  private static func numbering<Value>(
    _ value: @escaping @Sendable (Entity) -> Value?,
    _ write: @escaping @Sendable (Value, inout CacheWriter) -> Void
  ) -> @Sendable (Entity, UInt64, inout CacheWriter) -> Bool {
    { entity, number, writer in
      guard let value = value(entity) else { return false }
      writer.add(number)
      write(value, &writer)
      return true
    }
  }

  private static func copying<C: Component>(
    _ type: C.Type
  ) -> @Sendable (Entity, Entity) -> Void {
    { source, target in
      if let value = source[type] { target.set(value) } else { target.remove(type) }
    }
  }

  /// Creates the encoding of a component that consists of one text.
  ///
  /// The result is nil for any other component.
  private init?(_ described: ComponentText) {
    guard let conversion = described.conversion, let put = described.put else { return nil }
    type = conversion.component
    isProse = described.form == .prose
    copy = Self.copying(conversion.component)
    let text = described.text
    if isProse {
      write = Self.numbering(text) { $1.add(prose: $0) }
      read = { reader, new in if let text = reader.longText() { put(text, new) } }
    } else {
      write = Self.numbering(text) { $1.add($0) }
      read = { reader, new in put(reader.text(), new) }
    }
  }

  @inline(__always)
  private init<C: Component>(
    list: @escaping @Sendable (C) -> [String], _ make: @escaping @Sendable ([String]) -> C
  ) {
    self.init({ (value: C, writer) in writer.add(list(value)) }, { make($0.list()) })
  }

  @inline(__always)
  private init<C: Component & Sendable>(flag: C) {
    self.init({ (_: C, _) in }, { _ in flag })
  }
}

extension CachedComponent {
  /// The encodings of all components that have a section in an image.
  ///
  /// ``VenueZone`` has no section, because images store it before the sections.
  static let all: [CachedComponent] = ComponentText.all.compactMap { CachedComponent($0) } + others

  /// The encodings of the components that do not consist of one text.
  ///
  /// Increment ``ScheduleCache/version`` when an encoding changes.
  private static let others: [CachedComponent] = [
    CachedComponent(list: \.names) { Track(names: $0) ?? Track(name: "") },
    CachedComponent(list: \.names, SpeakerNames.init),
    CachedComponent(list: \.names, LocationNames.init),
    CachedComponent(list: \.texts, OtherIDs.init),
    CachedComponent(
      { (value: WebLinks, writer) in
        writer.add(UInt64(value.links.count))
        for link in value.links {
          writer.add(link.title)
          writer.add(link.text)
        }
      },
      { reader in
        let count = reader.count()
        var links: [WebLink] = []
        links.reserveCapacity(count)
        for _ in 0..<count {
          if let link = WebLink(title: reader.text(), text: reader.text()) { links.append(link) }
        }
        return WebLinks(links: links)
      }),
    CachedComponent(
      { (value: Timing, writer) in
        writer.add(byte: (value.start == nil ? 0 : 1) | (value.end == nil ? 0 : 2))
        if let start = value.start { writer.add(signed: start.secondsSince1970) }
        if let end = value.end { writer.add(signed: end.secondsSince1970) }
      },
      { reader in
        let mark = reader.byte()
        let start = mark & 1 == 0 ? nil : Instant(secondsSince1970: reader.signed())
        let end = mark & 2 == 0 ? nil : Instant(secondsSince1970: reader.signed())
        return Timing(start: start, end: end)
      }),
    CachedComponent(
      { (value: PartOf, writer) in writer.add(value.session) },
      { PartOf(session: $0.text()) }),
    CachedComponent(
      { (value: TalkIndex, writer) in writer.add(signed: Int64(value.number)) },
      { TalkIndex(number: Int($0.signed())) }),
    CachedComponent(flag: Person()),
    CachedComponent(flag: Organizer()),
    CachedComponent(flag: Location()),
    CachedComponent(flag: ConferenceDay()),
    CachedComponent(flag: Transparent()),
    CachedComponent(
      { (value: DayDate, writer) in writer.add(signed: Int64(value.date.daysSince1970)) },
      { DayDate(date: CivilDate(daysSince1970: Int($0.signed()))) }),
    CachedComponent(
      { (value: DayIndex, writer) in writer.add(signed: Int64(value.number)) },
      { DayIndex(number: Int($0.signed())) }),
    CachedComponent(
      { (value: ConferenceZone, writer) in writer.add(value.name) },
      { ConferenceZone(name: $0.text()) }),
    CachedComponent(
      { (value: ConferenceMonth, writer) in
        writer.add(signed: Int64(value.year))
        writer.add(signed: Int64(value.month))
      },
      { ConferenceMonth(year: Int($0.signed()), month: Int($0.signed())) }),
  ]

  /// The components that images omit, because only `konf check` and `konf entities` need them.
  static let leftOut: [any Component.Type] = [
    RecordKey.self, UnreadFields.self, StartClock.self, EndClock.self, WrittenStart.self,
    WrittenEnd.self, WrittenLength.self, DayClock.self, DayChange.self, ZoneDefinition.self,
  ]
}
