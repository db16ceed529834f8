import Basics
import ECSKit
import Schedule

extension SchedulePresenter {
  /// Returns the talks to pick from.
  ///
  /// The matches are listed first, best match first, followed by marked talks that do not match. A
  /// word also matches the beginning of a weekday, a month, a time or a location.
  func picks(for query: ListQuery, marked: [String]) -> (content: ListContent, matches: Int) {
    let asked = schedule.selection(query.rule)
    let selection = query.rule.isHidden ? asked : schedule.visible(asked)
    let chunks = query.words.folded.split(separator: " ").map {
      (text: $0, words: SearchQuery(String($0)).words)
    }
    // Matches by rank. Matches of equal rank are in chronological order.
    var matches: [Int: [TalkRow]] = [:]
    var others: [TalkRow] = []
    for session in mirror.sections.joined() where selection.contains(session: session) {
      if schedule.isFiller(session) { continue }
      for row in rows(of: session) {
        guard let entity = entities[row.id], selection.contains(entity) else { continue }
        if let rank = rank(of: row, entity, for: chunks) {
          matches[rank, default: []].append(row)
        } else if marked.contains(row.id) {
          others.append(row)
        }
      }
    }
    let best = matches.sorted { $0.key < $1.key }.flatMap(\.value)
    let entries = (best + others).map { ListEntry(subject: .talk($0)) }
    if entries.isEmpty {
      return (.empty(query.isLimited ? "Nothing matches" : "No sessions yet"), 0)
    }
    return (.items([ListSection(day: nil, heading: "", entries: entries)]), best.count)
  }

  /// A part of a query between spaces, and the words in this part.
  private typealias Chunk = (text: Substring, words: [String])

  /// Returns the sum of the ranks of all chunks, or nil if any chunk does not match.
  private func rank(of row: TalkRow, _ entity: Entity, for chunks: [Chunk]) -> Int? {
    var rank = 0
    for chunk in chunks {
      if place(of: row).contains(where: { $0.hasPrefix(chunk.text) }) {
        rank += SearchField.name.order
        continue
      }
      for word in chunk.words {
        guard let field = fields(withWord: word)[entity] else { return nil }
        rank += field.order
      }
    }
    return rank
  }

  /// Returns the folded weekday, date, start and locations of a row, split at spaces.
  private func place(of row: TalkRow) -> [Substring] {
    if let place = places[row.id], place.version == version { return place.words }
    let date = clocks.date(of: row.timing).map { "\($0.weekdayName) \($0.day) \($0.monthName)" }
    let start = row.timing?.start.map(clocks.clock)
    let words = [date ?? "", start ?? "", row.locations].flatMap { $0.folded.split(separator: " ") }
    places[row.id] = (version, words)
    return words
  }
}
