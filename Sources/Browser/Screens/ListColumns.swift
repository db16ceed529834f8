import Basics
import Schedule

/// The columns of a list, and the number of lines of each row.
///
/// No text is truncated. A long title continues on the next line. Speakers are shown if they fit
/// after the title. The column of locations fits nine out of ten of them, up to a third of the
/// width. A wider location has a separate line below.
struct ListColumns: Equatable {
  /// The number of columns for the marks before the time.
  static let margin = 5
  /// The minimum width of a title next to the time.
  ///
  /// Narrower titles are below the time.
  private static let leastTitle = 24
  private static let aside = 6

  let width: Int
  let time: Int
  /// The number of columns for the remaining time, or 0 if the list does not show today.
  let aside: Int
  /// The width of titles, in columns.
  let title: Int
  /// The width of locations, in columns.
  let location: Int
  /// True if the title is below the time and the location.
  let isStacked: Bool

  init(_ facts: ListFacts, _ view: View) {
    width = view.width
    time = view.signs.dash.count + 10
    let today = view.clocks.day(at: view.now)
    aside = facts.days.contains(today) ? Self.aside : 0
    let start = Self.margin + time + 1 + (aside > 0 ? aside + 1 : 0)
    let most = min(facts.usualLocation, view.width / 3)
    let widest = facts.locations.reduce(0) { $1 <= most ? max($0, $1) : $0 }
    let beside = view.width - start - (widest > 0 ? widest + 1 : 0)
    isStacked = view.isNarrow || beside < Self.leastTitle
    title = isStacked ? max(1, view.width - Self.margin) : beside
    location = isStacked ? max(0, view.width - start) : widest
  }

  /// The first column of notes, such as clashes.
  var noteStart: Int { isStacked ? Self.margin : Self.margin + 3 }

  /// The first column of titles.
  var start: Int { width - title - (isStacked || location == 0 ? 0 : location + 1) }

  func heights(_ rows: [TalkRow], _ facts: ListFacts) -> [Int] {
    rows.indices.map { number in
      let titles =
        facts.titles[number] <= title ? 1 : rows[number].words.lineCount(to: title)
      let isLocationBelow = facts.locations[number] > location
      let below = isLocationBelow ? rows[number].locations.lineCount(to: width - start) : 0
      return titles + below + (isStacked ? 1 : 0)
    }
  }
}

/// Properties of a list that are computed once and do not depend on the width or the time.
struct ListFacts: Equatable {
  let days: Set<CivilDate>
  /// The width of each row's title.
  let titles: [Int]
  /// The width of each row's locations.
  let locations: [Int]
  /// A width that is sufficient for nine out of ten locations.
  let usualLocation: Int

  init(_ sections: [ListSection], _ rows: [TalkRow]) {
    days = Set(sections.compactMap(\.day))
    titles = rows.map { DisplayWidth.of($0.words) }
    locations = rows.map { DisplayWidth.of($0.locations) }
    let sorted = locations.filter { $0 > 0 }.sorted()
    usualLocation = sorted.isEmpty ? 0 : sorted[(sorted.count - 1) * 9 / 10]
  }
}

extension TalkRow {
  /// The title, preceded by "(cancelled)" or "(hidden)" for such a talk.
  var words: String {
    kind == .cancelled
      ? "(cancelled) \(summary.title)" : isHidden ? "(hidden) \(summary.title)" : summary.title
  }
}

extension String {
  /// Returns the number of lines that `wrapped(to:)` returns.
  func lineCount(to width: Int) -> Int {
    guard width > 0, utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return wrapped(to: width).count }
    var (lines, used) = (1, 0)
    for word in utf8.split(separator: 0x20) {
      if used > 0, used + 1 + word.count <= width {
        used += 1 + word.count
      } else {
        lines += (used > 0 ? 1 : 0) + (word.count - 1) / width
        used = (word.count - 1) % width + 1
      }
    }
    return lines
  }
}
