import Basics
import ECSKit
import Schedule

/// The links of a web page: days and their hours, locations, and tracks.
///
/// After a click on the link of a location or a track, the style sheet shows only the items of this
/// location or track. The items have a CSS class for each of their locations and tracks.
struct PageIndex {
  /// The maximum number of days whose links are always visible.
  private static let fewDays = 4

  struct Day {
    let date: CivilDate?
    let sessions: [ListedOnDay<Entity>]
    let hours: [String]
  }

  /// The days in order.
  ///
  /// The last element may have no date. It then contains the sessions without a time.
  let days: [Day]
  /// The names of the locations in alphabetical order.
  let locations: [String]
  /// The names of the tracks in alphabetical order.
  let tracks: [String]
  /// True if some sessions are starred, but not all.
  let hasMine: Bool
  private let groups: [Entity: [String]]

  var hasFewDays: Bool { days.count <= Self.fewDays }

  init(_ exported: ExportedSchedule) {
    let schedule = exported.schedule
    var days: [Day] = []
    exported.forEachDay { date, sessions in
      let hours = sessions.filter { !$0.isLater }.compactMap { session in
        schedule.timing(of: session.element).map { exported.times.hour(of: $0) }
      }
      days.append(
        Day(date: date, sessions: sessions, hours: hours.filter { !$0.isEmpty }.uniqued))
    }
    self.days = days
    func tracks(of session: Entity) -> [String] {
      ([session] + exported.talks(in: session)).flatMap(schedule.trackNames(of:))
    }
    func inOrder(_ names: [String]) -> [String] {
      names.uniqued.map { ($0.folded, $0) }.sorted { $0 < $1 }.map(\.1)
    }
    let sessions = exported.sessions
    let locations = inOrder(sessions.flatMap(schedule.locationNames(of:)))
    let tracksOfSessions = sessions.map(tracks)
    let trackNames = inOrder(Array(tracksOfSessions.joined()))
    self.locations = locations
    self.tracks = trackNames
    let mine = sessions.count { schedule.isStarred($0) }
    hasMine = mine > 0 && mine < sessions.count
    func signs(_ names: [String], _ sign: String) -> [String: String] {
      // A single location or track has no link.
      names.count < 2
        ? [:]
        : Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, "\(sign)\($0)") })
    }
    let locationSigns = signs(locations, "l")
    let trackSigns = signs(trackNames, "k")
    groups = Dictionary(
      zip(sessions, tracksOfSessions).map { session, tracks in
        let locations = schedule.locationNames(of: session).compactMap { locationSigns[$0] }
        return (session, (locations + tracks.compactMap { trackSigns[$0] }).uniqued)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the CSS classes of a session's locations and tracks.
  func groups(of session: Entity) -> [String] { groups[session] ?? [] }

  /// The CSS selectors of the items to show after a click on a link.
  var selectors: String {
    let signs =
      (locations.count < 2 ? [] : locations.indices.map { "l\($0)" })
      + (tracks.count < 2 ? [] : tracks.indices.map { "k\($0)" })
    let mine = hasMine ? [":has(#mine:target) article:is(.m,:has(.m))"] : []
    return (signs.map { ":has(#\($0):target) .\($0)" } + mine).joined(separator: ",")
  }
}
