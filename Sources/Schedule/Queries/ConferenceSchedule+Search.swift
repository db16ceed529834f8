package import ECSKit

/// A kind of text that something is found by; the one that says most comes first.
package enum SearchField: String, CaseIterable, Comparable, Sendable {
  /// An identifier, a code or a number of the file.
  case id
  /// The title of a talk, or the name of a person, a location or a session.
  case name
  /// The line below the title.
  case subtitle
  /// Who gives a talk.
  case people
  /// The part of the schedule.
  case track
  /// Where it happens.
  case location
  /// A description: an abstract, a biography, a handle, an address.
  case text

  package static func < (left: SearchField, right: SearchField) -> Bool {
    left.order < right.order
  }

  fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The kinds of text in which a word is.
private struct SearchFields: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ field: SearchField) {
    rawValue = 1 << UInt8(field.order)
  }

  /// The fields, those that say most first.
  var all: [SearchField] { SearchField.allCases.filter { contains(SearchFields($0)) } }
}

/// Something that was found.
package struct SearchHit: Equatable {
  /// What kind of thing was found.
  package enum Kind: String, CaseIterable, Sendable {
    /// A talk, also one that is its own session.
    case talk
    /// A session that is no talk.
    case session
    /// What the user has planned beside the schedule.
    case appointment
    /// A person.
    case person
    /// A location.
    case location
  }

  /// What was found.
  package let entity: Entity
  /// The kind of it.
  package let kind: Kind
  /// The texts that have any of the words, those that say most first.
  package let fields: [SearchField]
  /// The least important text that was needed to find all words.
  fileprivate let rank: SearchField
}

extension ConferenceSchedule {
  /// Returns all whose texts have every word of a query.
  ///
  /// The words may be in different texts of the same entity. A talk is found by its title, subtitle
  /// and abstract, its speakers, its track and its locations; other sessions by what they are
  /// called and where they are, and so are appointments; people and locations by their names and
  /// what there is to read about them.
  ///
  /// The columns of all texts are read once for each word. An index of their words would be used
  /// once, and takes longer to build than many searches.
  ///
  /// - Parameters:
  ///   - query: The words.
  ///   - selection: The part of the schedule that talks, sessions, and the talks of people and sessions
  ///     of locations have to be in.
  ///   - identified: Entities that are found by their identifier, whatever their texts are.
  /// - Returns: The hits. The kind with the best hit comes first, and within it the matches in
  ///   names and titles. Equal hits are in the order of time or of the file.
  /// - Complexity: O(*n* · *w* + *k* log *k*) expected, where *n* is the length of all texts, *w* that
  ///   of the query and *k* the number of hits of its single words.
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

  /// Returns the entities whose texts have a word, by which a search for several can be put together.
  ///
  /// - Parameter word: A word of a query.
  /// - Returns: The entities of all kinds.
  /// - Complexity: O(*n*), where *n* is the length of all texts.
  package func entities(withWord word: String) -> Set<Entity> { Set(found(of: word).keys) }

  /// The entities with a text in which a word is at a beginning; if there are none, anywhere.
  private func found(of word: String) -> [Entity: SearchFields] {
    let hits = word.isUnspaced ? [:] : hits(WordScanner(word, at: .beginning))
    return hits.isEmpty ? self.hits(WordScanner(word, at: .anywhere)) : hits
  }

  /// The entities with a text in which a word is found, and its kind.
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
    // The words of a session are those of its talks as well.
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

  /// The kind of an entity; nil if it has none, or is not in the selection.
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

  /// Sorts hits by kind and rank, and in time.
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
