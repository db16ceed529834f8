import ECSKit
import ECSStore
import Schedule

/// What many people think of each talk and session.
///
/// Each folder of ratings is a voice. The last word of each voice about each thing counts, so the
/// order of the entries and how often each comes make no difference.
struct RatingMerge {
  /// A talk or session that was rated, in the schedule or no longer.
  struct Thing {
    let entity: Entity?
    let id: String
    let title: String
  }

  /// What is known of a thing that is not in the schedule.
  private struct LostThing: Hashable {
    let id: String
    let title: String
  }

  /// What a voice says about a thing, of an entry only what counts.
  private struct Word {
    let counter: UInt64
    let time: Int64
    /// From 1 to 5, or 0 for a rating that was taken back.
    let stars: Int8
    let comment: String

    init(_ entry: LogEntry, stars: Int) {
      counter = entry.counter
      time = entry.time
      self.stars = Int8(stars)
      comment = entry.change.comment
    }

    /// Returns whether another word is the later one.
    ///
    /// A voice gives each counter once, and only copies of its folder made by hand could break that.
    /// Then any order will do, as long as it is the same for all.
    func precedes(_ other: Word) -> Bool {
      if counter != other.counter { return counter < other.counter }
      return (time, stars, comment) < (other.time, other.stars, other.comment)
    }
  }

  /// A voice and a thing.
  private struct Key: Hashable {
    let voice: Int32
    let thing: Int32
  }

  private let programme: Programme
  private let scope: String
  private let identities: [RatedIdentity: Entity]
  private var things: [Thing] = []
  private var placeOfEntity: [Entity: Int32] = [:]
  private var placeOfLost: [LostThing: Int32] = [:]
  private var placeOfSubject: [LogSubject: Int32] = [:]
  private var voices: [DeviceID: Int32] = [:]
  private var placeOfWord: [Key: Int32] = [:]
  private var words: [Word] = []
  /// The conferences whose ratings were left out.
  private(set) var otherScopes: Set<String> = []

  init(_ programme: Programme) {
    self.programme = programme
    scope = programme.scope
    identities = programme.rateableIdentities
  }

  /// Takes entries into account.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of entries.
  mutating func add(_ entries: [LogEntry]) {
    for entry in entries where entry.change.kind == Programme.ratingKind {
      guard let stars = entry.change.value.isEmpty ? 0 : entry.stars else { continue }
      if entry.change.scope != scope {
        otherScopes.insert(entry.change.scope)
        continue
      }
      let key = Key(voice: voice(entry.device), thing: thing(entry.change))
      let word = Word(entry, stars: stars)
      if let place = placeOfWord[key] {
        if words[Int(place)].precedes(word) { words[Int(place)] = word }
      } else {
        placeOfWord[key] = Int32(words.count)
        words.append(word)
      }
    }
  }

  private mutating func voice(_ device: DeviceID) -> Int32 {
    if let voice = voices[device] { return voice }
    let voice = Int32(voices.count)
    voices[device] = voice
    return voice
  }

  private mutating func thing(_ change: LogChange) -> Int32 {
    if let place = placeOfSubject[change.subject] { return place }
    let entity = programme.target(of: change) ?? identities[RatedIdentity(change)]
    let place = entity.map { self.place(of: $0) } ?? placeOfLost(change)
    placeOfSubject[change.subject] = place
    return place
  }

  private mutating func place(of entity: Entity) -> Int32 {
    if let place = placeOfEntity[entity] { return place }
    placeOfEntity[entity] = Int32(things.count)
    things.append(
      Thing(entity: entity, id: programme.id(of: entity), title: programme.name(of: entity)))
    return Int32(things.count - 1)
  }

  private mutating func placeOfLost(_ change: LogChange) -> Int32 {
    let lost = LostThing(id: change.target, title: change.title)
    if let place = placeOfLost[lost] { return place }
    placeOfLost[lost] = Int32(things.count)
    things.append(Thing(entity: nil, id: lost.id, title: lost.title))
    return Int32(things.count - 1)
  }
}

extension RatingMerge {
  /// The outcome of a merge.
  struct Outcome {
    /// What was rated: the best first, and behind all others what is no longer in the schedule.
    let figures: [RatingFigures]
    /// The number of ratings that stand.
    let ratingCount: Int
    /// The number of voices that gave them.
    let voiceCount: Int
  }

  /// Returns the figures of each thing that is rated.
  ///
  /// A session's stars are those of all its talks to which the same voice gave none of their own; the
  /// remark stays with the session.
  ///
  /// - Parameter isIncluded: Whether the figures of a thing are asked for.
  /// - Returns: The figures, and how many ratings and voices they come from.
  /// - Complexity: O(*n* log *n*) expected, where *n* is the number of last words and of talks.
  mutating func outcome(where isIncluded: (Thing) -> Bool) -> Outcome {
    var slotOfTalk: [Int32: Int32] = [:]
    for (place, thing) in things.enumerated() {
      guard let entity = thing.entity, programme.slots.contains(entity) else { continue }
      for talk in programme.talks(in: entity) where talk != entity {
        slotOfTalk[self.place(of: talk)] = Int32(place)
      }
    }
    var figures = things.map { RatingFigures($0) }
    let isAskedFor = things.map(isIncluded)
    var hasStanding = [Bool](repeating: false, count: voices.count)
    var devices = [DeviceID](repeating: DeviceID(0), count: voices.count)
    for (device, voice) in voices { devices[Int(voice)] = device }
    var count = 0
    for (key, place) in placeOfWord {
      let stars = Int(words[Int(place)].stars)
      guard stars > 0 else { continue }
      let thing = Int(key.thing)
      if isAskedFor[thing] {
        count += 1
        hasStanding[Int(key.voice)] = true
      }
      figures[thing].add(stars)
      let comment = words[Int(place)].comment
      if !comment.isEmpty {
        figures[thing].add(
          RatingFigures.Remark(
            counter: words[Int(place)].counter, device: devices[Int(key.voice)], stars: stars,
            text: comment))
      }
    }
    addStarsOfSlots(to: &figures, slotOfTalk)
    return Outcome(
      figures: inOrder(figures.filter { $0.count > 0 && isIncluded($0.thing) }),
      ratingCount: count,
      voiceCount: hasStanding.count { $0 })
  }

  /// Counts the stars of slots for their talks: those of all voices but who rated the talk itself.
  private func addStarsOfSlots(to figures: inout [RatingFigures], _ slotOfTalk: [Int32: Int32]) {
    for (talk, slot) in slotOfTalk { figures[Int(talk)].add(figures[Int(slot)].counts) }
    for (key, place) in placeOfWord where words[Int(place)].stars > 0 {
      guard let slot = slotOfTalk[key.thing],
        let word = placeOfWord[Key(voice: key.voice, thing: slot)]
      else { continue }
      let stars = Int(words[Int(word)].stars)
      if stars > 0 { figures[Int(key.thing)].remove(stars) }
    }
  }

  private func inOrder(_ figures: [RatingFigures]) -> [RatingFigures] {
    var places: [Entity: Int] = [:]
    for slot in programme.timeline {
      for entity in [slot] + programme.talks(in: slot) where places[entity] == nil {
        places[entity] = places.count
      }
    }
    let ends = (places.count, places.count + 1)
    let placed = figures.map { figures in
      // Outside of the programme, and no longer in the schedule.
      (figures, figures.thing.entity.map { places[$0] ?? ends.0 } ?? ends.1)
    }
    return placed.sorted { one, other in
      if (one.1 == ends.1) != (other.1 == ends.1) { return other.1 == ends.1 }
      // The means compared without dividing.
      let means = (one.0.sum * other.0.count, other.0.sum * one.0.count)
      if means.0 != means.1 { return means.0 > means.1 }
      if one.0.count != other.0.count { return one.0.count > other.0.count }
      if one.1 != other.1 { return one.1 < other.1 }
      return (one.0.thing.id, one.0.thing.title) < (other.0.thing.id, other.0.thing.title)
    }.map(\.0)
  }
}
