import ECSKit

/// What is written beside the values that changed.
extension ComponentStore {
  /// Returns why lines are not appended; nil if they may be.
  ///
  /// What others have written in a later version of a component cannot be read here, and is not written
  /// over.
  func refusal(of lines: [LogChange], after entries: [LogEntry]) -> StoreError? {
    func known(_ entry: LogEntry) -> Int? {
      let change = entry.change
      // A line about an element of a list has a version of its own.
      guard change.version > 1, let type = components[change.kind],
        change.name.isEmpty || !type.isWrittenInParts, change.isLater(than: type)
      else { return nil }
      return type.storedVersion
    }
    if !entries.contains(where: { known($0) != nil }) { return nil }
    let subjects = Set(lines.map(\.subject))
    for entry in entries.latest(where: { subjects.contains($0.change.subject) }) {
      guard let known = known(entry) else { continue }
      return StoreError(
        path: log?.path ?? "",
        reason: .newerKind(name: entry.change.kind, found: entry.change.version, known: known))
    }
    return nil
  }

  /// Returns lines in which each value is whole, as a later word than what others have written since.
  func wholeLines(_ groups: [[LogChange]]) -> [[LogChange]] {
    guard unsaved.hasLists, groups.joined().contains(where: { !$0.name.isEmpty }) else {
      return groups
    }
    // What was written in parts can be written whole.
    do { return [try unsaved.lines(references, naming: naming, path: "", inParts: false)] } catch {
      return groups
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
