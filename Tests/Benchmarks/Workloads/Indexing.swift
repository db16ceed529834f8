import ECSKit

extension Workload {
  /// Entities found by a string in random order, and strings changed with the index attached.
  static let indexing = [
    Workload(
      "w6_index_get",
      library: { size in
        let context = Context()
        _ = context.fill(size)
        let index = context.index(\Name.text)
        let keys = Contents.shuffled(Contents.names(size))
        return Trial(operations: size) {
          var count = 0
          for key in keys where index.first(key) != nil { count += 1 }
          return withExtendedLifetime(context) { Double(count) }
        }
      },
      existential: { size in
        let world = ExistentialWorld()
        let index = ExistentialIndex(world)
        _ = world.fill(size)
        let keys = Contents.shuffled(Contents.names(size))
        return Trial(operations: size) {
          var count = 0
          for key in keys where index.entities[key]?.first != nil { count += 1 }
          return withExtendedLifetime(world) { Double(count) }
        }
      },
      arrays: { size in
        let index = arrayIndex(Contents.names(size))
        let keys = Contents.shuffled(Contents.names(size))
        return Trial(operations: size) {
          var count = 0
          for key in keys where index[key] != nil { count += 1 }
          return Double(count)
        }
      }),
    Workload(
      "w6_index_set",
      library: { size in
        let context = Context()
        let entities = context.fill(size)
        let index = context.index(\Name.text)
        let names = NameSource(size)
        return Trial(operations: size, prepare: names.advance) {
          let names = names.current
          for (number, entity) in entities.enumerated() { entity.set(Name(text: names[number])) }
          return withExtendedLifetime(context) { Double(index.keyCount) }
        }
      },
      existential: { size in
        let world = ExistentialWorld()
        let index = ExistentialIndex(world)
        let entities = world.fill(size)
        let names = NameSource(size)
        return Trial(operations: size, prepare: names.advance) {
          let names = names.current
          for (number, entity) in entities.enumerated() { entity.set(Name(text: names[number])) }
          return withExtendedLifetime(world) { Double(index.entities.count) }
        }
      },
      arrays: { size in
        let texts = Box(Contents.names(size))
        let index = Box(arrayIndex(texts.value))
        let names = NameSource(size)
        return Trial(operations: size, prepare: names.advance) {
          func rename(_ texts: inout [String], _ index: inout [String: Int], _ names: [String]) {
            for number in texts.indices {
              index[texts[number]] = nil
              texts[number] = names[number]
              index[names[number]] = number
            }
          }
          rename(&texts.value, &index.value, names.current)
          return Double(index.value.count)
        }
      }),
  ]

  private static func arrayIndex(_ names: [String]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0.element, $0.offset) })
  }
}

/// Names to set, which are others each time.
private final class NameSource {
  private(set) var current: [String]
  private var next: [String]

  init(_ count: Int) {
    current = Contents.names(count)
    next = Contents.otherNames(count)
  }

  func advance() {
    swap(&current, &next)
  }
}

/// The entities of a name, kept by listening to a group.
private final class ExistentialIndex {
  private(set) var entities: [String: Set<ExistentialEntity>] = [:]

  init(_ world: ExistentialWorld) {
    world.group(all: [Name.self]).observe { [unowned self] entity, old, new in
      if let old = old as? Name {
        entities[old.text]?.remove(entity)
        if entities[old.text]?.isEmpty == true { entities[old.text] = nil }
      }
      if let new = new as? Name { entities[new.text, default: []].insert(entity) }
    }
  }
}
