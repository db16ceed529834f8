import ECSHistory
import ECSKit

/// Functions that write the unsaved changes to the log.
extension ComponentStore {
  /// Appends the unsaved changes to the log.
  ///
  /// - Parameter isInsideCall: True at the end of a call that changes the context.
  /// - Throws: ``StoreError``; nothing is then written.
  func write(isInsideCall: Bool = false) throws(StoreError) {
    try readPlaces()
    let calls = steps.calls(before: context.label, isInsideCall: isInsideCall)
    let groups = try unsaved.lines(
      of: calls, isInsideCall: isInsideCall, components, references, naming: naming,
      path: log?.path ?? ""
    ).map { writing?.amend($0) ?? $0 }
    let (marked, othersWrote) = try append(groups, of: calls)
    unsaved.noteWritten()
    steps.noteWritten(marked, isInsideCall: isInsideCall && !isReading, othersWrote: othersWrote)
  }

  /// Reads the positions of links that an earlier store of the context has read or written.
  ///
  /// Positions are not part of the context, so a new store does not know them.
  func readPlaces() throws(StoreError) {
    guard !isLoaded, !hasReadPlaces, unsaved.hasChangedLists, let log else { return }
    try log.read(after: &reading)
    hasReadPlaces = true
    unsaved.setPlaces(from: readEntries.latest().withLists(), components) { context.entity($0) }
  }

  /// Appends the lines of calls that are not yet written, and the lines that join the changes of
  /// each call into an undo step.
  ///
  /// - Returns: The appended lines, and a flag that is true if other programs have written to the
  ///   file since the last read.
  private func append(
    _ groups: [[LogChange]], of calls: [UnwrittenCall]
  ) throws(StoreError) -> (marked: StoreSteps.MarkedLines, othersWrote: Bool) {
    var marked = StoreSteps.MarkedLines()
    var othersWrote = false
    let lines = groups.flatMap(\.self)
    guard !lines.isEmpty || calls.contains(where: \.isMove), let log else {
      return (marked, othersWrote)
    }
    let remarks = writing?.remark(lines) ?? []
    var refusal: StoreError?
    let entries = try log.append(at: clock(), after: &reading) { contents in
      refusal =
        writing?.isExclusive ?? false && !contents.entries.isEmpty
        ? StoreError(path: log.path, reason: .replaced)
        : self.refusal(of: lines, after: contents.entries)
      if refusal != nil { return [] }
      othersWrote = !contents.entries.isEmpty
      var groups = groups
      for place in groups.indices {
        groups[place].removeAll { removesUnreadLink($0, contents.entries) }
        groups[place] += linesRemovingOldValues(groups[place], contents.entries)
      }
      marked = steps.marked(groups, calls, in: naming?.scope ?? "", after: contents)
      return marked.changes + remarks
    }
    if let refusal { throw refusal }
    steps.note(entries)
    // If other programs have written, their entries remain in the reading until a refresh merges
    // them.
    if reading.contents.entries.first?.counter == entries.first?.counter {
      reading.removeEntries()
      steps.noteAll(reading.contents)
      isLoaded = true
    }
    return (marked, othersWrote)
  }
}

/// Functions that check and complete the lines of a write.
extension ComponentStore {
  /// Returns the error for lines that must not be appended, or nil if they may be appended.
  ///
  /// If another program has written a value in a later version, this program cannot read the value
  /// and must not overwrite it.
  func refusal(of lines: [LogChange], after entries: [LogEntry]) -> StoreError? {
    func known(_ entry: LogEntry) -> Int? {
      let change = entry.change
      // Lines about elements of lists in the old format always have version 2.
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

  /// Returns true if a line removes a link that another program has written since the last read.
  ///
  /// The caller then omits the line. In a relation with one source per target, such a line usually
  /// follows a merge with an earlier entry about the link. If the other program at the same time
  /// removed the target's remaining source, the target would have no source left.
  private func removesUnreadLink(_ line: LogChange, _ unread: [LogEntry]) -> Bool {
    guard isLoaded, !unread.isEmpty, line.removal == .removed, line.subject.isLink,
      components[line.kind]?.hasOneSource ?? false,
      [line.target, line.name].allSatisfy({ context.entity(DurableID($0)) != nil })
    else { return false }
    return unread.last { $0.change.subject == line.subject }.map { !$0.change.isRemoval } ?? false
  }

  /// Returns lines that remove the old values of recreated entities.
  ///
  /// A recreated entity has only the values that are written with it.
  func linesRemovingOldValues(_ lines: [LogChange], _ entries: [LogEntry]) -> [LogChange] {
    var removals: [LogChange] = []
    for line in lines where line.kind == Existence.storedName && !line.isRemoval {
      let id = DurableID(line.target)
      var kinds = unsaved.kindsOfDestroyed[line.target] ?? []
      var links = unsaved.linksOfDestroyed[line.target] ?? []
      if references.hadEntity(id) {
        for entry in entries where entry.change.target == line.target && !entry.change.isRemoval {
          if entry.change.subject.isLink {
            links.insert(entry.change.subject)
          } else {
            kinds.insert(entry.change.kind)
          }
        }
      }
      links.subtract(lines.lazy.map(\.subject))
      removals += links.sorted { $0.linkID < $1.linkID }.map { LogChange(.removed, of: $0) }
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
