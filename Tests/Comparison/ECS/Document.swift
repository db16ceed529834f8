import ECSHistory
import ECSKit
import ECSObservation
import ECSStore

private struct Line: StoredComponent {
  static let storedName = "line"
  /// Lines are in the order of these numbers.
  var order: Double
  var text: String

  var stored: StoredValue { StoredValue("\(order) \(text)") }

  init(order: Double, text: String) {
    self.order = order
    self.text = text
  }

  init(stored: StoredValue) throws {
    let parts = stored.text.split(
      separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let order = Double(parts[0]) else {
      throw StoredValueError.text(found: stored.text, expected: "a number and a text")
    }
    self.init(order: order, text: String(parts[1]))
  }
}

final class Document: DocumentApp {
  private let context = Context()
  private let observed: ObservedContext
  private let store: ComponentStore
  private let steps: UndoStack
  private let list: EntityList<Never>
  private let lines: ObservedList<Never>

  static func create(_ lines: [String], in folder: String) throws {
    let document = try Document(folder: folder)
    try document.store.transaction {
      for (position, text) in lines.enumerated() {
        document.context.createEntity(Line(order: Double(position), text: text))
      }
    }
  }

  init(folder: String) throws {
    observed = ObservedContext(context)
    store = ComponentStore(context, in: folder, StoredComponents(Line.self)) { 0 }
    try store.load()
    steps = UndoStack(context)
    list = context.group(.all(Line.self)).list(by: \Line.order)
    lines = ObservedList(list)
  }

  var parts: [ObservedList<Never>.Section] { lines.sections }

  func isSame(
    _ first: ObservedList<Never>.Section, _ second: ObservedList<Never>.Section
  ) -> Bool { first === second }

  func content(
    of part: ObservedList<Never>.Section, atMost count: Int
  ) -> (heading: String, rows: [Entity]) {
    let entities = part.entities
    return ("\(entities.count) lines", Array(entities.prefix(count)))
  }

  func text(of row: Entity) -> String { observed[row, Line.self]?.text ?? "" }

  var texts: [String] { list[0].compactMap { $0[Line.self]?.text } }

  func setText(_ text: String, at position: Int) {
    line(at: position)?.modify(Line.self) { $0.text = text }
  }

  func insert(_ text: String, at position: Int) {
    let before = line(at: position - 1)?[Line.self]?.order
    let after = line(at: position)?[Line.self]?.order
    let order =
      switch (before, after) {
      case (let before?, let after?): (before + after) / 2
      case (let before?, nil): before + 1
      case (nil, let after?): after - 1
      case (nil, nil): 0.0
      }
    context.createEntity(Line(order: order, text: text))
  }

  func remove(at position: Int) { line(at: position)?.destroy() }

  private func line(at position: Int) -> Entity? {
    list[ListChanges.Position(section: 0, item: position)]
  }

  func undo() throws { try steps.undo() }
  func redo() throws { try steps.redo() }
  func save() throws { try store.save() }
}
