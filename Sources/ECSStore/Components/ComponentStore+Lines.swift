import ECSKit

/// What is written beside the values that changed.
extension ComponentStore {
  /// Returns lines in which each value is whole, as a later word than what others have written since.
  func wholeLines(_ lines: [LogChange]) -> [LogChange] {
    guard naming == nil, lines.contains(where: { !$0.name.isEmpty }) else { return lines }
    // What was written in parts can be written whole.
    do { return try unsaved.lines(references, naming: nil, path: "", inParts: false) } catch {
      return lines
    }
  }

  /// Returns lines that take back values which the file has of entities that are here again after they
  /// were destroyed: an entity has the values that are written with it, and no others.
  func hiddenLines(_ lines: [LogChange], _ entries: [LogEntry]) -> [LogChange] {
    var removals: [LogChange] = []
    for line in lines where line.kind == Existence.storedName && !line.isRemoval {
      let id = DurableID(line.target)
      var kinds = unsaved.hidden[line.target] ?? []
      if references.hadEntity(id) {
        kinds.formUnion(
          entries.lazy.filter { $0.change.target == line.target && !$0.change.isRemoval }
            .map(\.change.kind))
      }
      if kinds.isEmpty { continue }
      kinds.subtract(lines.lazy.filter { $0.target == line.target }.map(\.kind))
      kinds.subtract(context.entity(id)?[UnreadValues.self]?.values.keys.map(\.self) ?? [])
      removals += kinds.sorted().map { kind in
        LogChange(scope: line.scope, kind: kind, target: line.target, value: "")
      }
    }
    return removals
  }
}
