/// Where the marks of a history are in a version, as konf shows it.
struct Placement {
  /// For each mark the things that bear it.
  private(set) var things: [[Thing]]
  /// Marks of which a part is another's, or is missing: two have become one.
  private(set) var mixed: [(mark: Int, thing: Thing)] = []
  /// What bears a mark that nobody made.
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
    // Whole marks first, so that what is left over is known to be a part.
    var rest: [(Thing, Reading.Seen)] = []
    for (id, seen) in reading.seen {
      guard let thing = byID[id] else { throw Trouble("konf shows a thing called \(id)") }
      for rating in seen.ratings { take(rating, thing) }
      if seen.note == nil, seen.star == nil, !seen.isHidden { continue }
      if !takeWhole(seen, thing) { rest.append((thing, seen)) }
    }
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

  private mutating func takeWhole(_ seen: Reading.Seen, _ thing: Thing) -> Bool {
    guard let note = seen.note else { return false }
    let value = Mark.Value.plan(note: note, star: seen.star, isHidden: seen.isHidden)
    guard let number = byToken[note]?.first(where: { marks[$0].value == value }) else {
      return false
    }
    things[number].append(thing)
    return true
  }

  /// A note with another star, or another hiding, than it was made with.
  private mutating func takePart(_ seen: Reading.Seen, _ thing: Thing) {
    let candidates = seen.note.flatMap { byToken[$0] } ?? []
    let number =
      candidates.first { marks[$0].key == thing.key }
      ?? candidates.first { things[$0].isEmpty } ?? candidates.first
    guard let number else {
      invented.append(thing)
      return
    }
    things[number].append(thing)
    mixed.append((number, thing))
  }
}
