package import CommandLine

/// A talk or a session in a list: what there is to say of it, which the columns of the list lay out.
package struct ListRow {
  /// From when to when it is; empty below the first talk of a session.
  var time = Line()
  /// The day with the time, where no heading has the day; it is beside the other facts.
  var date = Line()
  /// What there is to say about the time, such as how much longer it lasts.
  var aside = Line()
  /// The sign of what is starred.
  var star = Line()
  /// What it is called.
  var title: Line
  /// What is after the title and is never cut: the rating, and whether it is on.
  var marks = Line()
  /// Who gives the talk.
  var speakers = Line()
  /// The part of the schedule it belongs to.
  var track = Line()
  /// Where it is.
  var location = Line()
  /// How long it takes, where that is asked for.
  var length = Line()
  /// The identifier, as people see and type it.
  var id = Line()
  /// What is below the row and is never cut, such as a note.
  var notes: [Line] = []
  /// Whether it is a talk below the session that it is in; its speakers are then after its title.
  var isPart = false

  /// The title with its marks.
  var head: Line { marks.isEmpty ? title : "\(title)\(marks)" }
}

extension [Line] {
  /// The lines that are not empty, with a dot between two of them.
  package func joined(_ glyphs: Glyphs) -> Line {
    reduce(into: Line()) { $0.append(fact: $1, glyphs) }
  }

  /// Facts with a dot between two of them on a line; one that does not fit after another begins a line.
  package func wrapped(to width: Int, _ glyphs: Glyphs) -> [Line] {
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
  /// Adds a fact, after a dot if others are there; an empty one changes nothing.
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
