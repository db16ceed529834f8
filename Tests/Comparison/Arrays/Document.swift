import FoundationEssentials
import Observation

struct Line: Identifiable, Equatable, Codable {
  let id: Int
  var text: String
}

/// A change of a document, which can be reversed.
private enum Change {
  case set(Int, Line)
  case insert(Int, Line)
  case remove(Int)
}

@Observable
final class Document: DocumentApp {
  private var lines: [Line]
  @ObservationIgnored private var undone: [Change] = []
  @ObservationIgnored private var done: [Change] = []
  @ObservationIgnored private var nextID: Int
  private let file: URL

  static func create(_ lines: [String], in folder: String) throws {
    let lines = lines.enumerated().map { Line(id: $0.offset, text: $0.element) }
    try JSONEncoder().encode(lines).write(to: Self.file(in: folder), options: .atomic)
  }

  init(folder: String) throws {
    file = Self.file(in: folder)
    lines = try JSONDecoder().decode([Line].self, from: Data(contentsOf: file))
    nextID = 0
    nextID = (lines.map(\.id).max() ?? 0) + 1
  }

  private static func file(in folder: String) -> URL { URL(filePath: "\(folder)/document.json") }

  func content(of part: Whole, atMost count: Int) -> (heading: String, rows: [Line]) {
    ("\(lines.count) lines", Array(lines.prefix(count)))
  }

  func text(of row: Line) -> String { row.text }

  var texts: [String] { lines.map(\.text) }

  func setText(_ text: String, at position: Int) {
    var line = lines[position]
    line.text = text
    make(.set(position, line))
  }

  func insert(_ text: String, at position: Int) {
    make(.insert(position, Line(id: nextID, text: text)))
    nextID += 1
  }

  func remove(at position: Int) { make(.remove(position)) }

  private func make(_ change: Change) {
    done.append(apply(change))
    undone = []
  }

  /// Makes a change, and returns the one that reverses it.
  private func apply(_ change: Change) -> Change {
    switch change {
    case .set(let position, let line):
      let old = lines[position]
      lines[position] = line
      return .set(position, old)
    case .insert(let position, let line):
      lines.insert(line, at: position)
      return .remove(position)
    case .remove(let position): return .insert(position, lines.remove(at: position))
    }
  }

  func undo() { if let change = done.popLast() { undone.append(apply(change)) } }
  func redo() { if let change = undone.popLast() { done.append(apply(change)) } }

  func save() throws { try JSONEncoder().encode(lines).write(to: file, options: .atomic) }
}
