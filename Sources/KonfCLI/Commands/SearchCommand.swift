import ECSKit
import Schedule

/// `konf search WORDS`: talks, sessions, people and places by any of their texts.
enum SearchCommand {
  static func run(_ session: inout Session) throws(Failure) {
    let words = session.invocation.operands.joined(separator: " ")
    let query = SearchQuery(words)
    guard query.words.count <= SearchQuery.mostWords else {
      throw Failure(
        .usage,
        "search: found \(query.words.count) words; expected at most \(SearchQuery.mostWords)")
    }
    let hits = session.programme.search(query, in: session.selection)
    if hits.isEmpty {
      let fitting = session.selection.isLimited ? " and fits what was asked for" : ""
      session.streams.note("search: nothing has \(words.quoted())\(fitting)")
      let names = session.selection.isLimited ? [] : session.programme.searchedNames
      if let nearest = NameQuery.nearest(to: words, among: names) {
        session.streams.note("did you mean \(nearest)?")
      }
    }
    if session.isJSON {
      let records = JSONRecords(session)
      session.streams.write(each: hits, as: records.hit)
    } else if !hits.isEmpty {
      var page = Page(session)
      page.title()
      page.hits(hits, of: query)
      session.streams.write(page.text)
    }
  }
}

extension Programme {
  /// What talks, people and places are called.
  fileprivate var searchedNames: [String] {
    talks.map { name(of: $0) } + people.map(nameOfPlaceOrPerson) + places.map(nameOfPlaceOrPerson)
  }
}

extension JSONRecords {
  /// Something that was found, with the texts it was found by.
  fileprivate func hit(_ hit: SearchHit) -> JSONOutput {
    let entity = hit.entity
    let isTimed = hit.kind == .talk || hit.kind == .slot
    let slot = isTimed ? programme.slot(of: entity) : nil
    return [
      "kind": .string(hit.kind.rawValue),
      "id": .string(orNull: isTimed ? programme.id(of: entity) : nil),
      "name": .string(
        isTimed ? programme.name(of: entity) : programme.nameOfPlaceOrPerson(entity)),
      "speakers": texts(hit.kind == .talk ? programme.speakers(of: entity).map(\.name) : []),
      "start": time(slot?[Timing.self]?.start),
      "end": time(slot?[Timing.self]?.end),
      "locations": locations(of: slot),
      "matched": texts(hit.fields.map(\.rawValue)),
    ]
  }
}
