// A baseline without a library: one array for each component, entities are positions in them.

struct ArrayWorld {
  var positions: [Position] = []
  var velocities: [Velocity] = []
  var names: [Name] = []

  var count: Int { positions.count }

  init() {}

  init(_ names: [String]) {
    for (number, name) in names.enumerated() { append(number, name: name) }
  }

  mutating func append(_ number: Int, name: String) {
    positions.append(Contents.position(number))
    velocities.append(Contents.velocity(number))
    names.append(Name(text: name))
  }

  /// Fills the position with the last entity, so that the arrays stay dense.
  mutating func remove(at place: Int) {
    positions.swapAt(place, positions.count - 1)
    positions.removeLast()
    velocities.swapAt(place, velocities.count - 1)
    velocities.removeLast()
    names.swapAt(place, names.count - 1)
    names.removeLast()
  }
}

/// The members of one hand-made group, dense, with the position of each.
struct ArrayMembers {
  private(set) var dense: [Int32] = []
  private var places: [Int32]

  init(capacity: Int) {
    places = Array(repeating: -1, count: capacity)
  }

  mutating func insert(_ index: Int) {
    guard places[index] < 0 else { return }
    places[index] = Int32(dense.count)
    dense.append(Int32(index))
  }

  mutating func remove(_ index: Int) {
    let place = Int(places[index])
    guard place >= 0 else { return }
    places[index] = -1
    let last = dense.removeLast()
    guard place < dense.count else { return }
    dense[place] = last
    places[Int(last)] = Int32(place)
  }
}

/// A variable that closures share.
final class Box<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
