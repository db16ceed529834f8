import Observation
import Synchronization

/// Whether something that was drawn is out of date.
final class Mark: Sendable {
  private let state = Atomic(false)

  func set() { state.store(true, ordering: .relaxed) }

  var isSet: Bool { state.load(ordering: .relaxed) }
}

/// Draws an app as a framework of views does, and counts what it draws.
///
/// A body is called again when something that it has read changes, or when its view gets another
/// input. Only the rows that fit are drawn.
final class Screen<App: ListApp> {
  private struct DrawnPart {
    let part: App.Part
    let heading: String
    let rows: [App.Row]
    let isStale: Mark
  }

  private struct DrawnRow {
    let row: App.Row
    let text: String
    let isStale: Mark
  }

  /// How many rows fit.
  private let height = 30
  let app: App
  private var parts: [App.Part] = []
  private var isStale: Mark?
  private var drawnParts: [App.Part.ID: DrawnPart] = [:]
  private var drawnRows: [App.Row.ID: DrawnRow] = [:]
  /// The rows that are shown.
  private(set) var rows: [App.Row] = []
  /// The text that is shown.
  private(set) var lines: [String] = []
  /// How many bodies of rows were called.
  var rowCount = 0
  /// How many bodies of the list and of its parts were called.
  var listCount = 0

  init(_ app: App) { self.app = app }

  /// Draws what is out of date, as at the end of a turn of the run loop.
  func draw() {
    if isStale?.isSet ?? true {
      let mark = Mark()
      isStale = mark
      parts = withObservationTracking({ app.parts }, onChange: { mark.set() })
      listCount += 1
    }
    var nextParts: [App.Part.ID: DrawnPart] = [:]
    var nextRows: [App.Row.ID: DrawnRow] = [:]
    rows.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    for part in parts where rows.count < height {
      let shown = drawn(part)
      nextParts[part.id] = shown
      lines.append(shown.heading)
      for row in shown.rows.prefix(height - rows.count) {
        let drawn = drawn(row)
        nextRows[row.id] = drawn
        rows.append(row)
        lines.append(drawn.text)
      }
    }
    drawnParts = nextParts
    drawnRows = nextRows
  }

  private func drawn(_ part: App.Part) -> DrawnPart {
    if let kept = drawnParts[part.id], !kept.isStale.isSet, app.isSame(kept.part, part) {
      return kept
    }
    let mark = Mark()
    let content = withObservationTracking(
      { app.content(of: part, atMost: height) }, onChange: { mark.set() })
    listCount += 1
    return DrawnPart(part: part, heading: content.heading, rows: content.rows, isStale: mark)
  }

  private func drawn(_ row: App.Row) -> DrawnRow {
    if let kept = drawnRows[row.id], !kept.isStale.isSet, kept.row == row { return kept }
    let mark = Mark()
    let text = withObservationTracking({ app.text(of: row) }, onChange: { mark.set() })
    rowCount += 1
    return DrawnRow(row: row, text: text, isStale: mark)
  }
}
