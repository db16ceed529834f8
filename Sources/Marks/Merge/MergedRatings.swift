package import ECSKit
import ECSStore
package import Schedule

/// The ratings of many people for each talk and session of a schedule.
///
/// `konf ratings --merge` creates this value from all logs. Each person counts once per talk, with
/// the latest rating.
package struct MergedRatings {
  /// A rated talk or session.
  ///
  /// The entity is nil if the talk or session is not in the schedule.
  package struct Thing {
    package let entity: Entity?
    package let id: String
    package let title: String
  }

  /// Another conference with ratings.
  package struct Elsewhere {
    package let scope: String
    package let ratingCount: Int
    package let voiceCount: Int
  }

  private struct LostThing: Hashable {
    let id: String
    let title: String
  }

  private typealias Key = RatingMerge.Key

  /// The other conferences with ratings, most ratings first.
  package let elsewhere: [Elsewhere]
  private let schedule: ConferenceSchedule
  private let merge: RatingMerge
  private var things: [Thing] = []
  private var placeOfEntity: [Entity: Int32] = [:]
  private var placeOfLost: [LostThing: Int32] = [:]
  /// For each person and talk, the position of the latest rating.
  private var placeOfWord: [Key: Int32] = [:]

  /// Creates the merged ratings of the talks and sessions in a schedule.
  ///
  /// - Complexity: O(*n* log *n*) expected, where *n* is the total number of ratings and talks.
  package init(_ merge: RatingMerge, of schedule: ConferenceSchedule, scope: String) {
    self.merge = merge
    self.schedule = schedule
    let lookup = TalkLookup(schedule)
    let scopes = ConferenceScopes.own(
      of: lookup, among: merge.subjects, seen: merge.seen, scope: scope)
    elsewhere = Self.elsewhere(merge, except: scopes)
    let isOwn = merge.subjects.map { scopes.contains($0.scope) }
    let exact = merge.subjects.enumerated().map { place, subject in
      isOwn[place] ? lookup.exact(SubjectWords(subject)) : nil
    }
    for words in merge.wordsByVoice {
      add(words.filter { isOwn[Int(merge.keys[$0].thing)] }, exact, lookup)
    }
  }

  /// Adds the ratings of one person, each about a different subject.
  private mutating func add(_ words: [Int], _ exact: [Entity?], _ lookup: TalkLookup) {
    let subjects = words.map { Int(merge.keys[$0].thing) }
    if subjects.allSatisfy({ exact[$0] != nil }) {
      for (word, subject) in zip(words, subjects) {
        add(word, exact[subject].map { place(of: $0) })
      }
      return
    }
    // LoggedTalks takes the last title of a talk as the latest, so the ratings must be in log
    // order.
    let inOrder = words.sorted { merge.words[$0].precedes(merge.words[$1]) }
    let subject = { [merge] (word: Int) in merge.subjects[Int(merge.keys[word].thing)] }
    let things = LoggedTalks(inOrder.lazy.map { SubjectWords(subject($0)) })
    let isStanding = inOrder.filter { merge.words[$0].stars > 0 }
    let living = Set(isStanding.compactMap { things.number(of: SubjectWords(subject($0))) })
      .sorted()
    let found = lookup.entities(for: living.map { things.latest[$0] }, seen: merge.seen)
    let entities = Dictionary(uniqueKeysWithValues: zip(living, found))
    for word in inOrder {
      guard let number = things.number(of: SubjectWords(subject(word))) else { continue }
      let entity = entities[number, default: exact[Int(merge.keys[word].thing)]]
      add(word, entity.map { place(of: $0) } ?? placeOfLost(subject(word)))
    }
  }

  private mutating func add(_ word: Int, _ thing: Int32?) {
    guard let thing else { return }
    let key = Key(voice: merge.keys[word].voice, thing: thing)
    if let other = placeOfWord[key].map({ merge.words[Int($0)] }) {
      let word = merge.words[word]
      if !other.precedes(word) || word.isOwnRemoval && word.device != other.device { return }
    }
    placeOfWord[key] = Int32(word)
  }

  private static func elsewhere(
    _ merge: RatingMerge, except scopes: Set<String>
  ) -> [Elsewhere] {
    var counts: [String: Int] = [:]
    var voices: [String: Set<Int32>] = [:]
    for (word, key) in zip(merge.words, merge.keys) where word.stars > 0 {
      let scope = merge.subjects[Int(key.thing)].scope
      if scopes.contains(scope) { continue }
      counts[scope, default: 0] += 1
      voices[scope, default: []].insert(key.voice)
    }
    let all = counts.map { scope, count in
      Elsewhere(scope: scope, ratingCount: count, voiceCount: voices[scope]?.count ?? 0)
    }
    return all.sorted { ($1.ratingCount, $0.scope) < ($0.ratingCount, $1.scope) }
  }

  private mutating func place(of entity: Entity) -> Int32 {
    if let place = placeOfEntity[entity] { return place }
    placeOfEntity[entity] = Int32(things.count)
    things.append(
      Thing(entity: entity, id: schedule.id(of: entity), title: schedule.name(of: entity)))
    return Int32(things.count - 1)
  }

  private mutating func placeOfLost(_ subject: LogSubject) -> Int32 {
    let lost = LostThing(id: schedule.id(ofRemoved: subject.target), title: subject.name)
    if let place = placeOfLost[lost] { return place }
    placeOfLost[lost] = Int32(things.count)
    things.append(Thing(entity: nil, id: lost.id, title: lost.title))
    return Int32(things.count - 1)
  }
}

extension MergedRatings {
  package struct Outcome {
    /// The rated talks and sessions, best first.
    ///
    /// Talks that are not in the schedule sort last.
    package let figures: [RatingFigures]
    package let ratingCount: Int
    /// The number of people who gave ratings.
    package let voiceCount: Int
  }

  /// Returns the statistics for each included talk and session with ratings.
  ///
  /// A session's rating also counts for each of its talks that the same person has not rated. The
  /// comment on a session's rating counts only for the session.
  ///
  /// - Complexity: O(*n* log *n*) expected, where *n* is the total number of ratings and talks.
  package mutating func outcome(where isIncluded: (Thing) -> Bool) -> Outcome {
    var sessionOfTalk: [Int32: Int32] = [:]
    for (place, thing) in things.enumerated() {
      guard let entity = thing.entity, schedule.sessions.contains(entity) else { continue }
      for talk in schedule.talks(in: entity) where talk != entity {
        sessionOfTalk[self.place(of: talk)] = Int32(place)
      }
    }
    var figures = things.map { RatingFigures($0) }
    let isAskedFor = things.map(isIncluded)
    var hasStanding = [Bool](repeating: false, count: merge.devices.count)
    var count = 0
    for (key, place) in placeOfWord {
      let word = merge.words[Int(place)]
      guard word.stars > 0 else { continue }
      let thing = Int(key.thing)
      if isAskedFor[thing] {
        count += 1
        hasStanding[Int(key.voice)] = true
      }
      figures[thing].add(Int(word.stars))
      if !word.remark.isEmpty {
        figures[thing].add(
          RatingFigures.Remark(
            counter: word.counter, device: merge.devices[Int(word.device)], stars: Int(word.stars),
            text: word.remark))
      }
    }
    addStarsOfSessions(to: &figures, sessionOfTalk)
    return Outcome(
      figures: inOrder(figures.filter { $0.count > 0 && isIncluded($0.thing) }),
      ratingCount: count,
      voiceCount: hasStanding.count { $0 })
  }

  /// Adds the stars of sessions to the talks of the sessions.
  ///
  /// A person's stars are not added to a talk that the person has rated separately.
  private func addStarsOfSessions(
    to figures: inout [RatingFigures], _ sessionOfTalk: [Int32: Int32]
  ) {
    for (talk, session) in sessionOfTalk { figures[Int(talk)].add(figures[Int(session)].counts) }
    for (key, place) in placeOfWord where merge.words[Int(place)].stars > 0 {
      guard let session = sessionOfTalk[key.thing],
        let word = placeOfWord[Key(voice: key.voice, thing: session)]
      else { continue }
      let stars = Int(merge.words[Int(word)].stars)
      if stars > 0 { figures[Int(key.thing)].remove(stars) }
    }
  }

  private func inOrder(_ figures: [RatingFigures]) -> [RatingFigures] {
    var places: [Entity: Int] = [:]
    for session in schedule.timeline {
      for entity in [session] + schedule.talks(in: session) where places[entity] == nil {
        places[entity] = places.count
      }
    }
    let ends = (places.count, places.count + 1)
    let ranks = figures.map { figures in
      // Talks without a session sort after the timeline, and removed talks sort last.
      figures.thing.entity.map { places[$0] ?? ends.0 } ?? ends.1
    }
    // The positions are sorted instead of the statistics, because the statistics are ten times as
    // large.
    return figures.indices.sorted { one, other in
      let (rank, otherRank) = (ranks[one], ranks[other])
      if (rank == ends.1) != (otherRank == ends.1) { return otherRank == ends.1 }
      let (one, other) = (figures[one], figures[other])
      // Cross multiplication compares the means without rounding.
      let means = (one.sum * other.count, other.sum * one.count)
      if means.0 != means.1 { return means.0 > means.1 }
      if one.count != other.count { return one.count > other.count }
      if rank != otherRank { return rank < otherRank }
      return (one.thing.id, one.thing.title) < (other.thing.id, other.thing.title)
    }.map { figures[$0] }
  }
}
