import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

@dynamicMemberLookup
struct ExportedTalk {
  /// The displayed identifier, escaped for addresses; the same in all versions of a schedule.
  let anchor: String
  /// The address of the page, escaped for any document, or nil if the page is unknown.
  let page: String?
  let tracks: [SafeText]
  private let summary: TalkSummary<SafeText>
  private let entity: Entity

  init(_ entity: Entity, in schedule: ConferenceSchedule) {
    self.entity = entity
    summary = TalkSummary(entity, in: schedule) { SafeText(label: $0) }
    anchor = summary.shownID.token
    page = entity.page
    tracks = schedule.trackNames(of: entity).map { SafeText(label: $0) }
  }

  subscript<Value>(dynamicMember member: KeyPath<TalkSummary<SafeText>, Value>) -> Value {
    summary[keyPath: member]
  }

  /// The title, or the identifier if the title is empty.
  var name: SafeText { summary.title.isEmpty ? "\(summary.id)" : summary.title }

  /// The user's marks, such as "★ mine", "rated 4 of 5" and the note.
  var marks: [SafeText] {
    var marks: [SafeText] = []
    if let star = summary.star { marks.append(star.isMaybe ? "☆ maybe" : "★ mine") }
    if let rating = summary.rating { marks.append("rated \(rating) of 5") }
    if !summary.note.isEmpty { marks.append("note: \(summary.note)") }
    return marks
  }

  /// The nonblank lines of the abstract.
  var abstract: [SafeText] { abstractLines.filter { !$0.isBlank } }

  /// The lines of the abstract, with one empty line between paragraphs.
  var paragraphs: [SafeText] {
    Array(abstractLines.split { $0.isBlank }.joined(separator: [""]))
  }

  private var abstractLines: [SafeText] {
    guard let text = entity[Abstract.self]?.text else { return [] }
    // Most abstracts have no tab. Searching for one in the bytes takes a tenth of the time of
    // splitting the text by characters.
    let spaced =
      text.hasByte { $0 == ASCII.tab }
      ? text.utf8.split(separator: ASCII.tab, omittingEmptySubsequences: false)
        .map { String(Substring($0)) }.joined(separator: "    ") : text
    return SafeText.lines(ofProse: spaced)
  }
}

extension SafeText {
  fileprivate var isBlank: Bool { string.utf8.allSatisfy { $0 == UInt8(ascii: " ") } }
}

extension SafeText {
  /// Creates a single line from untrusted text, with one space for each run of white space.
  init(label foreign: String) {
    self.init(prose: foreign.onOneLine)
  }
}

extension String {
  /// The string in a form for addresses and identifiers.
  ///
  /// Different strings have different tokens.
  ///
  /// ASCII letters, digits and the characters `.`, `_`, `-` and `/` are unchanged. Each other byte
  /// becomes `~` and two hexadecimal digits.
  ///
  /// ```
  /// "lunch#2".token  // "lunch~232"
  /// ```
  var token: String {
    escapingBytes(with: "~") { byte in
      ASCII.isWord(byte) && byte != ASCII.plus || byte == ASCII.slash
    }
  }
}

extension Run {
  /// The name of the conference, or the name of the file for a schedule without a title.
  var documentTitle: SafeText {
    schedule.title.map { SafeText(label: $0) } ?? source.shortName
  }
}
