import ECSKit

/// Lines in addition to those of changed values.
extension ComponentStore {
  /// Returns the error for lines that must not be appended; nil if they may be.
  ///
  /// Values that others wrote in a later version of a component cannot be read here and are not overwritten.
  func refusal(of lines: [LogChange], after entries: [LogEntry]) -> StoreError? {
    func known(_ entry: LogEntry) -> Int? {
      let change = entry.change
      // Lines about elements of a list always have version 2.
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

  /// Returns lines with whole lists instead of elements, so that they replace lists others have written
  /// since.
  func wholeLines(_ groups: [[LogChange]]) -> [[LogChange]] {
    guard unsaved.hasLists, groups.joined().contains(where: { !$0.name.isEmpty }) else {
      return groups
    }
    // Values that were written in parts can also be written whole.
    do { return [try unsaved.lines(references, naming: naming, path: "", inParts: false)] } catch {
      return groups
    }
  }

  /// Returns removals of the old values of recreated entities.
  ///
  /// A recreated entity has only the values that are written with it.
  func linesRemovingOldValues(_ lines: [LogChange], _ entries: [LogEntry]) -> [LogChange] {
    var removals: [LogChange] = []
    for line in lines where line.kind == Existence.storedName && !line.isRemoval {
      let id = DurableID(line.target)
      var kinds = unsaved.kindsOfDestroyed[line.target] ?? []
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
