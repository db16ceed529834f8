package import ECSKit
package import Schedule
import TextBasics

/// What a schedule was read as, in bytes that are read ten times as fast as its file.
///
///     let image = ScheduleImage(of: context, result, reads)
///     let again = image?.restore(into: Context(), in: folders, withProse: true)
///
/// An image has what answers are made of: entities in the order of their creation, with their
/// components. It lacks the issues and what only the import needs, see ``ImagePart/leftOut``.
///
/// It depends on the bytes of the file, on the options of the import and on ``form``, which are the
/// user's to compare; and on the zone files that were read, which ``restore(into:in:withProse:)``
/// compares.
package struct ScheduleImage {
  /// The form of images, and what the import makes of a file; with another one images are made again.
  ///
  /// A test has the fingerprints of images and asks for another number when they change.
  package static let form = 2

  /// All but the long texts.
  package let core: [UInt8]
  /// The long texts.
  package let prose: [UInt8]

  package init(core: [UInt8], prose: [UInt8]) {
    self.core = core
    self.prose = prose
  }

  /// Makes an image of a context into which a schedule was imported and that was not changed since.
  ///
  /// It is nil if the same file may be read differently another time, because times depend on the moment
  /// or on all zones that there are, and if there are other components.
  ///
  /// - Parameters:
  ///   - context: The context, with the long texts.
  ///   - result: The result of the import.
  ///   - reads: The zone files that the import read.
  ///   - folders: Where zone files are looked for.
  /// - Complexity: O(*n*) in the size of the schedule.
  package init?(
    of context: Context, _ result: ScheduleImport.Result, _ reads: ZoneReads,
    in folders: ZoneFolders
  ) {
    guard let files = reads.files, let venue = context[VenueZone.self],
      Self.zone(venue.zone.name, in: folders) == venue.zone, Self.knowsComponents(of: context),
      !result.report.issues.contains(where: { $0.kind.rule == ImportRule.recurrence.rule })
    else { return nil }
    var writer = ImageWriter()
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
      for (place, part) in ImagePart.all.enumerated() {
        // Only days need their date; events were given theirs to find their times.
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
  /// The byte for the zone of the venue among the components of an entity.
  private static let venueMark: UInt8 = 255

  /// Makes the entities of an empty context.
  ///
  /// - Parameters:
  ///   - context: The context; it stays empty if the image cannot be used.
  ///   - folders: Where zone files are looked for.
  ///   - withProse: Whether entities get their long texts.
  /// - Returns: The result of the import without issues and notes; nil if the bytes are no image, or
  ///   another zone file is there than the one that was read.
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
    var reader = ImageReader(core: core, prose: withProse ? prose : nil)
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
    let parts = ImagePart.all
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

  /// The zone of a venue that is called so; nil if it has clocks of its own.
  private static func zone(_ name: String, in folders: ZoneFolders) -> Zone? {
    name == Zone.floating.name ? .floating : Zone(exactly: name, in: folders)
  }

  /// The components that are read again, or left out.
  private static var known: Set<ObjectIdentifier> {
    Set(ImagePart.all.map(\.type) + ImagePart.leftOut.map { ObjectIdentifier($0) })
      .union([ObjectIdentifier(VenueZone.self)])
  }

  private static func knowsComponents(of context: Context) -> Bool {
    let known = known
    return context.componentTypes.allSatisfy { type in
      known.contains(ObjectIdentifier(type)) || context.group(Matcher(any: [type])).isEmpty
    }
  }

  /// The components of the module `Schedule` that a converter of some format makes and no image has.
  ///
  /// A schedule with one of them gets no image. Components of other modules are parts of a record, which
  /// become components of `Schedule`.
  package static var missingComponents: [String] {
    let known = known
    let formats = (ScheduleFormat.json + ScheduleFormat.xml).map { $0() } + [.iCalendar]
    let names = formats.flatMap(\.tables).flatMap(\.kinds)
      .filter { !known.contains($0.type) }.map { String(reflecting: $0.component) }
    return Set(names).filter { $0.hasPrefix("Schedule.") }.sorted()
  }
}
