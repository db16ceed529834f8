import CommandLine

extension ListColumns {
  /// The width that is reserved for a title on the line of an identifier.
  ///
  /// For a shorter title, only its own width is reserved.
  private static let titleBesideID = 40
  /// The number of additional columns that a time may need, for example for a date.
  private static let spareOfTime = 7

  /// Returns the width of the column that contains the times and the text below them.
  ///
  /// If only a few times are much wider than the others, they are ignored.
  static func timeOfPairs(_ rows: [ListRow]) -> Int {
    let widths = rows.filter { !$0.time.isEmpty }.map { max($0.time.width, $0.aside.width) }
    let most = usual(widths) + spareOfTime
    return widths.filter { $0 <= most }.max() ?? 0
  }

  /// Returns a row as two or more lines: the title, then the location, speakers and track.
  func pair(of row: ListRow) -> [Line] {
    let room = max(4, width - start)
    var aside = row.aside
    var lines: [Line] = []
    var left: [Line] = []
    if row.time.width > time {
      // A time that is much wider than the other times gets a separate line.
      lines = row.time.wrapped(to: width)
    } else if !row.time.isEmpty {
      left = [row.time]
    }
    if !aside.isEmpty, aside.width <= time {
      left.append(aside)
      aside = Line()
    }
    var facts = [
      aside, row.date, row.location, row.isPart ? Line() : row.speakers, row.track, row.length,
    ]
    var head = row.head
    if head.isEmpty {
      head = facts.joined(glyphs)
      facts = []
    }
    // Without a column of times, details are indented below the title.
    let indent = time == 0 ? Self.gap : 0
    let beside = room - (row.id.isEmpty ? 0 : row.id.width + 1)
    let isBeside = beside >= min(head.width, Self.titleBesideID)
    var right = row.isPart || head.isEmpty ? [] : head.wrapped(to: isBeside ? beside : room)
    if row.isPart { right = part(row, in: room) }
    let below = right.count
    right += facts.wrapped(to: room - indent, glyphs).map { "\(SafeText.spaces(indent))\($0)" }
    var isIDDue = !row.id.isEmpty
    for number in 0..<max(right.count, left.count, isIDDue ? 1 : 0) {
      var canvas = Canvas()
      if number < left.count { canvas.put(left[number], at: 0) }
      if number == 0 { canvas.put(row.star, at: start - star) }
      if number < right.count { canvas.put(right[number], at: start) }
      let isHere = isBeside ? number == 0 : number >= below || number == right.count - 1
      let room = canvas.line.isEmpty ? width : width - canvas.width - 1
      if isIDDue, isHere, row.id.width <= room {
        canvas.put(row.id, at: width - row.id.width)
        isIDDue = false
      }
      lines.append(canvas.line)
    }
    if isIDDue {
      var canvas = Canvas()
      canvas.put(row.id, at: max(0, min(start, width - row.id.width)))
      lines += canvas.width > width ? row.id.wrapped(to: width) : [canvas.line]
    }
    return lines + notes(of: row, at: start + indent)
  }

  /// Returns a row as several lines: time, location and identifier, then the title and the
  /// speakers.
  func narrowLines(of row: ListRow) -> [Line] {
    if row.isPart {
      var lines = part(row, in: width - Self.gap)
      lines[0] = row.star.isEmpty ? lines[0] : "\(row.star) \(lines[0])"
      return lines.map { "\(SafeText.spaces(Self.gap))\($0)" } + notes(of: row, at: 2 * Self.gap)
    }
    let notes = notes(of: row, at: Self.gap)
    var left = row.time
    if !row.aside.isEmpty { left = left.isEmpty ? row.aside : "\(left), \(row.aside)" }
    let right = [row.star, row.id].filter { !$0.isEmpty }
    let end = right.dropFirst().reduce(right.first ?? Line()) { "\($0) \($1)" }
    let endWidth = end.isEmpty ? 0 : end.width + 1
    var location = row.location
    let joint: SafeText = row.aside.isEmpty ? " " : ", "
    let joined = "\(left)\(joint)\(location)" as Line
    if !left.isEmpty, !location.isEmpty, joined.width + endWidth <= width {
      left = joined
      location = Line()
    }
    var lines: [Line] = []
    if left.width + endWidth <= width {
      var canvas = Canvas()
      canvas.put(left, at: 0)
      canvas.put(end, at: width - end.width)
      if !canvas.line.isEmpty { lines.append(canvas.line) }
    } else {
      lines = left.wrapped(to: width, hanging: Self.gap)
      var canvas = Canvas()
      canvas.put(end, at: max(0, width - end.width))
      lines += end.width > width ? end.wrapped(to: width) : [canvas.line]
    }
    let facts = [location, row.speakers] + (isLong ? [row.track, row.length] : [])
    if !row.head.isEmpty { lines += row.head.wrapped(to: width, indent: Self.gap) }
    lines += facts.wrapped(to: width - Self.gap, glyphs).map { "\(SafeText.spaces(Self.gap))\($0)" }
    return lines + notes
  }

  /// Returns the lines of a talk below its session: its title, marks and speakers.
  ///
  /// All lines but the first are indented.
  private func part(_ row: ListRow, in width: Int) -> [Line] {
    let lines = [row.head, row.speakers].wrapped(to: max(4, width - Self.gap), glyphs)
    return lines.enumerated().map { $0 == 0 ? $1 : "\(SafeText.spaces(Self.gap))\($1)" }
  }
}
