import ECSKit
import Schedule
import TextBasics

/// `konf search WORDS`: talks, sessions, people and places by any of their texts.
enum SearchCommand {
  static func run(_ run: inout Run) throws(Failure) {
    let words = run.invocation.operands.joined(separator: " ")
    let query = SearchQuery(words)
    guard query.words.count <= SearchQuery.mostWords else {
      throw Failure(
        .usage,
        "search: found \(query.words.count) words; expected at most \(SearchQuery.mostWords)")
    }
    let hits = run.programme.search(query, in: run.selection)
    if hits.isEmpty {
      let fitting = run.selection.isLimited ? " and fits what was asked for" : ""
      run.streams.note("search: nothing has \(words.quoted())\(fitting)")
      let names = run.selection.isLimited ? [] : run.programme.searchedNames
      if let nearest = NameQuery.nearest(to: words, among: names) {
        run.streams.note("did you mean \(nearest)?")
      }
    }
    if run.isJSON {
      let records = JSONRecords(run)
      run.streams.write(each: hits, as: records.hit)
    } else if !hits.isEmpty {
      var page = Page(run)
      page.title()
      page.hits(hits, of: query)
      run.streams.write(page.text)
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
