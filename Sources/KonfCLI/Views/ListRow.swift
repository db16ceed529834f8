/// A talk or a session as a line of a list.
struct ListRow {
  /// From when to when it is; empty below the first talk of a session.
  var time = Line()
  /// What there is to say of the time, such as how long it goes on.
  var aside = Line()
  /// What it is called.
  var title: Line
  /// What stands behind the title and is never cut: stars, whose it is, and whether it is on.
  var marks = Line()
  /// Who gives the talk.
  var speakers = Line()
  /// The part of the schedule it belongs to.
  var track = Line()
  /// Where it is.
  var location = Line()
  /// The identifier, as people see and type it.
  var id = Line()
  /// What stands below the row and is never cut, such as a note.
  var note = Line()

  /// The texts that may be cut, in the order of the columns.
  fileprivate var texts: [Line] { [title, speakers, track, location] }

  /// The columns that the texts take, the title with its marks.
  fileprivate var widths: [Int] {
    [title.width + marks.width, speakers.width, track.width, location.width]
  }
}

/// The columns that the rows of a list share.
///
/// Times and identifiers have all the columns that they need. The texts between them share the rest:
/// each gets what nine of ten rows need, if there is room for that, and none takes the room of another
/// for a single long one. Where there is little room, the track is left out, then the speakers, then
/// the location.
struct ListColumns {
  /// A text that may be cut.
  private struct Text {
    /// The columns of its beginning, and the same where there is little room.
    let least, narrow: Int
    /// The columns in which most are whole.
    let good: Int
  }

  private static let texts = [
    Text(least: 26, narrow: 18, good: 44), Text(least: 14, narrow: 8, good: 24),
    Text(least: 10, narrow: 10, good: 16), Text(least: 20, narrow: 10, good: 22),
  ]
  private static let speakers = 1
  private static let track = 2
  private static let location = 3
  private static let gap = 2
  private static let indent = 2
  /// The columns that a title can be read in; with less, all that a row has is wrapped.
  private static let narrowest = 10

  private let width: Int
  private let ellipsis: SafeText
  private let time: Int
  private let aside: Int
  /// The columns of the texts; 0 for one that is left out.
  private var shares: [Int]

  /// Measures rows.
  ///
  /// - Parameters:
  ///   - rows: All rows of the list.
  ///   - width: The columns to keep to.
  ///   - ellipsis: What stands for the part of a text that is cut off.
  /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
  init(_ rows: [ListRow], width: Int, ellipsis: SafeText) {
    self.width = width
    self.ellipsis = ellipsis
    time = rows.map(\.time.width).max() ?? 0
    aside = rows.map(\.aside.width).max() ?? 0
    let ids = rows.map(\.id.width).sorted()
    let fixed = [time, aside, Self.usual(ids)].reduce(Self.indent) {
      $0 + ($1 > 0 ? $1 + Self.gap : 0)
    }
    shares = Self.shares(of: rows, in: width - fixed)
  }

  /// What nine of ten need, of widths that rise.
  private static func usual(_ widths: [Int]) -> Int {
    widths.isEmpty ? 0 : widths[(widths.count - 1) * 9 / 10]
  }

  private static func shares(of rows: [ListRow], in width: Int) -> [Int] {
    let columns = texts.indices.map { column in rows.map { $0.widths[column] }.sorted() }
    let widest = columns.map { $0.last ?? 0 }
    let usual = columns.map(usual)
    var kept = texts.indices.filter { widest[$0] > 0 }
    let narrow = texts.indices.map { min(widest[$0], texts[$0].narrow) }
    var least = texts.indices.map { max(min(usual[$0], texts[$0].least), narrow[$0]) }
    func room() -> Int { width - gap * (kept.count - 1) }
    func fits() -> Bool { kept.reduce(0) { $0 + least[$1] } <= room() }
    if !fits() { kept.removeAll { $0 == track } }
    if !fits() { least = narrow }
    for column in [speakers, location] where !fits() { kept.removeAll { $0 == column } }
    var shares = texts.indices.map { kept.contains($0) ? min(least[$0], max(0, room())) : 0 }
    func grow(to goal: (Int) -> Int) {
      Self.grow(&shares, to: kept.map { ($0, goal($0)) }, in: room())
    }
    grow { min(usual[$0], texts[$0].good) }
    grow { usual[$0] }
    grow { widest[$0] }
    return shares
  }

  /// Widens columns up to what they want, each by its part of what there is.
  private static func grow(
    _ shares: inout [Int], to goals: [(column: Int, width: Int)], in room: Int
  ) {
    let wants = goals.map { (column: $0.column, width: max(0, $0.width - shares[$0.column])) }
    let wanted = wants.reduce(0) { $0 + $1.width }
    let left = room - shares.reduce(0, +)
    guard wanted > 0, left > 0 else { return }
    for want in wants { shares[want.column] += min(want.width, want.width * left / wanted) }
  }

  /// Returns a row as a line, or as several where it has no room on one.
  func lines(of row: ListRow) -> [Line] {
    var canvas = Canvas()
    var column = Self.indent
    func put(_ cell: Line, _ width: Int) {
      if width == 0 { return }
      canvas.put(cell, at: column)
      column += width + Self.gap
    }
    put(row.time, time)
    put(row.aside, aside)
    let start = column
    guard shares[0] >= min(Self.narrowest, row.title.width + row.marks.width),
      shares[0] >= row.marks.width
    else { return wrapped(row) }
    for (position, text) in row.texts.enumerated() {
      let marks = position == 0 ? row.marks : Line()
      let room = shares[position] - marks.width
      put("\(text.truncated(to: room, ellipsis: ellipsis))\(marks)", shares[position])
    }
    // An identifier that is longer than others begins before them, if there is room for that.
    let end = min(column, width - row.id.width)
    if end < column, end < canvas.width + Self.gap { return wrapped(row) }
    canvas.put(row.id, at: end)
    return [canvas.line] + note(of: row, at: start)
  }

  private func note(of row: ListRow, at column: Int) -> [Line] {
    if row.note.isEmpty { return [] }
    return row.note.wrapped(to: width, indent: column, hanging: column + Self.indent)
  }

  /// All that a row has, behind each other and wrapped.
  private func wrapped(_ row: ListRow) -> [Line] {
    let title: Line = "\(row.title)\(row.marks)"
    let cells = [
      row.time, row.aside, title, row.speakers, row.track, row.location, row.id,
    ].filter { !$0.isEmpty }
    let all = cells.dropFirst().reduce(cells.first ?? Line()) { "\($0)  \($1)" }
    return all.wrapped(to: width, indent: Self.indent, hanging: 2 * Self.indent)
      + note(of: row, at: 2 * Self.indent)
  }
}
