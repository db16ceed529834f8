import CommandLine

/// The columns that all rows of a list share.
///
/// `Page` measures all rows of a list and then draws each row. No line may be wider than the page.
/// For multiline rows, see ``lines(of:)``. Single-line rows follow these rules:
///
/// - Times and identifiers are never truncated.
/// - A location is truncated only if it is longer than a quarter of the page, because people need
///   it to find the talk.
/// - Titles get the remaining columns. Speakers follow if space remains.
/// - The column for locations leaves at least 20 columns for titles, or fewer if all titles are
///   shorter.
/// - On a wide terminal, a column for tracks follows if nine out of ten titles still fit. The
///   column is wide enough for nine out of ten tracks, up to a maximum width.
struct ListColumns {
  /// The minimum width of a page with a column for tracks.
  private static let leastWidthOfTracks = 140
  private static let mostOfTrack = 24
  private static let mostOfWholeTrack = 48
  private static let leastOfLocation = 10
  private static let mostOfLocation = 26
  private static let titleBesideLocation = 20
  /// The minimum width of a title.
  ///
  /// If less is available, rows are wrapped.
  private static let narrowest = 10
  /// The minimum width of truncated speakers.
  private static let leastSpeakers = 8
  private static let dotWidth = 3
  static let gap = 2

  let form: ListLayout.Form
  let isLong: Bool
  let width: Int
  let glyphs: Glyphs
  /// The width of the times.
  let time: Int
  /// The width of the star symbols and the space after them.
  let star: Int
  private var aside = 0
  /// The width of the titles with their marks and speakers.
  private var text = 0
  /// The width of the track column, or 0 if the column is omitted.
  private var track = 0
  /// The width of the location column, or 0 if the column is omitted.
  private var location = 0

  /// Creates the columns of a list by measuring all its rows.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
  init(_ rows: [ListRow], layout: ListLayout, width: Int, glyphs: Glyphs) {
    form = layout.form
    isLong = layout.isLong
    self.width = layout.width(in: width)
    self.glyphs = glyphs
    star = Self.gap
    switch form {
    case .line:
      time = rows.map(\.time.width).max() ?? 0
      measureLines(rows)
    case .pair: time = Self.timeOfPairs(rows)
    case .narrow, .spoken: time = 0
    }
  }

  /// The column at which titles start.
  var start: Int { time + aside + star + (time > 0 ? 1 : 0) + (aside > 0 ? Self.gap : 0) }

  private mutating func measureLines(_ rows: [ListRow]) {
    aside = rows.map(\.aside.width).max() ?? 0
    let ids = Self.usual(rows.map(\.id.width))
    var room = width - start - (ids > 0 ? ids + Self.gap : 0)
    let titles = rows.map(Self.titleWidth)
    let locations = rows.map(\.location.width)
    if let widest = locations.max(), widest > 0 {
      let spare = room - Self.gap - min(titles.max() ?? 0, Self.titleBesideLocation)
      if spare >= min(widest, Self.leastOfLocation) {
        let most = max(Self.mostOfLocation, width / 4)
        let whole = locations.filter { $0 <= most }.max() ?? 0
        location = min(spare, max(whole, min(Self.usual(locations), most)))
        room -= location + Self.gap
      }
    }
    let tracks = rows.map(\.track.width)
    if width >= Self.leastWidthOfTracks, let widest = tracks.max(), widest > 0 {
      let spare = room - Self.gap - Self.usual(titles)
      if spare >= min(Self.usual(tracks), Self.mostOfTrack) {
        track = min(widest, spare, Self.mostOfWholeTrack)
        room -= track + Self.gap
      }
    }
    text = min(rows.map(Self.textWidth).max() ?? 0, max(0, room))
    // The remaining columns go to long locations, then to long tracks.
    room -= text
    if location > 0 {
      let more = min(room, max(0, (locations.max() ?? 0) - location))
      location += more
      room -= more
    }
    if track > 0 { track += min(room, max(0, (tracks.max() ?? 0) - track)) }
  }

  /// Returns a width that is sufficient for nine out of ten cells.
  static func usual(_ widths: [Int]) -> Int {
    widths.isEmpty ? 0 : widths.sorted()[(widths.count - 1) * 9 / 10]
  }

  /// Returns true if three out of four rows fit into one line each, except for their speakers.
  ///
  /// Speakers may be truncated, because people find a talk without all of them.
  func fit(_ rows: [ListRow]) -> Bool {
    let truncated = rows.count { row in
      let last = ends(of: row).cells
      let title = start + Self.titleWidth(row)
      let from = max(min(start + text + Self.gap, last - row.location.width), title + Self.gap)
      return title > min(start + text, last) || row.location.width > location
        || row.location.width > 0 && from + row.location.width > last
    }
    return truncated * 4 <= rows.count
  }

  private static func titleWidth(_ row: ListRow) -> Int { row.title.width + row.marks.width }

  private static func textWidth(_ row: ListRow) -> Int {
    titleWidth(row) + (row.speakers.isEmpty ? 0 : dotWidth + row.speakers.width)
  }

  /// Returns a row as lines.
  ///
  /// - On one line, long text is truncated. A row that still does not fit is wrapped.
  /// - On two lines, the title is next to the time, and the identifier is at the right edge. The
  ///   location, speakers and track are below the title. The identifier is also below the title if
  ///   less than 40 columns would remain for the title.
  /// - On a narrow page, the location is next to the time if it fits. The title and the speakers
  ///   follow.
  ///
  /// Multiline rows are never truncated.
  func lines(of row: ListRow) -> [Line] {
    switch form {
    case .line: line(of: row)
    case .pair: pair(of: row)
    case .narrow: narrowLines(of: row)
    case .spoken: spoken(row)
    }
  }

  private func spoken(_ row: ListRow) -> [Line] {
    // A symbol needs no separator from the title, but a word does.
    let head =
      glyphs.isSpoken || row.star.isEmpty ? [row.star, row.head] : ["\(row.star) \(row.head)"]
    let facts =
      [row.time, row.aside, row.date] + head
      + [row.speakers, row.track, row.location, row.length, row.id]
    return [facts.joined(glyphs)] + row.notes.filter { !$0.isEmpty }
  }

  /// Returns the end of a row's cells, and the start of its identifier.
  ///
  /// If an identifier is wider than the column, it begins further left, and the cells before it are
  /// truncated.
  private func ends(of row: ListRow) -> (cells: Int, id: Int) {
    if row.id.isEmpty { return (width, width) }
    let sum = [text, track, location].reduce(start) { $1 == 0 ? $0 : $0 + $1 + Self.gap }
    let end = min(sum, width - row.id.width)
    return (end - Self.gap, end)
  }

  private func line(of row: ListRow) -> [Line] {
    let (last, end) = ends(of: row)
    let text = min(text, last - start)
    guard text >= min(Self.narrowest, row.title.width + row.marks.width),
      text >= row.marks.width
    else { return wrapped(row) }
    var canvas = Canvas()
    canvas.put(row.time, at: 0)
    canvas.put(row.aside, at: time > 0 ? time + Self.gap : 0)
    canvas.put(row.star, at: start - star)
    canvas.put(self.text(of: row, in: text), at: start)
    var column = start + self.text + Self.gap
    for (cell, columns) in [(row.track, track), (row.location, location)] where columns > 0 {
      let needed = min(cell.width, columns)
      let from = max(min(column, last - needed), min(column, canvas.width + Self.gap))
      guard needed == 0 || last > from else { return wrapped(row) }
      canvas.put(
        cell.truncated(to: min(needed, last - from), ellipsis: glyphs.ellipsis), at: from)
      column += columns + Self.gap
    }
    if !row.id.isEmpty { canvas.put(row.id, at: end) }
    return [canvas.line] + notes(of: row, at: start)
  }

  /// Returns the title and its marks, followed by the speakers if columns remain.
  private func text(of row: ListRow, in columns: Int) -> Line {
    var line = row.title.truncated(to: columns - row.marks.width, ellipsis: glyphs.ellipsis)
    line.append(row.marks)
    let room = columns - line.width - Self.dotWidth
    guard !row.speakers.isEmpty, room >= min(Self.leastSpeakers, row.speakers.width) else {
      return line
    }
    line.append(" \("\(glyphs.dot) ", .dim)")
    line.append(row.speakers.truncated(to: room, ellipsis: glyphs.ellipsis))
    return line
  }

  func notes(of row: ListRow, at column: Int) -> [Line] {
    row.notes.filter { !$0.isEmpty }.flatMap {
      $0.wrapped(to: width, indent: column, hanging: column + Self.gap)
    }
  }

  private func wrapped(_ row: ListRow) -> [Line] {
    let cells = [
      row.time, row.aside, row.star, row.head, row.speakers, row.track, row.location, row.id,
    ].filter { !$0.isEmpty }
    let all = cells.dropFirst().reduce(cells.first ?? Line()) { "\($0)  \($1)" }
    return all.wrapped(to: width, indent: 0, hanging: Self.gap) + notes(of: row, at: Self.gap)
  }
}
