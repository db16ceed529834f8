// Reads lists that earlier versions wrote as one value, followed by lines about single elements.
// Labels identify the elements. This version does not write such lists. The identities and
// positions of the links depend only on the labels, so all devices read the same links.

/// The format of lines about single elements of a list that was first written as one value.
private enum ListLabels {
  /// The distance between successive labels.
  static let step = 1 << 32
  /// The version of a line about an element.
  static let version = 2
  /// The value of a line about a removed element.
  static let removedElement = "null"

  /// Returns the label in a line about an element, or nil for another line.
  static func label(of change: LogChange) -> Int? {
    change.version == version && change.scope.isEmpty ? Int(change.name) : nil
  }
}

extension StoredLinks {
  /// Creates the links of a list from a change to the whole list.
  init(whole change: LogChange) {
    self.init()
    if let links = change.links {
      self = links
    } else if !change.isRemoval {
      isWhole = true
      for (place, text) in Self.elements(of: change.value).enumerated() {
        _ = add(text, at: place * ListLabels.step)
      }
    }
  }

  /// Adds a link of a list that was written as one value.
  ///
  /// - Returns: The identity of the link, or nil if the text is not a link.
  fileprivate mutating func add(_ text: String, at label: Int) -> ID? {
    guard let target = Self.target(of: text) else { return nil }
    let first = ID(target: target, copy: "")
    let id = self[first] == nil ? first : ID(target: target, copy: "\(label)")
    self[id] = Link(position: ListPosition(label: label), text: text)
    return id
  }

  private struct Element: Decodable { let to: String }

  /// Returns the id of the target in the text of a link.
  private static func target(of text: String) -> String? {
    do { return try StoredDecoder.value(String.self, in: text, nil) } catch {
      do { return try StoredDecoder.value(Element.self, in: text, nil).to } catch { return nil }
    }
  }

  /// Returns the JSON of each element of a JSON array, or an empty array for any other JSON.
  private static func elements(of text: String) -> [String] {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]"), bytes.count > 2 else {
      return []
    }
    var (depth, isInString, start, position) = (0, false, 1, 1)
    var elements: [String] = []
    while position < bytes.count {
      let isEnd = position == bytes.count - 1
      switch bytes[position] {
      case UInt8(ascii: "\\") where isInString: position += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: ",") where depth == 0, _ where isEnd:
        elements.append(String(decoding: bytes[start..<position], as: UTF8.self))
        start = position + 1
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      position += 1
    }
    return elements
  }
}

extension [LogEntry] {
  /// Returns the entries with lines about elements replaced by entries about links.
  ///
  /// - Parameter before: Returns the links of a list before these entries, or nil for a new list.
  /// - Returns: The entries in order. Lines about elements are omitted if the whole list was
  ///   written later.
  /// - Complexity: O(*n*) expected in the number of entries and of links in their lists.
  func withLinks(before: (LogSubject) -> StoredLinks? = { _ in nil }) -> [LogEntry] {
    if !contains(where: { ListLabels.label(of: $0.change) != nil }) { return self }
    let entries = inOrder
    var whole: [LogSubject: Int] = [:]
    for (place, entry) in entries.enumerated() where entry.change.name.isEmpty {
      whole[entry.change.subject] = place
    }
    var lists: [LogSubject: LabelledLinks] = [:]
    return entries.enumerated().flatMap { place, entry -> [LogEntry] in
      guard let label = ListLabels.label(of: entry.change) else { return [entry] }
      let list = entry.change.subject.list
      let start = whole[list] ?? -1
      if place < start { return [] }
      if lists[list] == nil {
        lists[list] = LabelledLinks(
          start < 0 ? before(list) ?? StoredLinks() : StoredLinks(whole: entries[start].change))
      }
      return lists[list]?.apply(entry, at: label) ?? []
    }
  }
}

/// A converter from lines about the elements of a list to entries about links.
private struct LabelledLinks {
  private var links: StoredLinks
  private var ids: [ListPosition: StoredLinks.ID] = [:]

  init(_ links: StoredLinks) {
    self.links = links
    for (id, link) in links.links { ids[link.position] = id }
  }

  /// Applies a line about an element, and returns the resulting entries about links.
  mutating func apply(_ entry: LogEntry, at label: Int) -> [LogEntry] {
    let (change, position) = (entry.change, ListPosition(label: label))
    let former = ids[position]
    if let former { links[former] = nil }
    let id = change.value == ListLabels.removedElement ? nil : links.add(change.value, at: label)
    ids[position] = id
    var entries: [LogEntry] = []
    if let former, former != id {
      entries.append(entry.withChange(LogChange(.removed, of: change.subject.list.link(former))))
    }
    if let id, let link = links[id] {
      entries.append(
        entry.withChange(LogChange(subject: change.subject.list.link(id), value: link.value)))
    }
    return entries
  }
}
