import ECSKit

/// A value that may leave and can not be compared.
struct Draft: DetachableComponent {
  var text: Int
}

/// A flag that may leave.
struct Pinned: DetachableComponent {}

/// A value that may leave and that one entity holds.
struct Focus: DetachableUniqueComponent, Equatable {
  var strength: Int
}

/// The components of the tests of detached entities by number; a flag has the value 0.
enum Facet: Int, CaseIterable {
  case number
  case draft
  case pinned
  case focus

  var name: String { ["Number", "Draft", "Pinned", "Focus"][rawValue] }

  func value(in entity: Entity) -> Int? {
    switch self {
    case .number: entity[Number.self]?.value
    case .draft: entity[Draft.self]?.text
    case .pinned: entity[Pinned.self].map { _ in 0 }
    case .focus: entity[Focus.self]?.strength
    }
  }

  func value(in detached: DetachedEntity) -> Int? {
    switch self {
    case .number: detached[Number.self]?.value
    case .draft: detached[Draft.self]?.text
    case .pinned: detached.has(Pinned.self) ? 0 : nil
    case .focus: detached[Focus.self]?.strength
    }
  }

  func set(_ value: Int, on entity: Entity) {
    switch self {
    case .number: entity.set(Number(value: value))
    case .draft: entity.set(Draft(text: value))
    case .pinned: entity.set(Pinned())
    case .focus: entity.set(Focus(strength: value))
    }
  }

  func set(_ value: Int, on detached: inout DetachedEntity) {
    switch self {
    case .number: detached.set(Number(value: value))
    case .draft: detached.set(Draft(text: value))
    case .pinned: detached.set(Pinned())
    case .focus: detached.set(Focus(strength: value))
    }
  }

  func remove(from entity: Entity) {
    switch self {
    case .number: entity.remove(Number.self)
    case .draft: entity.remove(Draft.self)
    case .pinned: entity.remove(Pinned.self)
    case .focus: entity.remove(Focus.self)
    }
  }

  func remove(from detached: inout DetachedEntity) {
    switch self {
    case .number: detached.remove(Number.self)
    case .draft: detached.remove(Draft.self)
    case .pinned: detached.remove(Pinned.self)
    case .focus: detached.remove(Focus.self)
    }
  }
}
