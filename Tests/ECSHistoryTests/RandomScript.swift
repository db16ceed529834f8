import ECSKit
import TestSupport

/// Random changes of a context.
struct RandomScript {
  private var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  mutating func next(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  /// Makes one change, or several in a transaction that may be rolled back.
  mutating func change(_ context: Context) {
    struct Refusal: Error {}
    guard next(4) == 0 else { return changeOnce(context) }
    let count = next(6)
    let fails = next(5) == 0
    try? context.transaction(label: "Step \(count)") {
      for _ in 0..<count { changeOnce(context) }
      if fails { throw Refusal() }
    }
  }

  private mutating func changeOnce(_ context: Context) {
    let all = context.entities
    guard !all.isEmpty, next(4) > 0 else {
      context.createEntity { new in
        if next(2) == 0 { new.set(Title(text: "Title \(next(5))")) }
        if next(2) == 0 { new.set(Rating(stars: next(5))) }
        if next(3) == 0 { new.set(Span(start: next(3), end: 9, zone: "UTC", isFixed: true)) }
      }
      return
    }
    let entity = all[next(all.count)]
    switch next(9) {
    case 0: entity.destroy()
    case 1: entity.remove(Title.self)
    case 2: entity.remove(Rating.self)
    case 3: entity.set(Draft())
    case 4: entity.remove(Draft.self)
    case 5: entity.set(Tags(names: (0..<next(3)).map { "tag \($0)" }))
    case 6: entity.set(Span(start: next(3), end: next(9), zone: "UTC", isFixed: next(2) == 0))
    case 7: entity.set(Rating(stars: next(5), comment: next(2) == 0 ? nil : "good"))
    default: entity.set(Title(text: "Title \(next(5))"))
    }
  }
}

extension Context {
  /// All entities with their components.
  var state: [String] {
    entities.map { entity in
      let components = entity.components.map { "\($0)" }.sorted()
      return "\(entity.creationNumber ?? 0): \(components.joined(separator: ", "))"
    }
  }
}
