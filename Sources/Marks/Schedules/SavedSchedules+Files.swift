import ECSStore

extension SavedSchedules {
  /// The maximum number of forgotten schedules with a list of exported events.
  private static let mostForgotten = 16

  /// Returns whether a file in the folder of schedules stays: one that is saved, the version
  /// before it, files that konf did not make, and one that an unreadable or lost line may name.
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

  /// Returns false if a schedule was forgotten before sixteen others.
  ///
  /// If a forgotten schedule is saved again, its list of exported events takes back its missing events.
  private func needsEvents(of name: String) -> Bool {
    if mayLackLines || unread.contains(name) { return true }
    let forgotten = entries.latest {
      $0.change.kind == SavedSchedule.storedName
    }.filter(\.change.value.isEmpty)
    return !forgotten.dropLast(Self.mostForgotten).contains { $0.change.target == name }
  }
}
