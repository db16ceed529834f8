import ECSDetached
import ECSKit

/// A component that a script can make from a number and read as one.
protocol Sample: Component {
  init(payload: Int)

  var payload: Int { get }
}

extension Number: Sample {
  init(payload: Int) { self.init(value: payload) }

  var payload: Int { value }
}

extension Note: Sample {
  init(payload: Int) { self.init(text: String(repeating: "x", count: payload)) }

  var payload: Int { text.utf8.count }
}

extension Marked: Sample {
  init(payload: Int) { self.init() }

  var payload: Int { 0 }
}

extension Hidden: Sample {
  init(payload: Int) { self.init() }

  var payload: Int { 0 }
}

extension Selection: Sample {
  init(payload: Int) { self.init(reason: payload) }

  var payload: Int { reason }
}

extension Current: Sample {
  init(payload: Int) { self.init() }

  var payload: Int { 0 }
}

extension Weight: Sample {
  init(payload: Int) { self.init(grams: Double(payload)) }

  var payload: Int { Int(grams) }
}

extension Resource: Sample {
  convenience init(payload: Int) { self.init(payload) }

  var payload: Int { value }
}

extension Draft: Sample {
  init(payload: Int) { self.init(text: payload) }

  var payload: Int { text }
}

extension Pinned: Sample {
  init(payload: Int) { self.init() }

  var payload: Int { 0 }
}

extension Focus: Sample {
  init(payload: Int) { self.init(strength: payload) }

  var payload: Int { strength }
}

extension Code: Sample {
  init(payload: Int) { self.init(number: payload) }

  var payload: Int { number }
}

extension Words: Sample {
  /// The positions of the bits, the highest one twice.
  init(payload: Int) {
    let places = (0..<4).filter { payload >> $0 & 1 == 1 }
    self.init(list: places.suffix(1) + places)
  }

  var payload: Int { list.reduce(0) { $0 | 1 << $1 } }
}

/// What a script knows of a component type, and how it reaches the real one.
struct Kind: Sendable {
  let name: String
  let type: any Component.Type
  let isFlag: Bool
  let isUnique: Bool
  let isEquatable: Bool
  let make: @Sendable (Int) -> any Component
  /// Sets the component where the compiler knows its type.
  let set: @Sendable (Entity, Int) -> Void
  /// Sets the component where the compiler knows only that it is one.
  let setGenerically: @Sendable (Entity, Int) -> Void
  let setIfAbsent: @Sendable (Entity, Int) -> Bool
  let remove: @Sendable (Entity) -> Void
  let value: @Sendable (Entity) -> Int?
  let old: @Sendable (Event) -> Int?
  let new: @Sendable (Event) -> Int?
  /// How a detached entity is read and edited; nil for what may not leave.
  private(set) var detached: Detached?

  struct Detached: Sendable {
    let value: @Sendable (DetachedEntity) -> Int?
    let set: @Sendable (inout DetachedEntity, Int) -> Void
    let remove: @Sendable (inout DetachedEntity) -> Void
  }

  init<C: Sample>(
    _ type: C.Type, isFlag: Bool = false, isEquatable: Bool = false,
    set: @escaping @Sendable (Entity, Int) -> Void
  ) {
    name = "\(type)"
    self.type = type
    self.isFlag = isFlag
    isUnique = type is any UniqueComponent.Type
    self.isEquatable = isEquatable
    make = { C(payload: $0) }
    self.set = set
    setGenerically = { $0.set(C(payload: $1)) }
    setIfAbsent = { $0.setIfAbsent(C(payload: $1)) }
    remove = { $0.remove(C.self) }
    value = { entity in
      let value = entity[C.self]
      return entity.has(C.self) == (value != nil) ? value?.payload : -1
    }
    old = { $0.old(C.self)?.payload }
    new = { $0.new(C.self)?.payload }
  }

  init<C: Sample & DetachableComponent>(
    detachable type: C.Type, isFlag: Bool = false, isEquatable: Bool = false,
    set: @escaping @Sendable (Entity, Int) -> Void
  ) {
    self.init(type, isFlag: isFlag, isEquatable: isEquatable, set: set)
    detached = Detached(
      value: { copy in
        let value = copy[C.self]
        return copy.has(C.self) == (value != nil) ? value?.payload : -1
      },
      set: { $0.set(C(payload: $1)) }, remove: { $0.remove(C.self) })
  }

  /// Whether two payloads are equal; nil if they cannot be compared.
  func areEqual(_ first: Int?, _ second: Int?) -> Bool? {
    guard let first, let second else { return first == nil && second == nil }
    return isFlag ? true : isEquatable ? first == second : nil
  }

  /// All component types of the scripts; their position here is their name.
  static let all: [Kind] = [
    Kind(detachable: Number.self, isEquatable: true) { $0.set(Number(payload: $1)) },
    Kind(Note.self) { $0.set(Note(payload: $1)) },
    Kind(Marked.self, isFlag: true) { $0.set(Marked(payload: $1)) },
    Kind(Hidden.self, isFlag: true) { $0.set(Hidden(payload: $1)) },
    Kind(Selection.self, isEquatable: true) { $0.set(Selection(payload: $1)) },
    Kind(Current.self, isFlag: true) { $0.set(Current(payload: $1)) },
    Kind(Weight.self, isEquatable: true) { $0.set(Weight(payload: $1)) },
    Kind(Resource.self) { $0.set(Resource(payload: $1)) },
    Kind(detachable: Draft.self) { $0.set(Draft(payload: $1)) },
    Kind(detachable: Pinned.self, isFlag: true) { $0.set(Pinned(payload: $1)) },
    Kind(detachable: Focus.self, isEquatable: true) { $0.set(Focus(payload: $1)) },
    Kind(detachable: Code.self, isEquatable: true) { $0.set(Code(payload: $1)) },
    Kind(Words.self) { $0.set(Words(payload: $1)) },
  ]

  static let number = 0
  static let note = 1
  static let marked = 2
  static let hidden = 3
  static let selection = 4
  static let current = 5
  static let weight = 6
  static let draft = 8
  static let focus = 10
  static let code = 11
  static let words = 12
  static let detachable = all.indices.filter { all[$0].detached != nil }

  /// Returns the position of a type in `all`.
  static func place(of type: any Component.Type) -> Int? {
    all.firstIndex { $0.type == type }
  }
}
