// Registers and drops observers.
extension Core {
  func observe(
    _ subject: Observer.Subject, kinds: [Event.Kind] = [], _ target: ObserverTarget
  ) -> ObserverToken {
    observerCount += 1
    let observer = Observer(subject, number: observerCount, kinds: kinds, target: target)
    switch subject {
    case .context: observersOfAll.append(observer)
    case .changes:
      journal.writeSoleUpdate()
      observer.firstDelivery = journal.records.isEmpty ? journal.delivery : journal.delivery &+ 1
      changeSets.readers.append(observer)
    case .entity(let index, _):
      observersOfEntities[index, default: []].append(observer)
      if Int(index) >= observedSlots.count { observedSlots.reach(Int(index), with: false) }
      unsafe observedSlots[Int(index)] = true
    case .group(let group):
      group.observerCount += 1
      for column in columns(of: group.matcher) {
        column.observers.append(observer)
        watch(column)
      }
      if group.members.mask.isMetByNothing { observersOfEmpty.append(observer) }
    }
    updateGeneralObservers()
    return ObserverToken(
      observer: observer, reference: CoreReference(self), epoch: entities.epoch)
  }

  func cancel(_ observer: Observer) {
    end(observer)
    // The lists must not change while a change is being staged or delivered.
    if hasLeftovers { tidyUp() }
  }

  /// Ends the subscription of an observer.
  ///
  /// The observer is dropped once no call is in progress.
  func end(_ observer: Observer) {
    guard observer.isActive else { return }
    observer.end()
    if case .group(let group) = observer.subject { group.observerCount -= 1 }
    drop(observer)
  }

  /// Schedules the observers of a destroyed entity to be dropped.
  ///
  /// If the entity is revived before that, the observers are kept.
  func endObservers(of index: UInt32, _ generation: UInt32) {
    for observer in observersOfEntities[index] ?? [] where observer.isOf(index, generation) {
      drop(observer)
    }
  }

  private func drop(_ observer: Observer) {
    idleObservers.append(observer)
    hasLeftovers = true
  }

  /// All registered observers.
  ///
  /// An observer may occur more than once.
  var registeredObservers: [Observer] {
    columns.all.flatMap { $0.observers.observers.all } + observersOfEmpty.observers.all
      + observersOfAll.observers.all + changeSets.readers.observers.all
      + observersOfEntities.values.flatMap { Array($0) }
  }

  /// Drops cancelled observers and observers of destroyed entities.
  ///
  /// No call may be in progress.
  ///
  /// - Complexity: For a few observers, O(log *o*) and one move in memory for each observer and
  ///   component of its group's rule, where *o* is the length of a list. For many observers, one
  ///   pass over each list.
  func dropIdleObservers() {
    hasLeftovers = false
    let idle = ContiguousArray(idleObservers.filter { !isNeeded($0) })
    idleObservers = []
    var columns: [Int: AnyColumn] = [:]
    var hasContextual = false
    var isOfEmpty = false
    for observer in idle {
      switch observer.subject {
      case .context, .changes: hasContextual = true
      case .group(let group):
        for column in self.columns(of: group.matcher) { columns[column.number] = column }
        if group.members.mask.isMetByNothing { isOfEmpty = true }
      case .entity(let index, _):
        observersOfEntities[index]?.removeAll { $0 === observer }
        if observersOfEntities[index]?.isEmpty == true {
          observersOfEntities[index] = nil
          unsafe observedSlots[Int(index)] = false
        }
      }
    }
    if hasContextual {
      observersOfAll.remove(idle)
      changeSets.readers.remove(idle)
    }
    if isOfEmpty { observersOfEmpty.remove(idle) }
    for column in columns.values {
      column.observers.remove(idle)
      updateWatching(of: column)
    }
    updateGeneralObservers()
    // Captures are released last, when the lists are consistent again.
    for observer in idle { observer.release() }
  }

  /// Returns true if the observer is active and its entity was revived.
  private func isNeeded(_ observer: Observer) -> Bool {
    guard observer.isActive, case .entity(let index, let generation) = observer.subject else {
      return false
    }
    return entities.isAlive(index, generation)
  }

  func updateWatching() {
    for column in columns.all { updateWatching(of: column) }
  }

  private func updateWatching(of column: AnyColumn) {
    let isWatched =
      !column.observers.isEmpty || column.indexedGroups > 0
      || column.with { $0.editFollowers(column) { _ in false } }
    guard isWatched != column.isWatched else { return }
    registrations &+= 1
    column.isWatched = isWatched
    watchedColumns += isWatched ? 1 : -1
  }

  func watch(_ column: AnyColumn) {
    guard !column.isWatched else { return }
    registrations &+= 1
    column.isWatched = true
    watchedColumns += 1
  }

  private func updateGeneralObservers() {
    hasGeneralObservers = !observersOfAll.isEmpty || !observersOfEntities.isEmpty
    updateReading()
  }
}
