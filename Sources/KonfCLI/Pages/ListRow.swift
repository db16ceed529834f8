import CommandLine

/// A talk or a session in a list, with a cell for each column.
struct ListRow {
  /// The start and the end, or an empty line.
  ///
  /// If the talks of a session have separate rows, only the first row contains the time.
  var time = Line()
  /// The day and the time, for lists without a heading for each day.
  var date = Line()
  /// A remark about the time, such as the time left.
  var aside = Line()
  var star = Line()
  var title: Line
  /// The rating, "now" for a running session, and the tag that names friends; never truncated.
  var marks = Line()
  var speakers = Line()
  var track = Line()
  var location = Line()
  /// The duration, if requested.
  var length = Line()
  var id = Line()
  /// The lines below the row, such as a note, never truncated.
  var notes: [Line] = []
  /// True if the row is a talk below its session.
  ///
  /// The speakers of such a talk follow its title.
  var isPart = false

  var head: Line { marks.isEmpty ? title : "\(title)\(marks)" }
}

extension [Line] {
  /// Returns the non-empty lines, joined by dots.
  func joined(_ glyphs: Glyphs) -> Line {
    reduce(into: Line()) { $0.append(fact: $1, glyphs) }
  }

  /// Returns the facts joined by dots, with a new line for each fact that does not fit.
  func wrapped(to width: Int, _ glyphs: Glyphs) -> [Line] {
    var lines: [Line] = []
    var last = Line()
    for fact in self where !fact.isEmpty {
      let widthOfFact = fact.width
      let before = last.isEmpty ? 0 : last.width + glyphs.dot.width + 2
      if before + widthOfFact > width {
        if widthOfFact <= width, !last.isEmpty {
          lines.append(last)
          last = Line()
        }
        lines += [last, fact].joined(glyphs).wrapped(to: width)
        last = lines.removeLast()
      } else {
        last.append(fact: fact, glyphs)
      }
    }
    return last.isEmpty ? lines : lines + [last]
  }
}

extension Line {
  /// Appends a fact, after a dot if the line is not empty.
  ///
  /// An empty fact is ignored.
  fileprivate mutating func append(fact: Line, _ glyphs: Glyphs) {
    if fact.isEmpty { return }
    if !isEmpty {
      append(.spaces(1))
      append(glyphs.dot, .dim)
      append(.spaces(1))
    }
    append(fact)
  }
}
