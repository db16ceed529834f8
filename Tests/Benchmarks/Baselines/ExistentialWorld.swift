import ECSKit

// A baseline in the manner of most entity component systems for Swift: an entity is an object with a
// dictionary of existentials, a group is a set of such objects that is asked at every change.

final class ExistentialWorld {
  private(set) var entities: Set<ExistentialEntity> = []
  private(set) var groups: [ExistentialGroup] = []
  fileprivate var groupsOfType: [ObjectIdentifier: [ExistentialGroup]] = [:]
  private var nextCreation = 0

  var count: Int { entities.count }

  func createEntity() -> ExistentialEntity {
    let entity = ExistentialEntity(world: self, creation: nextCreation)
    nextCreation += 1
    entities.insert(entity)
    return entity
  }

  func createEntity(_ number: Int, name: String) -> ExistentialEntity {
    let entity = createEntity()
    entity.set(Contents.position(number))
    entity.set(Contents.velocity(number))
    entity.set(Name(text: name))
    return entity
  }

  fileprivate func forget(_ entity: ExistentialEntity) {
    entities.remove(entity)
  }

  func group(
    all: [any Component.Type], none: [any Component.Type] = []
  ) -> ExistentialGroup {
    let group = ExistentialGroup(
      all: all.map { ObjectIdentifier($0) }, none: none.map { ObjectIdentifier($0) })
    groups.append(group)
    for key in group.all + group.none { groupsOfType[key, default: []].append(group) }
    for entity in entities { group.settle(entity, old: nil, new: nil) }
    return group
  }
}

final class ExistentialEntity: Hashable {
  fileprivate var components: [ObjectIdentifier: any Component] = [:]
  fileprivate let creation: Int
  private unowned let world: ExistentialWorld

  fileprivate init(world: ExistentialWorld, creation: Int) {
    self.world = world
    self.creation = creation
  }

  func get<C: Component>(_ type: C.Type) -> C? { components[ObjectIdentifier(type)] as? C }

  func has<C: Component>(_ type: C.Type) -> Bool { components[ObjectIdentifier(type)] != nil }

  func set<C: Component>(_ value: C) {
    let key = ObjectIdentifier(C.self)
    let old = components.updateValue(value, forKey: key)
    for group in world.groupsOfType[key] ?? [] { group.settle(self, old: old, new: value) }
  }

  func remove<C: Component>(_ type: C.Type) {
    remove(ObjectIdentifier(type))
  }

  func destroy() {
    for key in Array(components.keys) { remove(key) }
    for group in world.groups { group.settle(self, old: nil, new: nil) }
    world.forget(self)
  }

  private func remove(_ key: ObjectIdentifier) {
    let old = components.removeValue(forKey: key)
    for group in world.groupsOfType[key] ?? [] { group.settle(self, old: old, new: nil) }
  }

  static func == (first: ExistentialEntity, second: ExistentialEntity) -> Bool { first === second }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

final class ExistentialGroup {
  typealias Listener = (ExistentialEntity, (any Component)?, (any Component)?) -> Void

  fileprivate let all: [ObjectIdentifier]
  fileprivate let none: [ObjectIdentifier]
  private(set) var members: Set<ExistentialEntity> = []
  private var listeners: [Listener] = []
  private var order: [ExistentialEntity]?

  fileprivate init(all: [ObjectIdentifier], none: [ObjectIdentifier]) {
    self.all = all
    self.none = none
  }

  func observe(_ listener: @escaping Listener) {
    listeners.append(listener)
  }

  /// The members in creation order, kept until something in the group changes.
  var sorted: [ExistentialEntity] {
    if let order { return order }
    let sorted = members.sorted { $0.creation < $1.creation }
    order = sorted
    return sorted
  }

  func sorted<C: Component & Comparable>(by type: C.Type) -> [ExistentialEntity] {
    members.sorted { first, second in
      guard let firstValue = first.get(type), let secondValue = second.get(type) else {
        return first.creation < second.creation
      }
      return firstValue < secondValue
    }
  }

  fileprivate func settle(
    _ entity: ExistentialEntity, old: (any Component)?, new: (any Component)?
  ) {
    let matches =
      all.allSatisfy { entity.components[$0] != nil }
      && !none.contains { entity.components[$0] != nil }
    if matches {
      members.insert(entity)
    } else if members.remove(entity) == nil {
      return
    }
    order = nil
    for listener in listeners { listener(entity, old, new) }
  }
}
