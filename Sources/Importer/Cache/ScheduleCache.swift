// The binary images of imported schedules. ScheduleLoader in KonfCLI creates, stores and restores
// the images of saved schedules.

import Basics
package import ECSKit
package import Schedule

/// The binary image of an imported schedule.
///
/// An image loads ten times as fast as the file.
///
///     let image = ScheduleCache(of: context, result, reads)
///     let again = image?.restore(into: Context(), in: folders, withProse: true)
///
/// An image contains the entities in creation order, with the components that most commands need.
/// It omits issues and the components in ``CachedComponent/leftOut``.
///
/// An image depends on the bytes of the file, the options of the import, ``form``, and the zone
/// files that were read. The caller must check that the first three are unchanged, and
/// ``restore(into:in:withProse:)`` checks the zone files.
package struct ScheduleCache {
  /// The version of the image format, the import that creates the entities, and the components.
  ///
  /// Images with another version are rebuilt.
  package static let form = "\(version).\(CachedComponent.all.count)"

  /// The version of the image format and the import.
  ///
  /// Increment this version when the fingerprints of the test images change.
  private static let version = 4

  /// The image without the prose.
  package let core: [UInt8]
  package let prose: [UInt8]

  package init(core: [UInt8], prose: [UInt8]) {
    self.core = core
    self.prose = prose
  }

  /// Creates an image of a context that contains an imported schedule.
  ///
  /// The context must contain all prose and must be unchanged since the import. The result is nil
  /// if the import depends on the current time or on all zones of the system, because another
  /// import could then have a different result. It is also nil if the name of the venue's zone does
  /// not identify the zone, or if the context has components that no image stores.
  ///
  /// - Complexity: O(*n*) in the size of the schedule.
  package init?(
    of context: Context, _ result: ScheduleImport.Result, _ reads: ZoneReads,
    in folders: ZoneFolders
  ) {
    guard let files = reads.files, let venue = context[VenueZone.self],
      Self.zone(venue.zone.name, in: folders) == venue.zone, Self.knowsComponents(of: context),
      !result.report.issues.contains(where: { $0.kind.rule == ImportRule.recurrence.rule })
    else { return nil }
    var writer = CacheWriter()
    writer.add(result.format)
    writer.add(UInt64(result.report.records))
    writer.add(UInt64(result.report.repeatedBytes))
    writer.add(UInt64(files.count))
    for file in files {
      writer.add(file.name)
      writer.add(byte: file.fingerprint == nil ? 0 : 1)
      writer.add(file.fingerprint ?? 0)
    }
    writer.add(venue.zone.name)
    writer.add(UInt64(venue.dayChange.secondOfDay))
    let holder = context.holder(of: VenueZone.self)
    let entities = context.entities
    writer.add(UInt64(entities.count))
    for entity in entities {
      for (place, part) in CachedComponent.all.enumerated() {
        // Commands need only the dates of days. The import also gives dates to events, to resolve
        // times.
        if part.type == Self.dayDate, !entity.has(ConferenceDay.self) { continue }
        part.write(entity, UInt8(place + 1), &writer)
      }
      if entity == holder { writer.add(byte: Self.venueMark) }
      writer.add(byte: 0)
    }
    core = writer.core
    prose = writer.prose
  }

  private static let dayDate = ObjectIdentifier(DayDate.self)
  /// The byte that marks the venue's zone among the components of an entity.
  private static let venueMark: UInt8 = 255

  /// Restores the entities into an empty context, and returns the result without issues and notes.
  ///
  /// If the bytes are not an image or a zone file has changed, the result is nil, and the context
  /// remains empty.
  ///
  /// - Complexity: O(*n*) in the size of the image.
  package func restore(
    into context: Context, in folders: ZoneFolders, withProse: Bool
  ) -> ScheduleImport.Result? {
    do throws(Damage) {
      return try context.transaction { () throws(Damage) in
        try entities(into: context, in: folders, withProse: withProse)
      }
    } catch {
      return nil
    }
  }

  private struct Damage: Error {}

  private func entities(
    into context: Context, in folders: ZoneFolders, withProse: Bool
  ) throws(Damage) -> ScheduleImport.Result {
    var reader = CacheReader(core: core, prose: withProse ? prose : nil)
    let format = reader.text()
    var report = ImportReport()
    report.records = Int(truncatingIfNeeded: reader.number())
    report.repeatedBytes = Int(truncatingIfNeeded: reader.number())
    for _ in 0..<reader.count() {
      let name = reader.text()
      let isThere = reader.byte() == 1
      let fingerprint = reader.number()
      let file = ZoneReads.File(name: name, fingerprint: isThere ? fingerprint : nil)
      guard !reader.isDamaged, file.isUnchanged(in: folders) else { throw Damage() }
    }
    let zoneName = reader.text()
    let dayChange = Int(truncatingIfNeeded: reader.number())
    guard !reader.isDamaged, let zone = Self.zone(zoneName, in: folders),
      let time = CivilTime(
        hour: dayChange / 3600, minute: dayChange / 60 % 60, second: dayChange % 60)
    else { throw Damage() }
    let venue = VenueZone(zone: zone, dayChange: time)
    let parts = CachedComponent.all
    var isKnown = true
    for _ in 0..<reader.count() {
      context.createEntity { new in
        while isKnown {
          let mark = reader.byte()
          if mark == 0 { return }
          if mark == Self.venueMark {
            new.set(venue)
          } else if Int(mark) <= parts.count {
            parts[Int(mark) - 1].read(&reader, new)
          } else {
            isKnown = false
          }
        }
      }
      if reader.isDamaged || !isKnown { throw Damage() }
    }
    guard reader.isComplete else { throw Damage() }
    return ScheduleImport.Result(format: format, report: report, notes: [])
  }

  private static func zone(_ name: String, in folders: ZoneFolders) -> Zone? {
    name == Zone.floating.name ? .floating : Zone(exactly: name, in: folders)
  }

  private static var known: Set<ObjectIdentifier> {
    Set(CachedComponent.all.map(\.type) + CachedComponent.leftOut.map { ObjectIdentifier($0) })
      .union([ObjectIdentifier(VenueZone.self)])
  }

  private static func knowsComponents(of context: Context) -> Bool {
    let known = known
    return context.componentTypes.allSatisfy { type in
      known.contains(ObjectIdentifier(type)) || context.group(Matcher(any: [type])).isEmpty
    }
  }

  /// The components of the module `Schedule` that a format can create but no image stores.
  ///
  /// A schedule that has one of these components gets no image. Components of other modules exist
  /// only while a record is read, until components of `Schedule` replace them.
  package static var missingComponents: [String] {
    let known = known
    let formats = (ScheduleFormat.json + ScheduleFormat.xml).map { $0() } + [.iCalendar]
    let names = formats.flatMap(\.tables).flatMap(\.kinds)
      .filter { !known.contains($0.type) }.map { String(reflecting: $0.component) }
    return Set(names).filter { $0.hasPrefix("Schedule.") }.sorted()
  }
}
