import ECSStore

extension SavedSchedules {
  /// The maximum number of forgotten schedules whose list of exported events is preserved.
  private static let mostForgotten = 16

  /// Returns true if a file in the folder of schedules must not be deleted.
  ///
  /// A file is needed if it is a saved version, a previous version, or a cache of one of them. It
  /// is also needed if konf did not create it, or if an unreadable or lost entry may name it.
  package func needs(_ fileName: String) -> Bool {
    if let name = ExportedEvents.name(ofFile: fileName) { return needsEvents(of: name) }
    guard let parts = SavedSchedule.parts(ofFile: fileName), !unread.contains(parts.name)
    else {
      return true
    }
    let isNamed = entries.contains { entry in
      let change = entry.change
      return change.kind == SavedSchedule.storedName && change.target == parts.name
        && (change.value.isEmpty || change.value.hasPrefix(parts.digits)
          || change.comment == parts.digits)
    }
    if mayLackLines, !isNamed { return true }
    func isOf(_ schedule: SavedSchedule) -> Bool {
      [schedule.fileName, schedule.former?.fileName].contains(fileName)
        || CacheFile.Kind.allCases.contains { schedule.name(ofDerived: $0) == fileName }
    }
    return all.contains(where: isOf)
  }

  /// Returns true if the list of a schedule's exported events must not be deleted.
  ///
  /// The list of a forgotten schedule is deleted after sixteen other schedules have been forgotten
  /// later. Until then, exports can use it to cancel missing events when the schedule is saved
  /// again.
  private func needsEvents(of name: String) -> Bool {
    if mayLackLines || unread.contains(name) { return true }
    let forgotten = entries.latest {
      $0.change.kind == SavedSchedule.storedName
    }.filter(\.change.value.isEmpty)
    return !forgotten.dropLast(Self.mostForgotten).contains { $0.change.target == name }
  }
}
