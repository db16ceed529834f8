import ECSKit
import Schedule

/// The positions of one component's values in the core and the prose of a schedule image.
struct CacheSection {
  let core: Range<Int>
  let prose: Range<Int>
}

/// A restored schedule image, which reads each section when its component is first used.
///
/// ``ScheduleCache`` creates the entities. The image sets their components.
final class ScheduleImage {
  private let entities: [Entity]
  private let sections: [CacheSection]
  private let core: [UInt8]
  private let prose: [UInt8]?
  private let venue: VenueZone
  private let holder: Int
  private let reload: () -> Context?
  /// A second import of the file, which supplies the values of invalid sections.
  private lazy var reloaded: Context? = reload()

  init(
    entities: [Entity], sections: [CacheSection], core: [UInt8], prose: [UInt8]?,
    venue: VenueZone, holder: Int, reload: @escaping () -> Context?
  ) {
    self.entities = entities
    self.sections = sections
    self.core = core
    self.prose = prose
    self.venue = venue
    self.holder = holder
    self.reload = reload
  }

  /// The component types whose values the image supplies.
  var types: [any Component.Type] {
    let isRead = prose != nil
    return CachedComponent.all.filter { isRead || !$0.isProse }.map(\.type) + [VenueZone.self]
  }

  /// Sets all values of a deferred component.
  func fill(_ type: any Component.Type, of context: Context) {
    if type == VenueZone.self {
      return context.fill(entities[holder]) { $0.set(venue) }
    }
    guard let place = CachedComponent.all.firstIndex(where: { $0.type == type }) else { return }
    let component = CachedComponent.all[place]
    if read(component, sections[place], into: context) { return }
    guard let reloaded, reloaded.count == entities.count else { return }
    for (source, entity) in zip(reloaded.entities, entities) { component.copy(source, entity) }
  }

  /// Sets the values of a section on the entities, and returns false if the section is invalid.
  private func read(
    _ component: CachedComponent, _ section: CacheSection, into context: Context
  ) -> Bool {
    var reader = CacheReader(section, core: core, prose: component.isProse ? prose : nil)
    var number = 0
    while !reader.isAtEnd {
      number += reader.count(upTo: entities.count - number - 1)
      if reader.isDamaged { return false }
      context.fill(entities[number]) { component.read(&reader, $0) }
      number += 1
    }
    return reader.isComplete
  }
}
