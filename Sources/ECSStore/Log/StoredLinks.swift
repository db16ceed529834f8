/// The links of a list, as separate log entries.
///
/// The subject of a link consists of the entity and name of the list, and the target of the link.
/// The first link to a target is therefore the same link on all devices, and links merge by the
/// same rule as other values. Each additional link to the same target has a unique copy number. The
/// value of a link is its position, a space, and the target with its data as JSON.
struct StoredLinks: Hashable, Sendable {
  /// The identity of a link in its list.
  struct ID: Hashable, Comparable, Sendable {
    let target: String
    /// The copy number of an additional link to the same target, or an empty string for the first
    /// link.
    let copy: String

    static func < (first: ID, second: ID) -> Bool {
      (first.target, first.copy) < (second.target, second.copy)
    }
  }

  struct Link: Hashable, Sendable {
    let position: ListPosition
    /// The target and the data, as JSON.
    let text: String
  }

  private(set) var links: [ID: Link] = [:]
  /// True if the log also contains the list as one value, possibly empty.
  var isWhole = false

  init() {}

  /// True if the list does not exist.
  var isRemoval: Bool { links.isEmpty && !isWhole }

  subscript(id: ID) -> Link? {
    get { links[id] }
    set { links[id] = newValue }
  }

  /// The links in list order.
  ///
  /// Links with equal positions are ordered by identity.
  var inOrder: [(id: ID, link: Link)] {
    links.sorted { first, second in
      first.value.position == second.value.position
        ? first.key < second.key : first.value.position < second.value.position
    }.map { ($0.key, $0.value) }
  }

  /// Returns the changes that set the links of a list, in list order.
  func changes(of list: LogSubject) -> [LogChange] {
    inOrder.map { LogChange(subject: list.link($0.id), value: $0.link.value) }
  }

  /// The text of the list as one value.
  var text: String { "[" + inOrder.map(\.link.text).joined(separator: ",") + "]" }
}

// MARK: Subjects

extension LogSubject {
  /// The first detail in the subject of each link.
  private static let linkDetail = "link"

  /// True if the subject is a link of a list.
  var isLink: Bool {
    scope.isEmpty && !name.isEmpty && !details.isEmpty && details[0] == Self.linkDetail
  }

  var linkID: StoredLinks.ID {
    StoredLinks.ID(target: name, copy: details.count > 1 ? details[1] : "")
  }

  /// Returns the subject of a link of a list.
  func link(_ id: StoredLinks.ID) -> LogSubject {
    LogSubject(
      scope: scope, kind: kind, target: target, name: id.target,
      details: [Self.linkDetail] + (id.copy.isEmpty ? [] : [id.copy]))
  }

  /// The subject of the list that contains the link.
  var list: LogSubject { LogSubject(scope: scope, kind: kind, target: target) }
}

extension StoredLinks.Link {
  /// Creates a link from its value in a log, or returns nil if the value has no valid position.
  init?(_ value: String) {
    guard let blank = value.utf8.firstIndex(of: UInt8(ascii: " ")),
      let position = ListPosition(value[..<blank])
    else { return nil }
    self.init(position: position, text: String(value[value.index(after: blank)...]))
  }

  /// The value of the link in a log.
  var value: String { "\(position.text) \(text)" }
}

// MARK: Reading

extension [LogEntry] {
  /// Returns the latest entries with one entry for each list instead of one for each link.
  ///
  /// If the list was also written as one value, each of its links is valid until an entry about the
  /// link replaces it.
  ///
  /// - Parameter before: Returns the links of a list before these entries, or nil for a new list.
  /// - Returns: The entries in order. The entry of a list replaces the entry of its last link.
  /// - Complexity: O(*n*) expected for *n* entries, in addition to the calls.
  func withLists(before: (LogSubject) -> StoredLinks? = { _ in nil }) -> [LogEntry] {
    if !contains(where: { $0.change.subject.isLink }) { return self }
    var lists = ReadLists()
    let owners = indices.map { place in
      self[place].change.subject.isLink ? lists.number(of: self[place], at: place) : nil
    }
    let wholes = indices.map { place in
      owners[place] == nil ? lists.readWhole(self[place], at: place) : nil
    }
    for place in indices {
      if let number = owners[place] { lists.read(self[place], in: number, before) }
    }
    return indices.compactMap { place in
      guard let number = owners[place] ?? wholes[place] else { return self[place] }
      return lists.change(number, at: place).map(self[place].withChange)
    }
  }

  /// Returns the entries with each list as one value, for formats without links.
  func withListsAsOneValue() -> [LogEntry] {
    let entries = withLinks()
    let lists = Set(entries.lazy.map(\.change.subject).filter(\.isLink).map(\.list))
    if lists.isEmpty { return entries }
    let isOfList = { (entry: LogEntry) in
      let subject = entry.change.subject
      return lists.contains(subject.isLink ? subject.list : subject)
    }
    return (entries.filter { !isOfList($0) } + entries.latest(where: isOfList).withLists()).inOrder
  }
}

/// Collects the links of each list while entries are read.
private struct ReadLists {
  private var lists: [(subject: LogSubject, links: StoredLinks?, end: Int)] = []
  private var numbers: [LogSubject: Int] = [:]
  private var last = 0

  /// Returns the index of a link's list in `lists`, and adds the list if necessary.
  mutating func number(of entry: LogEntry, at place: Int) -> Int {
    let subject = entry.change.subject
    // Most links directly follow other links of the same list.
    if last >= lists.count || lists[last].subject.target != subject.target
      || lists[last].subject.kind != subject.kind
    {
      let list = subject.list
      last = numbers[list] ?? lists.count
      if last == lists.count {
        numbers[list] = last
        lists.append((list, nil, place))
      }
    }
    lists[last].end = place
    return last
  }

  /// Reads a list that was written as one value.
  ///
  /// - Returns: The index of the list in `lists`, or nil if no entry is about its links.
  mutating func readWhole(_ entry: LogEntry, at place: Int) -> Int? {
    guard let number = numbers[entry.change.subject] else { return nil }
    lists[number].links = StoredLinks(whole: entry.change)
    lists[number].end = max(lists[number].end, place)
    return number
  }

  /// Reads an entry about a link.
  mutating func read(
    _ entry: LogEntry, in number: Int, _ before: (LogSubject) -> StoredLinks?
  ) {
    if lists[number].links == nil {
      lists[number].links = before(lists[number].subject) ?? StoredLinks()
    }
    lists[number].links?[entry.change.subject.linkID] =
      entry.change.isRemoval ? nil : StoredLinks.Link(entry.change.value)
  }

  /// Returns the change to a list, or nil if the list's last entry is at a different position.
  func change(_ number: Int, at place: Int) -> LogChange? {
    guard lists[number].end == place, let links = lists[number].links else { return nil }
    return LogChange(subject: lists[number].subject, links: links)
  }
}
