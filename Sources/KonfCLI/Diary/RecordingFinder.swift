import Basics
import ECSKit
import Exchange
import Schedule

/// A search for the talks that recordings show.
///
/// A recording usually has the identifier of its talk. Otherwise its title and people must match
/// exactly one talk, and no other recording may have the same title and people. An uncertain match
/// is ignored.
struct RecordingFinder {
  private(set) var recordings: [Entity: Recording] = [:]
  /// The number of recordings that match no talk or several talks.
  private(set) var strayCount = 0

  /// A title and people, compared if no talk has the identifier of a recording.
  private struct Words: Hashable {
    let title: String
    let people: Set<String>

    init?(title: String, people: some Sequence<String>) {
      let title = title.folded
      if title.isEmpty { return nil }
      self.title = title
      self.people = Set(people.map(\.folded))
    }
  }

  /// Creates the search by matching recordings with talks.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of recordings, talks and sessions.
  init(_ list: [Recording], in schedule: ConferenceSchedule) {
    var rest: [Recording] = []
    var found: [Entity: [Recording]] = [:]
    for recording in list {
      if let talk = Self.talk(called: recording.guid, in: schedule) {
        found[talk, default: []].append(recording)
      } else {
        rest.append(recording)
      }
    }
    let known = Set(found.keys)
    let whole = schedule.sessions.entities.filter { schedule.talks(in: $0).isEmpty }
    let unnamed = (schedule.talks.entities + whole).uniqued.filter { !known.contains($0) }
    let talks = Dictionary(
      grouping: unnamed.compactMap { talk in
        Words(
          title: schedule.name(of: talk), people: schedule.speakerNames(of: talk)
        ).map { (words: $0, talk: talk) }
      }, by: \.words)
    for recording in rest {
      let words = Words(title: recording.title, people: recording.people)
      guard let those = words.flatMap({ talks[$0] }), those.count == 1 else {
        strayCount += 1
        continue
      }
      found[those[0].talk, default: []].append(recording)
    }
    for (talk, those) in found {
      if those.count == 1 { recordings[talk] = those[0] } else { strayCount += those.count }
    }
  }

  /// Returns the only talk with a globally unique identifier, or nil if none or several have it.
  ///
  /// The identifier may be one of the additional identifiers of the talk. The result is nil for any
  /// other identifier, such as a number.
  private static func talk(called guid: String, in schedule: ConferenceSchedule) -> Entity? {
    guard TalkFacts.isUniversal(guid) else { return nil }
    if let talk = schedule.target(guid) { return talk }
    let others = schedule.targets(alsoCalled: guid).uniqued
    return others.count == 1 ? others[0] : nil
  }
}
