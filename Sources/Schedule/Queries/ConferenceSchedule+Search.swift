// Finds talks, sessions, appointments, people and locations that match a query. `konf search` calls
// the search. An entity matches if each word occurs in at least one of its text fields.

package import ECSKit

/// A text field that a search examines.
///
/// The cases are in order of importance, most important first.
package enum SearchField: String, CaseIterable, Comparable, Sendable {
  /// An identifier, code or number from the file.
  case id
  /// The title of a talk, or the name of a person, a location or a session.
  case name
  case subtitle
  case people
  case track
  case location
  /// An abstract, a biography, a handle, an address or another description.
  case text

  package static func < (left: SearchField, right: SearchField) -> Bool {
    left.order < right.order
  }

  package var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The set of fields that contain a word.
private struct SearchFields: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ field: SearchField) {
    rawValue = 1 << UInt8(field.order)
  }

  /// The fields, from the most to the least important.
  var all: [SearchField] { SearchField.allCases.filter { contains(SearchFields($0)) } }
}

package struct SearchHit: Equatable {
  package enum Kind: String, CaseIterable, Sendable {
    /// A talk, including a talk that is its own session.
    case talk
    /// A session that is not a talk.
    case session
    case appointment
    case person
    case location
  }

  package let entity: Entity
  package let kind: Kind
  /// The fields that contain a word of the query, from the most to the least important.
  package let fields: [SearchField]
  /// The least important field that is needed to match all words.
  fileprivate let rank: SearchField
}

extension ConferenceSchedule {
  /// Returns the entities whose text fields contain every word of a query.
  ///
  /// The words may be in different fields of the same entity. For a talk, the search examines the
  /// title, subtitle, abstract, speakers, track and locations. For a session that is not a talk and
  /// for an appointment, it examines the name and the locations. For a person or location, it
  /// examines the name and the description.
  ///
  /// In a limited selection, a person must have a selected talk, and a location must have a
  /// selected session. The entities in `identified` match regardless of their text.
  ///
  /// The hits are grouped by kind. The kind with the best hit is first. Within a kind, hits in more
  /// important fields precede other hits. Hits of equal importance are in chronological order or in
  /// file order.
  ///
  /// The search scans all text once for each word. konf searches only once per run, so building an
  /// index of the words would take longer than it saves.
  ///
  /// - Complexity: O(*n* · *w* + *k* log *k*) expected, where *n* is the length of all text, *w*
  ///   the length of the query and *k* the number of hits for single words.
  package func search(
    _ query: SearchQuery, in selection: Selection = .all, identified: [Entity] = []
  ) -> [SearchHit] {
    var found: [Entity: (fields: SearchFields, rank: SearchField)]?
    for word in query.words where found?.isEmpty != true {
      let ranked = self.found(of: word).mapValues { (fields: $0, rank: $0.all.first ?? .text) }
      found =
        found.map { before in
          before.reduce(into: [:]) { both, hit in
            guard let other = ranked[hit.key] else { return }
            both[hit.key] = (
              hit.value.fields.union(other.fields), max(hit.value.rank, other.rank)
            )
          }
        } ?? ranked
    }
    for entity in identified { found?[entity] = (SearchFields(.id), .id) }
    let hits = (found ?? [:]).compactMap { entity, hit in
      kind(of: entity, in: selection).map {
        SearchHit(entity: entity, kind: $0, fields: hit.fields.all, rank: hit.rank)
      }
    }
    return inOrder(hits)
  }

  /// Returns the entities whose text fields contain a word.
  ///
  /// The value of each entity is its most important field that contains the word.
  ///
  /// - Complexity: O(*n*), where *n* is the length of all text.
  package func fields(withWord word: String) -> [Entity: SearchField] {
    found(of: word).compactMapValues(\.all.first)
  }

  /// Returns the entities that contain words beginning with `word`, and the matching fields.
  ///
  /// If no such entity exists, or if `word` is in a script without spaces, words that contain
  /// `word` also match.
  private func found(of word: String) -> [Entity: SearchFields] {
    let hits = word.isUnspaced ? [:] : hits(WordScanner(word, at: .beginning))
    return hits.isEmpty ? self.hits(WordScanner(word, at: .anywhere)) : hits
  }

  private func hits(_ scanner: WordScanner) -> [Entity: SearchFields] {
    var hits: [Entity: SearchFields] = [:]
    func add(_ field: SearchField, _ entities: [Entity]) {
      let field = SearchFields(field)
      for entity in entities { hits[entity, default: []].formUnion(field) }
    }
    func find<C: Component>(
      in matcher: Matcher = .all(C.self), where isMeant: (C) -> Bool
    ) -> [Entity] {
      var found: [Entity] = []
      context.group(matcher.all(C.self)).withEach(C.self) { entity, component in
        if isMeant(component) { found.append(entity) }
      }
      return found
    }
    func find<C: Component>(
      _ text: KeyPath<C, String>, in matcher: Matcher = .all(C.self)
    ) -> [Entity] {
      let text = text.reader
      return find(in: matcher) { (component: C) in scanner.finds(in: text(component)) }
    }
    func find<C: Component>(
      _ names: KeyPath<C, [String]>, in matcher: Matcher = .all(C.self)
    ) -> [Entity] {
      let names = names.reader
      return find(in: matcher) { (component: C) in
        names(component).contains(where: scanner.finds(in:))
      }
    }
    for text in ComponentText.all {
      if let field = text.field { add(field, text.found(context, scanner)) }
    }
    add(.name, find(\Description.text, in: .sessions.none(Title.self)))
    // A talk also matches by the track and the locations of its session.
    let tracked = find(\Track.name)
    add(.track, tracked)
    add(.track, tracked.flatMap { talks(in: $0) }.filter { !$0.has(Track.self) })
    let placed = find(\LocationNames.names, in: .sessions)
    add(.location, placed.filter { talks(in: $0).isEmpty })
    add(.location, placed.flatMap { talks(in: $0) })
    add(.text, find(\Description.text, in: .locations))
    add(.name, find(\Appointment.title))
    add(.location, find(\Appointment.location))
    return hits
  }

  /// Returns the kind of an entity, or nil if the entity is of another kind or is not selected.
  private func kind(of entity: Entity, in selection: Selection) -> SearchHit.Kind? {
    if talks.contains(entity) { return selection.contains(talk: entity) ? .talk : nil }
    if sessions.contains(entity) { return selection.contains(session: entity) ? .session : nil }
    if let appointment = entity[Appointment.self] {
      return selection.contains(appointment) ? .appointment : nil
    }
    let isAll = !selection.isLimited
    if locations.contains(entity) {
      return isAll || sessions(at: entity).contains(where: selection.contains(session:))
        ? .location : nil
    }
    guard people.contains(entity) else { return nil }
    return isAll || talks(by: entity).contains(where: selection.contains(talk:)) ? .person : nil
  }

  /// Returns hits sorted by kind, then by rank, then by time.
  private func inOrder(_ hits: [SearchHit]) -> [SearchHit] {
    let kinds = SearchHit.Kind.allCases.map { kind in hits.filter { $0.kind == kind } }
      .filter { !$0.isEmpty }
    let best = kinds.enumerated().sorted { first, second in
      let ranks = (first.element.map(\.rank).min(), second.element.map(\.rank).min())
      guard let one = ranks.0, let other = ranks.1, one != other else {
        return first.offset < second.offset
      }
      return one < other
    }
    return best.flatMap { kind in
      let byEntity = Dictionary(kind.element.map { ($0.entity, $0) }) { first, _ in first }
      return SearchField.allCases.flatMap { rank in
        let entities = kind.element.filter { $0.rank == rank }.map(\.entity).inCreationOrder
        return inOrder(entities).compactMap { byEntity[$0] }
      }
    }
  }
}
