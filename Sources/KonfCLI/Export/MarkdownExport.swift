import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

/// A writer for a CommonMark document with a heading for each day and session.
///
/// - SeeAlso: *CommonMark Spec*, 0.31.
struct MarkdownExport {
  private let exported: ExportedSchedule
  private let withAbstracts: Bool
  private var answer: Answer

  init(_ exported: ExportedSchedule, withAbstracts: Bool) {
    self.exported = exported
    self.withAbstracts = withAbstracts
    answer = Answer(limit: exported.limit)
  }

  mutating func document() -> Answer {
    add("# \(exported.title.markdown)")
    add("", "Times: \(SafeText(exported.zoneName).markdown)")
    exported.forEachDay { day, sessions in
      add("", "## \(day?.words ?? "Without a time")")
      for listed in sessions where !answer.isOver {
        let session = exported.item(listed.element)
        if listed.isLater {
          add("", "### \(exported.end(of: listed).string) \(Self.title(of: session.head))")
          let about = Self.row([session.locations])
          if !about.isEmpty { add("", about) }
          continue
        }
        if let gap = exported.gap(before: listed.element) { add(gap) }
        add(session)
      }
    }
    return answer
  }

  private mutating func add(_ lines: String...) {
    for line in lines { answer.add(line: line) }
  }

  private mutating func add(_ session: ExportedSession) {
    let head = session.head
    let time = session.timing.map { exported.times.listed($0).string } ?? ""
    add("", "### \([time, Self.title(of: head)].filter { !$0.isEmpty }.joined(separator: " "))")
    let about = Self.row(
      [head.subtitle, head.speakers, session.locations, head.track] + head.marks)
    if !about.isEmpty { add("", about) }
    if !session.clashes.isEmpty {
      add("", "Clashes with \(session.clashes.map(\.markdown).joined(separator: ", "))")
    }
    if withAbstracts { addAbstract(of: head, indent: "") }
    if session.talks.isEmpty { return }
    add("")
    for talk in session.talks where !answer.isOver {
      let about = Self.row([talk.subtitle, talk.speakers, talk.track] + talk.marks)
      let title = "**\(Self.title(of: talk))**"
      add("- \([title, about].filter { !$0.isEmpty }.joined(separator: " · "))")
      if withAbstracts { addAbstract(of: talk, indent: "  ") }
    }
  }

  private mutating func add(_ gap: Agenda.Gap) {
    let timing = Timing(start: gap.start, end: gap.end)
    add("", "\(exported.times.listed(timing).string) free for \(gap.length.words)")
  }

  private mutating func addAbstract(of talk: ExportedTalk, indent: String) {
    for line in talk.abstract {
      let parts = LinePart.parts(of: line.string).enumerated().map { number, part in
        part.isAddress
          ? Self.link(to: part.text) : SafeText(part.text).markdown(startsLine: number == 0)
      }
      add("", "\(indent)\(parts.joined())")
    }
  }

  private static func link(to address: String) -> String {
    // Renderers disagree about references in an address that has no link text.
    guard address.contains("&"), address.contains(";") else { return "<\(address)>" }
    return "[\(SafeText(address).markdown)](<\(address.replacing("&", with: "&amp;"))>)"
  }

  private static func title(of talk: ExportedTalk) -> String {
    let title = talk.name.markdown
    // CommonMark also replaces character references inside addresses.
    guard let page = talk.page?.replacing("&", with: "&amp;") else { return title }
    return "[\(title)](<\(page)>)"
  }

  private static func row(_ texts: [SafeText]) -> String {
    texts.filter { !$0.isEmpty }.map(\.markdown).joined(separator: " · ")
  }
}

extension SafeText {
  /// The text in CommonMark, escaped so that it shows no markup.
  ///
  /// Spaces at its start are removed, because a line that begins with four spaces would be shown as
  /// code.
  var markdown: String { markdown(startsLine: true) }

  /// Returns the text in CommonMark, at the start of a line or after other text.
  ///
  /// The result uses only escapes and references that other dialects of Markdown also support.
  fileprivate func markdown(startsLine: Bool) -> String {
    let scalars = Array(string.unicodeScalars.drop { startsLine && $0 == " " })
    let listSign = startsLine ? Self.listSign(of: scalars) : nil
    var escaped = ""
    for (position, scalar) in scalars.enumerated() {
      let before = position > 0 ? scalars[position - 1] : nil
      let next = position + 1 < scalars.count ? scalars[position + 1] : nil
      let isFirst = startsLine && position == 0
      switch scalar {
      case "\\", "`", "*", "_", "{", "}", "[", "]", ">", "#": escaped += "\\\(scalar)"
      case "-" where isFirst, "+" where isFirst: escaped += "\\\(scalar)"
      case "." where position == listSign || before == "w" || before == "W": escaped += "\\."
      case ")" where position == listSign: escaped += "\\)"
      case "&" where next == "#" || next?.properties.isAlphabetic ?? false: escaped += "&amp;"
      case "<": escaped += "&lt;"
      // GitHub turns text into a link if it begins with "www." or contains "://".
      case "|", "~", "^", "$",
        "=" where isFirst, ":" where isFirst || next == "/":
        escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns the position of the period or parenthesis that would make the line a list item.
  ///
  /// The character follows a number, a letter, a Roman numeral or a word that begins with `@`.
  private static func listSign(of scalars: [Unicode.Scalar]) -> Int? {
    let start = scalars.first == "(" ? 1 : 0
    let word = scalars[start...].prefix {
      $0.properties.isAlphabetic || $0 == "@" || "0"..."9" ~= $0
    }
    let end = word.endIndex
    guard end < scalars.count, scalars[end] == "." || scalars[end] == ")" else { return nil }
    guard end + 1 == scalars.count || scalars[end + 1] == " " else { return nil }
    let isItem =
      word.count == 1 || word.first == "@" || word.allSatisfy { "0"..."9" ~= $0 }
      || word.allSatisfy { "ivxlcdmIVXLCDM".unicodeScalars.contains($0) }
    return isItem ? end : nil
  }
}
