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

  /// The columns of the title with its marks and, behind them, the speakers.
  fileprivate var textWidth: Int {
    title.width + marks.width + (speakers.isEmpty ? 0 : Self.dotWidth + speakers.width)
  }

  /// The columns of the dot between the title and the speakers.
  fileprivate static let dotWidth = 3
  /// The fewest columns in which a part of the speakers is of use.
  fileprivate static let leastSpeakers = 8

  /// The title with its marks, and as much of the speakers as there is room for behind them.
  fileprivate func text(in width: Int, _ glyphs: Glyphs) -> Line {
    var text = title.truncated(to: width - marks.width, ellipsis: glyphs.ellipsis)
    text.append(marks)
    let room = width - text.width - Self.dotWidth
    guard !speakers.isEmpty, room >= min(Self.leastSpeakers, speakers.width) else { return text }
    text.append(" \("\(glyphs.dot) ", .dim)")
    text.append(speakers.truncated(to: room, ellipsis: glyphs.ellipsis))
    return text
  }
}

/// The columns that the rows of a list share.
///
/// Times and identifiers have all the columns that they need. Titles are what people read: the location
/// has what nine of ten locations need, up to a bound, and so has the track on a wide terminal; all the
/// rest is that of the titles, and of the speakers behind those that leave room. A track never takes a
/// title below 40 columns, nor a location below 30, unless all titles are shorter.
struct ListColumns {
  /// The columns from which on there is one for the track.
  private static let leastWidthOfTracks = 140
  private static let mostOfTrack = 16...24
  private static let leastOfLocation = 10
  private static let mostOfLocation = 22
  /// The columns of titles beside which there is one for tracks, and one for locations.
  private static let titleBesideTrack = 40
  private static let titleBesideLocation = 30
  private static let gap = 2
  private static let indent = 2
  /// The columns that a title can be read in; with less, all that a row has is wrapped.
  private static let narrowest = 10

  private let width: Int
  private let glyphs: Glyphs
  private let time: Int
  private let aside: Int
  /// The columns of titles and speakers.
  private let text: Int
  /// The columns of tracks and of locations; 0 if they are left out.
  private var track = 0
  private var location = 0

  /// Measures rows.
  ///
  /// - Parameters:
  ///   - rows: All rows of the list.
  ///   - width: The columns to keep to.
  ///   - glyphs: The drawn signs.
  /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
  init(_ rows: [ListRow], width: Int, glyphs: Glyphs) {
    self.width = width
    self.glyphs = glyphs
    time = rows.map(\.time.width).max() ?? 0
    aside = rows.map(\.aside.width).max() ?? 0
    let fixed = [time, aside, Self.usual(rows.map(\.id.width))].reduce(Self.indent) {
      $0 + ($1 > 0 ? $1 + Self.gap : 0)
    }
    var room = width - fixed
    let titles = rows.map { $0.title.width + $0.marks.width }.max() ?? 0
    let locations = rows.map(\.location.width)
    if let widest = locations.max(), widest > 0 {
      let spare = room - Self.gap - min(titles, Self.titleBesideLocation)
      let least = min(widest, Self.leastOfLocation)
      if spare >= least {
        let wanted = min(max(Self.usual(locations), least), Self.mostOfLocation)
        // Where titles are cut, a location has no more than it needs to be told from others.
        let most = room - Self.gap - min(titles, Self.titleBesideTrack)
        location = min(wanted, max(least, most))
        room -= location + Self.gap
      }
    }
    let tracks = rows.map(\.track.width)
    if width >= Self.leastWidthOfTracks, let widest = tracks.max(), widest > 0 {
      let most = Self.mostOfTrack.lowerBound + (width - Self.leastWidthOfTracks) / 4
      let wanted = min(Self.usual(tracks), most, Self.mostOfTrack.upperBound)
      if wanted > 0, room - Self.gap - wanted >= min(titles, Self.titleBesideTrack) {
        track = wanted
        room -= wanted + Self.gap
      }
    }
    text = min(rows.map(\.textWidth).max() ?? 0, max(0, room))
    // What titles and speakers leave is for long locations, then for long tracks.
    room -= text
    if location > 0 {
      let more = min(room, max(0, (locations.max() ?? 0) - location))
      location += more
      room -= more
    }
    if track > 0 { track += min(room, max(0, (tracks.max() ?? 0) - track)) }
  }

  /// What nine of ten need.
  private static func usual(_ widths: [Int]) -> Int {
    widths.isEmpty ? 0 : widths.sorted()[(widths.count - 1) * 9 / 10]
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
    guard text >= min(Self.narrowest, row.title.width + row.marks.width),
      text >= row.marks.width
    else { return wrapped(row) }
    put(row.text(in: text, glyphs), text)
    put(row.track.truncated(to: track, ellipsis: glyphs.ellipsis), track)
    put(row.location.truncated(to: location, ellipsis: glyphs.ellipsis), location)
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
