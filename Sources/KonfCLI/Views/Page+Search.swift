import ECSKit
import Schedule
import TextBasics

/// What was found, under a heading for each kind.
extension Page {
  mutating func hits(_ hits: [SearchHit], of query: SearchQuery) {
    var rest = hits[...]
    while let kind = rest.first?.kind {
      let those = rest.prefix { $0.kind == kind }
      heading(Self.heading(kind))
      for hit in those where !isOver { self.hit(hit, of: query) }
      rest = rest.dropFirst(those.count)
    }
  }

  private static func heading(_ kind: SearchHit.Kind) -> SafeText {
    switch kind {
    case .talk: "Talks"
    case .session: "Sessions"
    case .person: "People"
    case .location: "Locations"
    }
  }

  /// What something is called and who gives it, when and where it is, and what was found in its text.
  private mutating func hit(_ hit: SearchHit, of query: SearchQuery) {
    let entity = hit.entity
    let isTimed = hit.kind == .talk || hit.kind == .session
    let name = isTimed ? schedule.name(of: entity) : schedule.nameOfLocationOrPerson(entity)
    var head = marking(query, in: name, .strong)
    if isTimed, presentation.linksOutput {
      head = head.linked(to: entity.page.flatMap(Hyperlink.init))
    }
    let byline = hit.kind == .talk ? byline(of: entity).string : ""
    if !byline.isEmpty { head.append(" \(dot) \(marking(query, in: byline, .dim))") }
    add(head, indent: 2, hanging: 4)
    if isTimed { add(dated(entity, marking: query), indent: 4, hanging: 6) }
    if hit.kind == .location, let address = entity[Address.self]?.text {
      add(marking(query, in: address, .dim), indent: 4, hanging: 6)
    }
    if hit.fields.contains(.subtitle), let subtitle = entity[Subtitle.self]?.text {
      add(marking(query, in: subtitle), indent: 4, hanging: 6)
    }
    guard hit.fields.contains(.text) else { return }
    let texts = [
      entity[Abstract.self]?.text, entity[Biography.self]?.text, entity[TwitterHandle.self]?.text,
      isTimed ? nil : entity[Description.self]?.text,
    ]
    for text in texts.compactMap(\.self) {
      if let excerpt = excerpt(of: text, around: query) { add(excerpt, indent: 4) }
    }
  }

  /// When and where something is, with its identifier.
  private func dated(_ entity: Entity, marking query: SearchQuery) -> Line {
    let session = schedule.session(of: entity)
    var when = Line(times.dated(session?[Timing.self]), .time)
    let locations = session.map { locationNames(of: $0).string } ?? ""
    if !locations.isEmpty { when.append(", \(marking(query, in: locations))") }
    when.append(" \("[\(schedule.shownID(of: entity))]", .dim)")
    return when
  }

  /// Where an excerpt begins, at a word: a third of it leads up to a location, or all that there is room
  /// for if the text ends soon behind that.
  private static func start(
    of text: String, before position: String.Index, room: Int
  ) -> String.Index {
    // What is far behind the position makes no difference, and texts are long.
    var lead = max(room / 3, room - 2 - DisplayWidth.of(String(text[position...].prefix(room))))
    var start = position
    while start > text.startIndex {
      let previous = text.index(before: start)
      lead -= DisplayWidth.of(text[previous])
      if lead < 0 { break }
      start = previous
    }
    if start == text.startIndex { return start }
    return text[start..<position].firstIndex(of: " ").map(text.index(after:)) ?? start
  }

  /// A line of a text around the first location that has a word of the query; nil if none has.
  private func excerpt(of text: String, around query: SearchQuery) -> Line? {
    for paragraph in text.proseLines {
      guard let first = query.ranges(in: paragraph).first else { continue }
      let room = width - 4
      let start = Self.start(of: paragraph, before: first.lowerBound, room: room)
      var line = marking(query, in: String(paragraph[start...]), .dim)
      if start > paragraph.startIndex {
        line = "\(presentation.glyphs.ellipsis, .dim) \(line)"
      }
      return line.truncated(to: room, ellipsis: presentation.glyphs.ellipsis)
    }
    return nil
  }

  /// A text in which the words of a query are marked, with its addresses as links where a terminal
  /// follows them.
  private func marking(
    _ query: SearchQuery, in text: String, _ style: Style = .plain
  ) -> Line {
    var marks = query.ranges(in: text)[...]
    var links = presentation.linksOutput ? text.webLinks[...] : []
    // Between two of these nothing begins or ends.
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
