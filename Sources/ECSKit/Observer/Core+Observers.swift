/// Registering observers and letting them go.
extension Core {
  func observe(
    _ subject: Observer.Subject, kinds: [Event.Kind], items: CollectedItems? = nil,
    reader: ((ChangeSet) -> Void)? = nil, body: @escaping (Event) -> Void
  ) -> ObserverToken {
    observerCount += 1
    let observer = Observer(
      subject, number: observerCount, kinds: kinds, items: items, reader: reader, body: body)
    switch subject {
    case .context: observersOfAll.append(observer)
    case .changes:
      observer.firstDelivery = log.records.isEmpty ? log.delivery : log.delivery &+ 1
      reading.readers.append(observer)
    case .entity(let index, _): observersOfEntities[index, default: []].append(observer)
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
      observer: observer, reference: CoreReference(self), epoch: slots.epoch)
  }

  func cancel(_ observer: Observer) {
    end(observer)
    // The lists are left alone while a change is staged from them or told to them.
    if hasIdleObservers, !isDelivering, transactionDepth == 0 { dropIdleObservers() }
  }

  /// Ends the calls of an observer, which is dropped when the change under way is told.
  func end(_ observer: Observer) {
    guard observer.isActive else { return }
    observer.end()
    if case .group(let group) = observer.subject { group.observerCount -= 1 }
    hasIdleObservers = true
  }

  /// Everybody who is registered, some more than once.
  var registeredObservers: [Observer] {
    types.columns.flatMap { Array($0.observers.kept) } + observersOfEmpty.kept
      + observersOfAll.kept + reading.readers.kept
      + observersOfEntities.values.flatMap { Array($0) }
  }

  /// Drops the observers that were cancelled and those whose entity is dead.
  func dropIdleObservers() {
    hasIdleObservers = false
    func isIdle(_ observer: Observer) -> Bool {
      if case .entity(let index, let generation) = observer.subject {
        return !observer.isActive || !slots.isAlive(index, generation)
      }
      return !observer.isActive
    }
    observersOfAll.removeAll(where: isIdle)
    reading.readers.removeAll(where: isIdle)
    observersOfEmpty.removeAll(where: isIdle)
    for (index, observers) in observersOfEntities {
      let kept = ContiguousArray(observers.filter { !isIdle($0) })
      observersOfEntities[index] = kept.isEmpty ? nil : kept
      for observer in observers where isIdle(observer) { observer.release() }
    }
    for column in types.columns where !column.observers.isEmpty {
      column.observers.removeAll(where: isIdle)
    }
    updateWatching()
    updateGeneralObservers()
  }

  /// Notes anew which columns somebody sees.
  func updateWatching() {
    for column in types.columns {
      column.isWatched = !column.observers.isEmpty || column.with { $0.isFollowed(column) }
    }
    hasWatchedColumns = types.columns.contains { $0.isWatched }
  }

  /// Notes that somebody sees what happens in a column.
  func watch(_ column: AnyColumn) {
    column.isWatched = true
    hasWatchedColumns = true
  }

  private func updateGeneralObservers() {
    hasGeneralObservers = !observersOfAll.isEmpty || !observersOfEntities.isEmpty
    updateReading()
  }
}
