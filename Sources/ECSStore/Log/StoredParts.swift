import ECSModel

/// A list whose elements are written one by one, under labels that order them.
///
/// A line about an element has its label as its name, and version 2, which older programs do not read.
/// The value is what the last whole line says, whose elements have the labels of a new list, with what
/// the lines about elements say since. So a damaged line spoils one element, and what is written does
/// not grow with the list.
struct StoredParts: Hashable, Sendable {
  /// What a line says of an element that is gone.
  private static let gone = "null"
  private static let version = 2

  private var tree = OrderedMap<String>()

  /// Creates an empty list.
  init() {}

  /// Reads a list that was written whole; nil if the text is no list.
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
        tree.insert(element(before: position), at: TreeKey(label))
        (start, label) = (position + 1, label + LinkLabels.step)
      default: break
      }
      position += 1
    }
    if bytes.count > 2 { tree.insert(element(before: bytes.count - 1), at: TreeKey(label)) }
  }

  /// The list as it is written whole.
  var text: String {
    var text = "["
    tree.visit { element in
      if text.utf8.count > 1 { text += "," }
      text += element.value
    }
    return text + "]"
  }

  /// The elements in their order.
  var elements: [(label: Int, text: String)] {
    var elements: [(label: Int, text: String)] = []
    tree.visit { elements.append(($0.key.minor, $0.value)) }
    return elements
  }

  /// Sets the element at a label, or removes it.
  mutating func set(_ text: String?, at label: Int) {
    tree.remove(TreeKey(label))
    if let text { tree.insert(text, at: TreeKey(label)) }
  }

  static func == (first: StoredParts, second: StoredParts) -> Bool {
    first.elements.elementsEqual(second.elements) { $0 == $1 }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  // MARK: Lines

  /// Returns the line about an element, or that it is gone.
  static func line(_ label: Int, _ text: String?, of subject: LogSubject) -> LogChange {
    LogChange(
      scope: subject.scope, kind: subject.kind, target: subject.target, name: "\(label)",
      version: version, value: text ?? gone)
  }

  /// Takes in a line about an element; any other line is passed over.
  mutating func apply(_ change: LogChange) {
    guard let label = Int(change.name), change.version == Self.version else { return }
    set(change.value == Self.gone ? nil : change.value, at: label)
  }
}

/// What the lines about a thing are found by, whole or of a part.
private struct Thing: Hashable {
  let kind: String
  let target: String
}

/// A value that was written in parts, as far as its lines were read.
private struct PartlyRead {
  let subject: LogSubject
  var version = 1
  var parts: StoredParts?
}

extension [LogEntry] {
  /// Returns the entries of a component store with, for each line about a part, the whole value that it
  /// leads to.
  ///
  /// - Parameter before: Returns the value before these entries; nil if there is none.
  /// - Returns: As many entries, in the same order.
  /// - Complexity: O(*n* log *l*) expected for *n* entries and lists of *l* elements, besides *before*.
  func withWholeValues(before: (LogSubject) -> StoredParts? = { _ in nil }) -> [LogEntry] {
    if allSatisfy(\.change.name.isEmpty) { return self }
    // What other devices said may come after later entries.
    if zip(self, dropFirst()).contains(where: { $1.precedes($0) }) {
      return withWholeValuesInOrder(before: before)
    }
    var values: [Thing: PartlyRead] = [:]
    for change in lazy.map(\.change) where !change.name.isEmpty {
      values[Thing(kind: change.kind, target: change.target)] = PartlyRead(
        subject: LogSubject(scope: change.scope, kind: change.kind, target: change.target))
    }
    return map { entry in
      let change = entry.change
      let thing = Thing(kind: change.kind, target: change.target)
      guard var value = values[thing] else { return entry }
      if change.name.isEmpty {
        values[thing] = PartlyRead(
          subject: change.subject, version: change.version,
          parts: StoredParts(whole: change.value) ?? StoredParts())
        return entry
      }
      var parts = value.parts ?? before(value.subject) ?? StoredParts()
      parts.apply(change)
      value.parts = parts
      values[thing] = value
      return entry.saying(
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

  /// Returns the entries of a component store with each list that was written in parts whole, and only
  /// once.
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
