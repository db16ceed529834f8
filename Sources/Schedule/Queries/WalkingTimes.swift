// Walking times between locations, from the lines `walk = A:B 10m` of the configuration. Konf reads
// the lines, Run passes them to the schedule, and Agenda and Planner look up the times. A lookup
// never depends on the order of its two places.

import Basics
import ECSKit

/// Walking times between locations, keyed by prefixes of location names.
package final class WalkingTimes {
  /// A prefix of a location name in a line.
  ///
  /// The line has one prefix on each side of the colon.
  private struct Match: Equatable {
    let line: Int
    let side: Int
    let length: Int
  }

  /// A location with its matching prefixes.
  ///
  /// The name is stored only if both prefixes of a line match the location.
  private struct Location: Equatable {
    let name: String?
    let matches: [Match]
  }

  package static let mostLines = 1_000
  private static let mostOfLine: Int64 = 86_400

  private var lines: [(prefixes: [String], seconds: Int64)] = []
  private var numbers: [[String]: Int] = [:]
  /// The locations of each place.
  ///
  /// The locations of the first place match no line.
  private var places: [[Location]] = [[]]

  package init() {}

  package var isEmpty: Bool { lines.isEmpty }
  private(set) var mostSeconds: Int64 = 0

  /// Adds a line such as `H:UB 10m`, or returns the reason why the line is invalid.
  ///
  /// Call this method only before the first lookup.
  package func add(_ text: String) -> String? {
    let words = text.split(separator: " ")
    // A length may consist of several words, such as "1h 30m".
    let found = (1...3).compactMap { count in
      Duration(typed: words.suffix(count).joined(separator: " ")).map { (count, $0) }
    }.last
    let prefixes = words.dropLast(found?.0 ?? 0).joined(separator: " ")
      .split(separator: ":", omittingEmptySubsequences: false).map { String($0).folded }
    guard let seconds = found?.1.components.seconds, prefixes.count == 2,
      !prefixes.contains("")
    else { return "write two locations and a length of time, such as walk = H:UB 10m" }
    guard seconds <= Self.mostOfLine else {
      return "the walking time is too long; use at most one day"
    }
    guard lines.count < Self.mostLines else { return "more than \(Self.mostLines) walking times" }
    lines.append((prefixes, seconds))
    mostSeconds = max(mostSeconds, seconds)
    return nil
  }

  /// Returns the number of the place with the given location names.
  ///
  /// Locations that match the same prefixes are one place, unless they match both prefixes of a
  /// line.
  func place(of names: [String]) -> Int {
    if lines.isEmpty { return 0 }
    if let number = numbers[names] { return number }
    let place = names.map { location(called: $0.folded) }
    let isKnown = place.contains { !$0.matches.isEmpty }
    let number = isKnown ? places.firstIndex(of: place) ?? places.count : 0
    if number == places.count { places.append(place) }
    numbers[names] = number
    return number
  }

  private func location(called name: String) -> Location {
    var matches: [Match] = []
    for (number, line) in lines.enumerated() {
      for (side, prefix) in line.prefixes.enumerated() where name.utf8.starts(with: prefix.utf8) {
        matches.append(Match(line: number, side: side, length: prefix.utf8.count))
      }
    }
    let isNear = zip(matches, matches.dropFirst()).contains { $0.line == $1.line }
    return Location(name: isNear ? name : nil, matches: matches)
  }

  /// Returns the walking time between two places in seconds.
  ///
  /// The time is zero if the places share a location or no line matches. The line with the longest
  /// prefixes wins; if several lines have equally long prefixes, the last line wins. Between places
  /// with several locations, the shortest walking time applies.
  func seconds(between first: Int, and second: Int) -> Int64 {
    if first == second { return 0 }
    let all = places[first].flatMap { one in
      places[second].map { other -> Int64 in
        if let name = one.name, name == other.name { return 0 }
        let found = one.matches.flatMap { match in
          other.matches.filter { $0.line == match.line && $0.side != match.side }.map {
            (match.length + $0.length, match.line)
          }
        }
        return found.max { $0 < $1 }.map { lines[$0.1].seconds } ?? 0
      }
    }
    return all.min() ?? 0
  }
}

/// The time and place of a planned item, with times in seconds since 1970.
struct Stay {
  /// The start of the time during which the item certainly takes place.
  let start: Int64
  let end: Int64
  /// The last known time of the item, when the walk to the next item begins.
  let last: Int64
  let place: Int
  /// True for a starred talk, but not for a maybe or an appointment.
  let isStarred: Bool

  /// Returns the earliest start at which another stay fits after this one.
  ///
  /// Between two starred talks, no time is needed for the walk and the pause. Between other items,
  /// there must be time for both.
  func earliest(before other: Stay, walk: Int64, pause: Int64) -> Int64 {
    isStarred && other.isStarred ? end : max(end, last + walk + pause)
  }

  func clashes(with other: Stay, _ walks: WalkingTimes, pause: Int64 = 0) -> Bool {
    let walk = walks.seconds(between: place, and: other.place)
    return other.start < earliest(before: other, walk: walk, pause: pause)
      && start < other.earliest(before: self, walk: walk, pause: pause)
  }
}

extension ConferenceSchedule {
  /// Returns the stay at a session or an appointment, or nil if its time is unknown.
  func stay(at entity: Entity, _ timing: Timing?, isStarred: Bool) -> Stay? {
    guard let timing, let certain = timing.certain else { return nil }
    return Stay(
      start: certain.lowerBound.secondsSince1970, end: certain.upperBound.secondsSince1970,
      last: timing.last.secondsSince1970, place: walks.place(of: locationNames(of: entity)),
      isStarred: isStarred)
  }
}
