import Basics
import CommandLine
import ECSKit
import Schedule

extension SearchHit.Kind {
  /// True for the kinds of results that have a time.
  var isTimed: Bool { self == .talk || self == .session || self == .appointment }
}

extension Page {
  mutating func hits(_ hits: [SearchHit], of query: SearchQuery) {
    for (kind, those) in hits.chunked(on: \.kind) {
      heading(Self.heading(kind))
      add(undated: those.map { row(of: $0, query) })
    }
  }

  /// Adds the cancelled talks that match a query, with their last times and locations.
  mutating func cancelled(_ talks: [Entity], of query: SearchQuery) {
    if talks.isEmpty { return }
    heading("Cancelled")
    add(
      undated: talks.map { talk in
        let summary = TalkSummary(talk, in: schedule) { $0 }
        var row = row(ofUndated: talk)
        row.title = marking(query, in: summary.title, .strong)
        row.speakers = marking(query, in: summary.speakers, .dim)
        row.location = marking(query, in: summary.locations)
        return row
      })
  }

  /// The columns that the day and the time of a result take up.
  private static let widthOfDate = 30

  private static func heading(_ kind: SearchHit.Kind) -> SafeText {
    switch kind {
    case .talk: "Talks"
    case .session: "Sessions"
    case .appointment: "Appointments"
    case .person: "People"
    case .location: "Locations"
    }
  }

  private func row(of hit: SearchHit, _ query: SearchQuery) -> ListRow {
    let entity = hit.entity
    let isTimed = hit.kind.isTimed
    var row = isTimed ? row(ofUndated: entity) : ListRow(title: Line())
    let name = isTimed ? schedule.name(of: entity) : schedule.nameOfLocationOrPerson(entity)
    row.title = marking(query, in: name, .strong)
    if isTimed, presentation.linksOutput {
      row.title = row.title.linked(to: entity.page.flatMap(Hyperlink.init))
    }
    let isTalk = hit.kind == .talk
    row.speakers = isTalk ? marking(query, in: speakerNames(of: entity), .dim) : Line()
    row.track = isTalk ? marking(query, in: schedule.track(of: entity) ?? "", .dim) : Line()
    let session = schedule.session(of: entity) ?? entity
    let location =
      isTimed ? locations(of: session, at: nil).string : entity[Address.self]?.text ?? ""
    row.location = marking(query, in: location)
    if hit.fields.contains(.subtitle), let subtitle = entity[Subtitle.self]?.text {
      row.notes.append(marking(query, in: subtitle))
    }
    guard hit.fields.contains(.text) else { return row }
    let texts = [
      entity[Abstract.self]?.text, entity[Biography.self]?.text, entity[TwitterHandle.self]?.text,
      isTimed ? nil : entity[Description.self]?.text,
    ]
    row.notes += texts.compactMap(\.self).compactMap {
      excerpt(of: $0, around: query, isTimed: isTimed)
    }
    return row
  }

  /// Returns the start of an excerpt, at the beginning of a word.
  ///
  /// A third of the excerpt precedes the match, or more if the text ends soon after the match.
  private static func start(
    of text: String, before position: String.Index, room: Int
  ) -> String.Index {
    // Abstracts are long, so only the part that fits is processed.
    let after = text.utf8[position...].prefix(room)
    let behind =
      after.allSatisfy(\.isLetterOfOneColumn)
      ? after.count : DisplayWidth.of(String(text[position...].prefix(room)))
    var lead = max(room / 3, room - 2 - behind)
    var start = position
    while start > text.startIndex {
      // An ASCII byte that is followed by another ASCII byte is a whole character.
      let before = text.utf8.index(before: start)
      let isLetter =
        text.utf8[before].isLetterOfOneColumn && start < text.endIndex
        && text.utf8[start].isLetterOfOneColumn
      let previous = isLetter ? before : text.index(before: start)
      lead -= isLetter ? 1 : DisplayWidth.of(text[previous])
      if lead < 0 { break }
      start = previous
    }
    if start == text.startIndex { return start }
    return text[start..<position].firstIndex(of: " ").map(text.index(after:)) ?? start
  }

  /// Returns a line around the first match in a string, or nil if nothing in the string matches.
  private func excerpt(of text: String, around query: SearchQuery, isTimed: Bool) -> Line? {
    let indent =
      switch layout.form {
      case .line: isTimed ? Self.widthOfDate : ListColumns.gap
      case .pair: 2 * ListColumns.gap
      case .narrow, .spoken: ListColumns.gap
      }
    let room = listWidth - indent
    for paragraph in text.proseLines {
      guard let first = query.ranges(in: paragraph).first else { continue }
      let start = Self.start(of: paragraph, before: first.lowerBound, room: room)
      var line = marking(query, in: String(paragraph[start...]), .dim)
      if start > paragraph.startIndex {
        line = "\(presentation.glyphs.ellipsis, .dim) \(line)"
      }
      return line.truncated(betweenWords: room, ellipsis: presentation.glyphs.ellipsis)
    }
    return nil
  }

  /// Returns a string as a line with highlighted matches.
  ///
  /// Web addresses are links if the terminal supports links.
  private func marking(
    _ query: SearchQuery, in text: String, _ style: Style = .plain
  ) -> Line {
    var marks = query.ranges(in: text)[...]
    var links = presentation.linksOutput ? text.webLinks[...] : []
    if marks.isEmpty, links.isEmpty { return Line(SafeText(prose: text), style) }
    // The style and the link do not change between two successive offsets.
    let bounds = (marks + links.map(\.range)).flatMap { [$0.lowerBound, $0.upperBound] }
    var line = Line()
    var start = text.startIndex
    for end in bounds.sorted() + [text.endIndex] where end > start {
      marks = marks.drop { $0.upperBound <= start }
      links = links.drop { $0.range.upperBound <= start }
      let isMarked = marks.first?.contains(start) ?? false
      line.append(
        SafeText(prose: String(text[start..<end])), isMarked ? .match : style,
        link: links.first.flatMap { $0.range.contains(start) ? $0.link : nil })
      start = end
    }
    return line
  }
}

extension UInt8 {
  /// True for a printable ASCII character.
  fileprivate var isLetterOfOneColumn: Bool { ASCII.space..<0x7F ~= self }
}
