import ECSKit

/// A key that another entity has.
struct NaiveKey {
  let text: String
  let holder: Int

  var misuse: Misuse { .duplicateKey(component: Kind.all[Kind.code].name, key: text) }
}

extension NaiveContext {
  func makeUnique() {
    use(Kind.code)
    if isUnique { return }
    isUnique = true
    var seen: [Int: Int] = [:]
    var shared: [(first: Int, code: Int)] = []
    for handle in handles {
      guard let code = values(of: handle)[Kind.code] else { continue }
      if let first = seen[code], !shared.contains(where: { $0.code == code }) {
        shared.append((first, code))
      }
      if seen[code] == nil { seen[code] = handle }
    }
    for each in shared.sorted(by: { $0.first < $1.first }) {
      report(NaiveKey(text: "\(each.code)", holder: each.first).misuse)
    }
  }

  /// Returns the key that keeps an entity from having a component.
  func takenKey(of part: Part, by handle: Int) -> NaiveKey? {
    guard isUnique, part.kind == Kind.code else { return nil }
    // Those that shared a key before keep sharing it.
    if values(of: handle)[Kind.code] == part.payload { return nil }
    return handles.first { values(of: $0)[Kind.code] == part.payload }
      .map { NaiveKey(text: "\(part.payload)", holder: $0) }
  }

  private func members(of index: Lookup) -> [Int] {
    if index.isRestricted { ask(for: Lookup.restriction) }
    use(index.kind)
    return index.isRestricted ? members(of: Lookup.restriction) : handles
  }

  func found(by index: Lookup, under key: Int) -> [Int] {
    members(of: index).filter { handle in
      values(of: handle)[index.kind].map { index.keys($0).contains(key) } ?? false
    }
  }

  func keyCount(of index: Lookup) -> Int {
    Set(members(of: index).compactMap { values(of: $0)[index.kind] }.flatMap(index.keys)).count
  }

  func ordered(_ isRestricted: Bool, _ numbers: Range<Int>) -> [Int] {
    let index = Lookup(Kind.number, "ordered", isRestricted: isRestricted)
    return members(of: index).enumerated()
      .compactMap { place, handle in
        values(of: handle)[Kind.number].map { (number: $0, place: place, handle: handle) }
      }
      .filter { numbers.contains($0.number) }
      .sorted { ($0.number, $0.place) < ($1.number, $1.place) }.map(\.handle)
  }
}
