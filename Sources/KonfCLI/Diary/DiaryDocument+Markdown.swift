import Basics
import CommandLine
import Exchange
import Marks
import Schedule

extension DiaryDocument {
  /// The diary in CommonMark, with a heading and a list of the marked items for each day.
  ///
  /// - SeeAlso: *CommonMark Spec*, 0.31.
  var markdown: Answer {
    var answer = Answer(limit: limit)
    func add(_ line: String) { answer.add(line: line) }
    add("# \(title.markdown)")
    for (day, those) in items.chunked(on: { times.day(of: $0.timing) }) where !answer.isOver {
      add("")
      add("## \(day?.words ?? "Without a time")")
      add("")
      for item in those where !answer.isOver { for line in lines(of: item) { add(line) } }
    }
    return answer
  }

  private func lines(of item: Item) -> [String] {
    let time = item.timing.map { times.listed($0).string } ?? ""
    var title = "**\(item.title.markdown)**"
    // CommonMark also replaces character references inside addresses.
    if let page = item.page { title = "[\(title)](<\(page.replacing("&", with: "&amp;"))>)" }
    let facts = [item.speakers, item.locations, item.track].filter { !$0.isEmpty }.map(\.markdown)
    let head = [time, title].filter { !$0.isEmpty }.joined(separator: " ")
    var lines = ["- \(([head] + facts).joined(separator: " · "))"]
    lines += item.remarks.map { "  - \($0.markdown)" }
    lines += item.recordings.map { recording in
      let page = recording.page.replacing("&", with: "&amp;")
      return "  - [recording](<\(page)>)\(recording.lengthInBrackets.string)"
    }
    return lines
  }
}
