/// Where the marks of a history are in a version, as konf shows it.
struct Placement {
  /// For each mark the things that bear it.
  private(set) var things: [[Thing]]
  /// Marks with a part that is missing or belongs to another mark: two have become one.
  private(set) var mixed: [(mark: Int, thing: Thing)] = []
  /// Things with a mark that was never made.
  private(set) var invented: [Thing] = []

  private let marks: [Mark]
  private var byToken: [String: [Int]] = [:]

  /// Finds the marks.
  ///
  /// - Throws: ``Trouble`` if konf shows a thing that the file does not have.
  init(_ marks: [Mark], in reading: Reading, of things: [Thing]) throws {
    self.marks = marks
    self.things = Array(repeating: [], count: marks.count)
    for (number, mark) in marks.enumerated() { byToken[mark.token, default: []].append(number) }
    let byID = Dictionary(things.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var rest: [(Thing, Reading.Seen)] = []
    for (id, seen) in reading.seen {
      guard let thing = byID[id] else { throw Trouble("konf shows a thing called \(id)") }
      for rating in seen.ratings { take(rating, thing) }
      if seen.note != nil || seen.star != nil || seen.isHidden { rest.append((thing, seen)) }
    }
    // What is where it was made is beyond doubt. What is left of a thing's own mark, or is made of
    // those of two, can look like another's; so whole marks are next, and parts the last.
    rest.removeAll { takeOwn($0.1, $0.0) }
    rest.removeAll { takeWhole($0.1, $0.0) }
    for (thing, seen) in rest { takePart(seen, thing) }
  }

  private mutating func take(_ rating: (stars: Int, comment: String), _ thing: Thing) {
    guard let number = byToken[rating.comment]?.first else {
      invented.append(thing)
      return
    }
    things[number].append(thing)
    if marks[number].value != .rating(stars: rating.stars, comment: rating.comment) {
      mixed.append((number, thing))
    }
  }

  private mutating func takeOwn(_ seen: Reading.Seen, _ thing: Thing) -> Bool {
    guard let number = whole(seen), marks[number].key == thing.key else { return false }
    things[number].append(thing)
    return true
  }

  private mutating func takeWhole(_ seen: Reading.Seen, _ thing: Thing) -> Bool {
    guard let number = whole(seen), things[number].isEmpty else { return false }
    things[number].append(thing)
    return true
  }

  /// The mark that is exactly this.
  private func whole(_ seen: Reading.Seen) -> Int? {
    guard let note = seen.note else { return nil }
    let value = Mark.Value.plan(note: note, star: seen.star, isHidden: seen.isHidden)
    return candidates(seen).first { marks[$0].value == value }
  }

  /// The marks with this note.
  private func candidates(_ seen: Reading.Seen) -> [Int] {
    seen.note.flatMap { byToken[$0] } ?? []
  }

  /// A note with another star, or another hiding, than it was made with.
  private mutating func takePart(_ seen: Reading.Seen, _ thing: Thing) {
    let candidates = candidates(seen)
    let own = marks.indices.first { marks[$0].key == thing.key && marks[$0].kind != .rating }
    let number =
      candidates.first { marks[$0].key == thing.key } ?? candidates.first { things[$0].isEmpty }
      ?? whole(seen) ?? (seen.note == nil ? own : nil)
    guard let number else {
      invented.append(thing)
      return
    }
    things[number].append(thing)
    if whole(seen) != number { mixed.append((number, thing)) }
  }
}
