import ECSKit
import ECSModel

/// Functions for unsaved changes to lists of links.
///
/// The links of a list are written and merged one by one.
extension UnsavedChanges {
  /// The links that an undo or redo restored in a list.
  struct RestoredLinks {
    struct Link {
      /// The link, or nil for a removal.
      let link: StoredLinks.Link?
      /// The way to write the link, or nil to write it like any other link.
      let restoring: Restoring?
    }

    /// The list directly after the undo or redo.
    let list: (any StoredComponent)?
    let links: [StoredLinks.ID: Link]
  }

  /// Returns the links that an undo restored in a list, unless the list has changed since.
  func restored(_ value: Value) -> [StoredLinks.ID: RestoredLinks.Link] {
    restoredLinks[value.key]?.last { isSame($0.list, value.present) }?.links ?? [:]
  }

  mutating func noteRestored(
    _ entity: Entity, _ type: any StoredComponent.Type,
    _ links: [StoredLinks.ID: RestoredLinks.Link]
  ) {
    restoredLinks[Key(entity: entity, type: ObjectIdentifier(type)), default: []].append(
      RestoredLinks(list: entity.component(type) as? any StoredComponent, links: links))
  }

  // MARK: Positions

  /// Returns the identities and positions of a list's links in the file.
  private func places(of value: Value) -> ListPlaces {
    guard let base = value.base as? any StoredLinkList else {
      return lists[value.key]?.withoutLinks ?? ListPlaces()
    }
    return lists[value.key] ?? ListPlaces(whole: base, formerName)
  }

  /// Returns the id that an entity has in the file.
  private func formerName(_ entity: Entity) -> String? {
    formerIDs[entity]?.text ?? ListComparison.name(entity)
  }

  /// Records the identities and positions of a list's links in the file.
  ///
  /// - Parameters:
  ///   - entity: The source of the links.
  ///   - type: The type of the list.
  ///   - links: The links in the file, or nil if the file contains the list as one value or does
  ///     not contain the list.
  ///   - list: The list with these links in the context, or nil if the list was not read.
  mutating func setPlaces(
    _ entity: Entity, _ type: any StoredComponent.Type, _ links: StoredLinks?,
    in list: (any StoredComponent)?
  ) {
    let list = list as? any StoredLinkList
    lists[Key(entity: entity, type: ObjectIdentifier(type))] = links.flatMap { links in
      list.map { ListPlaces(links, in: $0, formerName) }
    }
  }

  /// Records the identities and positions of links in lists that an earlier store loaded into the
  /// context.
  mutating func setPlaces(
    from entries: [LogEntry], _ components: StoredComponents, _ entity: (DurableID) -> Entity?
  ) {
    for change in entries.lazy.map(\.change) {
      guard let links = change.links, let type = components[change.kind],
        let entity = entity(DurableID(change.target)),
        let list = savedValue(entity, type)
      else { continue }
      setPlaces(entity, type, links, in: list)
    }
  }

  /// Treats a link as missing in the file, so that it is written again.
  mutating func forgetLink(
    from entity: Entity, _ type: any StoredLinkList.Type, to target: Entity
  ) {
    let value = Value(entity: entity, type: type, base: savedValue(entity, type))
    guard let base = value.base as? any StoredLinkList, let name = formerName(target) else {
      return
    }
    var places = places(of: value)
    places.forget(target: name)
    lists[value.key] = places
    setSavedValue(entity, type, base.removing([target]))
  }

  /// Transfers the copy numbers of links in unchanged lists to the current labels of the links.
  mutating func relabelLists() {
    if lists.isEmpty { return }
    for value in values where isList(value) && !value.isChanged {
      guard let base = value.base as? any StoredLinkList,
        let present = value.present as? any StoredLinkList
      else { continue }
      lists[value.key]?.relabel(from: base, to: present)
    }
  }

  /// Records the identities and positions of the written links.
  mutating func noteListsWritten() {
    if let listsBeforeLines { lists = listsBeforeLines }
    for (key, changes) in listChanges { lists[key, default: ListPlaces()].apply(changes) }
    (listChanges, listsBeforeLines) = ([:], nil)
  }

  // MARK: Links

  var hasChangedLists: Bool { hasLists && values.contains { isList($0) && $0.isChanged } }

  /// Returns the links that the file contains for a list.
  func savedLinks(
    _ entity: Entity, _ type: any StoredComponent.Type
  ) throws -> StoredLinks? {
    let value = Value(entity: entity, type: type, base: savedValue(entity, type))
    guard let list = value.base as? any StoredLinkList else { return nil }
    let places = places(of: value)
    var links = StoredLinks()
    links.isWhole = places.isWhole
    for place in 0..<list.count {
      let (label, target) = list.link(at: place)
      guard let name = formerName(target) else { continue }
      let id = StoredLinks.ID(target: name, copy: places.copies[label] ?? "")
      guard let position = places.positions[id] else { continue }
      links[id] = StoredLinks.Link(position: position, text: try list.text(at: place))
    }
    return links
  }

  /// Returns the links of a list in the context, with the identities and positions for the file.
  func presentLinks(
    _ entity: Entity, _ type: any StoredComponent.Type
  ) throws -> StoredLinks {
    var links = try savedLinks(entity, type) ?? StoredLinks()
    for change in try changedLinks(entity, type) { links[change.id] = change.new }
    return links
  }

  /// Returns the unsaved changes to the links of a list.
  func changedLinks(
    _ entity: Entity, _ type: any StoredComponent.Type
  ) throws -> [ListComparison.Change] {
    guard let position = positions[Key(entity: entity, type: ObjectIdentifier(type))] else {
      return []
    }
    return try comparison(values[position]).changes
  }

  private func comparison(_ value: Value) throws -> ListComparison {
    // If the id of an entity has changed, all its links are written again.
    let hasNewID = isRenamed(value) && value.entity.has(DurableID.self)
    let base = hasNewID ? nil : value.base as? any StoredLinkList
    let source = ListComparison.Source(
      places: hasNewID ? ListPlaces() : places(of: value), writer: writer,
      restored: restored(value).compactMapValues(\.link), isStale: isStale(value),
      formerName: formerName)
    return try ListComparison(base, value.present as? any StoredLinkList, source)
  }

  // MARK: Lines

  /// Returns lines that remove a value, or all links of a list.
  func removals(of value: Value, _ subject: LogSubject) -> [LogChange] {
    guard isList(value) else { return [LogChange(subject: subject, value: "")] }
    let places = places(of: value)
    let whole = places.isWhole ? [LogChange(.removed, of: subject)] : []
    return whole
      + places.positions.keys.sorted().map { LogChange(.removed, of: subject.link($0)) }
  }

  /// Returns a line for each changed link of a list.
  mutating func listLines(of value: Value, _ subject: LogSubject) throws -> [LogChange] {
    if lists[value.key] == nil, value.base != nil { lists[value.key] = places(of: value) }
    let comparison = try comparison(value)
    var places = comparison.placeChanges
    var lines: [LogChange] = []
    if value.present == nil, lists[value.key]?.isWhole ?? false {
      lines.append(LogChange(.removed, of: subject))
    }
    if let present = value.present as? any StoredLinkList, present.count == 0, !places.isWhole {
      lines.append(LogChange(subject: subject, value: StoredLinks().text))
      places.isWhole = true
    }
    var restored = restored(value)
    for change in comparison.changes {
      let link = restored.removeValue(forKey: change.id)
      lines.append(
        Self.line(of: change.new, subject.link(change.id), link?.link == change.new ? link : nil))
    }
    // A link may have the same value with and without the entries of this device. In this case, the
    // entries must still be withdrawn.
    for (id, link) in restored.sorted(by: { $0.key < $1.key })
    where link.restoring?.withdrawal != nil {
      lines.append(Self.line(of: link.link, subject.link(id), link))
    }
    listChanges[value.key] = places
    return lines
  }

  private static func line(
    of link: StoredLinks.Link?, _ subject: LogSubject, _ restored: RestoredLinks.Link?
  ) -> LogChange {
    if let (removal, basis) = restored?.restoring?.withdrawal {
      return LogChange(removal, of: subject, basis)
    }
    guard let link else { return LogChange(.removed, of: subject) }
    return LogChange(subject: subject, value: link.value, time: restored?.restoring?.time)
  }

  /// Returns lines with the previous list of each moved link as a comment.
  ///
  /// If another writer's move forms a cycle with this move, the target returns to the list in the
  /// comment.
  static func namingFormerSources(_ lines: [LogChange]) -> [LogChange] {
    let removals = lines.lazy.filter { $0.isRemoval && $0.subject.isLink }
    let lists = Dictionary(removals.map { ([$0.kind, $0.name], $0.target) }) { $1 }
    if lists.isEmpty { return lines }
    return lines.map { line in
      guard !line.isRemoval, line.subject.isLink, let list = lists[[line.kind, line.name]] else {
        return line
      }
      return LogChange(subject: line.subject, value: line.value, comment: list, time: line.time)
    }
  }

  /// Returns a line that repeats a link of a list, or nil if the list has no links.
  func repeatedLine(of value: Value) -> LogChange? {
    let subject = subject(value, value.entity[DurableID.self])
    // Encoding cannot fail for a value from the file.
    do {
      return try savedLinks(value.entity, value.type)?.changes(of: subject).first
    } catch { return nil }
  }

  /// Requests the names of the targets of changed links.
  func visitTargets(of value: Value) {
    guard let list = value.present as? any StoredLinkList else { return }
    for target in list.targets(changedSince: isStale(value) ? nil : value.base) {
      _ = target.writtenName
    }
  }
}
