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
///     let again = image?.restore(into: Context(), in: folders, withProse: true) { nil }
///
/// An image contains the entities in creation order, with the components that most commands need.
/// It omits issues and the components in ``CachedComponent/leftOut``. Each component type has a
/// section, which is read when the component is first used.
///
/// An image is valid only for the same bytes of the file, the same options of the import, the same
/// ``form``, and the same zone files. The caller must check the bytes, the options and the form.
/// ``restore(into:in:withProse:orFrom:)`` checks the zone files.
package struct ScheduleCache {
  /// The version of the image format, of the import and of the set of components.
  ///
  /// An image with another version must be created again.
  package static let form = "\(version).\(CachedComponent.all.count)"

  /// The version of the image format and the import.
  ///
  /// Increment this version when the fingerprints of the test images change.
  private static let version = 5

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
  /// if another import of the same file could have a different result, because the import depends
  /// on the current time or on all zones of the system. The result is also nil if the name of the
  /// venue's zone does not identify the zone, or if the context has components that images neither
  /// store nor omit on purpose.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the schedule.
  package init?(
    of context: Context, _ result: ScheduleImport.Result, _ reads: ZoneReads,
    in folders: ZoneFolders
  ) {
    guard let files = reads.files, let venue = context[VenueZone.self],
      Self.zone(venue.zone.name, in: folders) == venue.zone, Self.knowsComponents(of: context),
      !result.report.issues.contains(where: { $0.kind.rule == ImportRule.recurrence.rule })
    else { return nil }
    var lead = CacheWriter()
    lead.add(result.format)
    lead.add(UInt64(result.report.records))
    lead.add(UInt64(result.report.repeatedBytes))
    lead.add(UInt64(files.count))
    for file in files {
      lead.add(file.name)
      lead.add(byte: file.fingerprint == nil ? 0 : 1)
      lead.add(file.fingerprint ?? 0)
    }
    lead.add(venue.zone.name)
    lead.add(UInt64(venue.dayChange.secondOfDay))
    let entities = context.entities
    lead.add(UInt64(entities.count))
    lead.add(UInt64(entities.firstIndex { $0.has(VenueZone.self) } ?? 0))
    let sections = CachedComponent.all.map { Self.section(of: $0, entities) }
    for section in sections {
      lead.add(UInt64(section.core.count))
      lead.add(UInt64(section.prose.count))
    }
    core = sections.reduce(into: lead.core) { $0 += $1.core }
    prose = sections.flatMap(\.prose)
  }

  /// Returns a section with the values of a component.
  ///
  /// Each value is preceded by the number of entities without a value since the previous value.
  private static func section(of component: CachedComponent, _ entities: [Entity]) -> CacheWriter {
    var writer = CacheWriter()
    var skipped: UInt64 = 0
    for entity in entities {
      // Commands need only the dates of days. The import also gives dates to events, to resolve
      // times.
      let isLeftOut = component.type == DayDate.self && !entity.has(ConferenceDay.self)
      if !isLeftOut, component.write(entity, skipped, &writer) {
        skipped = 0
      } else {
        skipped += 1
      }
    }
    return writer
  }

  /// Restores the entities into an empty context, and returns the result without issues and notes.
  ///
  /// Each component is read when it is first used. If its section in the image is invalid, its
  /// values are taken from the context that `reload` returns.
  ///
  /// If the bytes are not an image or a zone file has changed, the result is nil, and the context
  /// remains empty.
  ///
  /// - Parameters:
  ///   - context: A context that has seen no component and is in no transaction.
  ///   - folders: The folders with the zone files.
  ///   - withProse: False if the context does not need the prose.
  ///   - reload: A closure that imports the file of the schedule again, and returns nil if the
  ///     import fails. If it returns nil, the values of invalid sections are missing.
  /// - Returns: The result of the import without issues and notes, or nil if the image is unusable.
  /// - Complexity: O(*n*), where *n* is the number of entities. The first use of a component takes
  ///   time proportional to the size of its section.
  package func restore(
    into context: Context, in folders: ZoneFolders, withProse: Bool,
    orFrom reload: @escaping () -> Context?
  ) -> ScheduleImport.Result? {
    var reader = CacheReader(core: core)
    guard let lead = lead(&reader, in: folders),
      let sections = sections(&reader, hasProse: withProse)
    else { return nil }
    let image = ScheduleImage(
      entities: (0..<lead.entityCount).map { _ in context.createEntity() },
      sections: sections, core: core, prose: withProse ? prose : nil, venue: lead.venue,
      holder: lead.holder, reload: reload)
    // The context keeps the closure, so the closure must not keep the context.
    let isDeferred = context.deferColumns(image.types) { [unowned context] type in
      image.fill(type, of: context)
    }
    guard isDeferred else {
      context.destroyAll()
      return nil
    }
    return lead.result
  }

  /// The values that precede the sections in an image.
  private struct Lead {
    let result: ScheduleImport.Result
    let venue: VenueZone
    let entityCount: Int
    /// The position of the entity that has the venue's zone.
    let holder: Int
  }

  private func lead(_ reader: inout CacheReader, in folders: ZoneFolders) -> Lead? {
    let format = reader.text()
    var report = ImportReport()
    report.records = Int(truncatingIfNeeded: reader.number())
    report.repeatedBytes = Int(truncatingIfNeeded: reader.number())
    for _ in 0..<reader.count() {
      let name = reader.text()
      let isThere = reader.byte() == 1
      let fingerprint = reader.number()
      let file = ZoneReads.File(name: name, fingerprint: isThere ? fingerprint : nil)
      guard !reader.isDamaged, file.isUnchanged(in: folders) else { return nil }
    }
    let zoneName = reader.text()
    let dayChange = Int(truncatingIfNeeded: reader.number())
    let entityCount = reader.count()
    let holder = reader.count()
    guard !reader.isDamaged, holder < entityCount, let zone = Self.zone(zoneName, in: folders),
      let time = CivilTime(
        hour: dayChange / 3600, minute: dayChange / 60 % 60, second: dayChange % 60)
    else { return nil }
    return Lead(
      result: ScheduleImport.Result(format: format, report: report, notes: []),
      venue: VenueZone(zone: zone, dayChange: time), entityCount: entityCount, holder: holder)
  }

  /// Reads the lengths of the sections, and returns their positions.
  ///
  /// The result is nil unless the sections fill exactly the rest of the image.
  private func sections(_ reader: inout CacheReader, hasProse: Bool) -> [CacheSection]? {
    let lengths = CachedComponent.all.map { _ in (reader.number(), reader.number()) }
    var sections: [CacheSection] = []
    var (start, proseStart) = (UInt64(reader.position), UInt64(0))
    for (length, proseLength) in lengths {
      let (end, proseEnd) = (start &+ length, proseStart &+ proseLength)
      guard end >= start, end <= core.count, proseEnd >= proseStart, proseEnd <= UInt32.max else {
        return nil
      }
      sections.append(
        CacheSection(core: Int(start)..<Int(end), prose: Int(proseStart)..<Int(proseEnd)))
      (start, proseStart) = (end, proseEnd)
    }
    let isWhole = !reader.isDamaged && start == core.count
    return isWhole && (!hasProse || proseStart == prose.count) ? sections : nil
  }

  private static func zone(_ name: String, in folders: ZoneFolders) -> Zone? {
    name == Zone.floating.name ? .floating : Zone(exactly: name, in: folders)
  }

  private static var known: Set<ObjectIdentifier> {
    let types = CachedComponent.all.map(\.type) + CachedComponent.leftOut + [VenueZone.self]
    return Set(types.map { ObjectIdentifier($0) })
  }

  private static func knowsComponents(of context: Context) -> Bool {
    let known = known
    return context.componentTypes.allSatisfy { type in
      known.contains(ObjectIdentifier(type)) || context.group(Matcher(any: [type])).isEmpty
    }
  }

  /// The names of `Schedule` components that formats can create but images do not support.
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
