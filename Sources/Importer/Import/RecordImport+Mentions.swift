// Completes people and locations: each mention in the file adds the components that earlier
// mentions lack. RecordImport calls it for a repeated key if the table treats repeated keys as
// mentions. If the biographies of a person differ, the first biography is read, and the import
// reports an issue.

import Basics
import ECSKit
import Schedule
import SourceText

/// The state of the records that a file mentions several times, such as people.
///
/// The keys of the dictionaries and the elements of the set are positions in `entries`.
struct RecordMentions {
  /// The collected components for each entity that existed before the import.
  ///
  /// The entity is written once, after the last mention. Otherwise, importing an unchanged file
  /// would change the entity and then change it back.
  var drafts: [Int: Draft] = [:]
  /// The index of the mention that has the biography.
  ///
  /// The dictionary contains only people whose first mention has no biography.
  fileprivate var biographies: [Int: Int] = [:]
  /// The people whose differing biographies were already reported.
  fileprivate var isNoted: Set<Int> = []
}

extension RecordImport {
  /// The maximum total number of links in two mentions whose links are merged.
  private static let mostLinks = 64

  /// Adds the components of the current mention that the earlier mention lacks.
  mutating func addMention(to place: Int, from index: Int, as table: Int) {
    for type in reading.refused { reading.draft.remove(type) }
    for kind in reading.uniques { reading.draft.remove(kind.type) }
    if !readers[table].biographyKeys.isEmpty { checkBiography(of: place, index, as: table) }
    reading.draft.completeLinks(with: linkScheme, linkBase)
    if isMarkdown { reading.draft.removeMarkdown(linkBase) }
    let entity = entries[place].entity
    let links = mentions.drafts[place].map { $0[WebLinks.self] } ?? entity[WebLinks.self]
    if let links, let others = reading.draft[WebLinks.self], links != others,
      links.links.count + others.links.count <= Self.mostLinks
    {
      let new = others.links.filter { !links.links.contains($0) }
      if !new.isEmpty {
        let all = WebLinks(links: links.links + new)
        if mentions.drafts[place] == nil {
          entity.set(all)
        } else {
          mentions.drafts[place]?[WebLinks.self] = all
        }
      }
    }
    if mentions.drafts[place]?.inherit(reading.draft) == nil { reading.draft.complete(entity) }
  }

  /// Writes the collected components to the entities that existed before the import.
  mutating func settleMentions() {
    for (place, draft) in mentions.drafts.sorted(by: { $0.key < $1.key }) {
      let entity = entries[place].entity
      guard let key = entity[RecordKey.self] else { continue }
      entries[place].isUnchanged = !write(draft, to: entity, key)
    }
  }

  /// Removes the biography from the current mention unless it is the first biography of the person.
  ///
  /// A different biography is reported once. The biographies are compared in the file, because an
  /// import may skip prose.
  private mutating func checkBiography(of place: Int, _ index: Int, as table: Int) {
    guard let text = biography(at: index, as: table) else { return }
    let known = mentions.biographies[place] ?? Int(entries[place].index)
    guard let first = biography(at: known, as: table) else {
      mentions.biographies[place] = index
      return
    }
    let isSame = first.content.utf8.map { $0 == text.content.utf8 } ?? (first.text == text.text)
    if !isSame, first.readableText?.isEmpty ?? true {
      mentions.biographies[place] = index
      return
    }
    let name = reading.draft[Name.self]?.text ?? ""
    reading.draft.remove(ObjectIdentifier(Biography.self))
    if isSame || mentions.isNoted.contains(place) { return }
    guard let words = text.readableText, !words.isEmpty, words != first.readableText else { return }
    mentions.isNoted.insert(place)
    add(.otherBiography(name: name), at: text.position)
  }

  /// Returns the biography in a mention, or nil if it is missing or blank.
  private func biography(at index: Int, as table: Int) -> SourceValue? {
    let mention = SourceValue(tape: document.root.tape, index: index)
    guard mention.isObject else { return nil }
    return readers[table].biographyKeys.firstNonNil { key in
      guard let value = mention.all(keyID: key).last, value.kind != .null else { return nil }
      let isBlank = value.withUTF8 { $0.endOfBlanks(from: 0) == $0.count }
      return isBlank ?? (value.text?.isBlank ?? true) ? nil : value
    }
  }
}
