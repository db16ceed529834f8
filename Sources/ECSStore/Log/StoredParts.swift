import ECSModel

/// A list whose elements are written separately, with labels that determine their order.
///
/// `ComponentStore` uses this type to read and write ordered relations. The name of a line about an
/// element is the label of the element. Such a line has version 2, so older programs do not read
/// it. The value is the list in the last complete line, as changed by later lines about elements.
/// The elements of a complete line have the labels of a new list. A damaged line affects only one
/// element, and the size of a change is independent of the length of the list.
struct StoredParts: Hashable, Sendable {
  /// The value of a line about a removed element.
  private static let removedElement = "null"
  private static let version = 2

  private var map = OrderedMap<String>()

  init() {}

  /// Reads a list that was written as one line, or returns nil if the text is not a list.
  init?(whole text: String) {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]"), bytes.count > 1 else {
      return nil
    }
    var (depth, isInString, start, label) = (0, false, 1, 0)
    var position = 1
    func element(before end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }
    while position < bytes.count - 1 {
      switch bytes[position] {
      case UInt8(ascii: "\\") where isInString: position += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        map.insert(element(before: position), at: TreeKey(label))
        (start, label) = (position + 1, label + LinkLabels.step)
      default: break
      }
      position += 1
    }
    if bytes.count > 2 { map.insert(element(before: bytes.count - 1), at: TreeKey(label)) }
  }

  /// The text of the list as one line.
  var text: String {
    var text = "["
    map.visit { element in
      if text.utf8.count > 1 { text += "," }
      text += element.value
    }
    return text + "]"
  }

  var elements: [(label: Int, text: String)] {
    var elements: [(label: Int, text: String)] = []
    map.visit { elements.append(($0.key.minor, $0.value)) }
    return elements
  }

  mutating func set(_ text: String?, at label: Int) {
    map.remove(TreeKey(label))
    if let text { map.insert(text, at: TreeKey(label)) }
  }

  static func == (first: StoredParts, second: StoredParts) -> Bool {
    first.elements.elementsEqual(second.elements) { $0 == $1 }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  // MARK: Lines

  /// Returns the line about an element, or the line that removes it if the text is nil.
  static func line(_ label: Int, _ text: String?, of subject: LogSubject) -> LogChange {
    LogChange(
      scope: subject.scope, kind: subject.kind, target: subject.target, name: "\(label)",
      version: version, value: text ?? removedElement)
  }

  /// Applies a line about an element, and ignores all other lines.
  mutating func apply(_ change: LogChange) {
    guard let label = Int(change.name), change.version == Self.version else { return }
    set(change.value == Self.removedElement ? nil : change.value, at: label)
  }
}

/// The part of the subject that all lines about a list share.
private struct ListKey: Hashable {
  let kind: String
  let target: String
}

private struct PartialList {
  let subject: LogSubject
  var version = 1
  var parts: StoredParts?
}

extension [LogEntry] {
  /// Returns the entries, with complete values instead of lines about elements.
  ///
  /// - Parameter before: Returns the value before these entries, or nil if it did not exist.
  /// - Returns: The same number of entries, in the same order.
  /// - Complexity: O(*n* log *l*) expected for *n* entries and lists of *l* elements, in addition
  ///   to the calls to `before`.
  func withWholeValues(before: (LogSubject) -> StoredParts? = { _ in nil }) -> [LogEntry] {
    if allSatisfy(\.change.name.isEmpty) { return self }
    // Entries of other devices may be in the array after later entries.
    if zip(self, dropFirst()).contains(where: { $1.precedes($0) }) {
      return withWholeValuesInOrder(before: before)
    }
    var values: [ListKey: PartialList] = [:]
    for change in lazy.map(\.change) where !change.name.isEmpty {
      values[ListKey(kind: change.kind, target: change.target)] = PartialList(
        subject: LogSubject(scope: change.scope, kind: change.kind, target: change.target))
    }
    return map { entry in
      let change = entry.change
      let key = ListKey(kind: change.kind, target: change.target)
      guard var value = values[key] else { return entry }
      if change.name.isEmpty {
        values[key] = PartialList(
          subject: change.subject, version: change.version,
          parts: StoredParts(whole: change.value) ?? StoredParts())
        return entry
      }
      var parts = value.parts ?? before(value.subject) ?? StoredParts()
      parts.apply(change)
      value.parts = parts
      values[key] = value
      return entry.withChange(
        LogChange(subject: value.subject, version: value.version, parts: parts))
    }
  }

  private func withWholeValuesInOrder(
    before: (LogSubject) -> StoredParts?
  ) -> [LogEntry] {
    let order = indices.sorted { self[$0].precedes(self[$1]) }
    var entries = self
    for (position, entry) in zip(order, order.map { self[$0] }.withWholeValues(before: before)) {
      entries[position] = entry
    }
    return entries
  }

  /// Returns the entries, with only the last complete value of each list that was written in parts.
  func withLastWholeValues() -> [LogEntry] {
    let entries = withWholeValues()
    var last: [LogSubject: Int] = [:]
    for (position, entry) in entries.enumerated() where entry.change.parts != nil {
      if let known = last[entry.change.subject], entry.precedes(entries[known]) { continue }
      last[entry.change.subject] = position
    }
    return entries.enumerated().compactMap { position, entry in
      guard entry.change.parts != nil else { return entry }
      return last[entry.change.subject] == position ? entry : nil
    }
  }
}
