// Lays out the sessions of a day as cells, with time in rows and rooms in lanes. `konf timeline`,
// the browser and the page export draw the layout. No two cells overlap. Every row begins and ends
// when a session starts or ends.

package import ECSKit

/// A day as a grid of rooms and times, with a rectangular cell for each session.
///
/// The start and end times of all sessions divide the day into rows. So rows differ in duration,
/// and sessions after midnight need no special case. Each room is a column. A room with
/// simultaneous sessions has several lanes. A session also covers the unused lanes next to its own
/// lane.
///
///     let grid = DayGrid(of: sessions, in: schedule)
///     for cell in grid.cells { draw(cell.session, cell.lanes, cell.rows) }
package struct DayGrid {
  package struct Room: Equatable {
    /// The name of the location, or nil for sessions without a location.
    package let name: String?
    /// The lanes of the room, numbered across the grid.
    package let lanes: Range<Int>
  }

  package struct Cell: Equatable {
    package let session: Entity
    /// The lanes of the cell, numbered across the grid.
    package let lanes: Range<Int>
    package let rows: Range<Int>
  }

  /// The rooms from left to right.
  ///
  /// Rooms with a record are first, in file order. Rooms without a record follow in the order of
  /// their first session. The room for sessions without a location is last.
  package let rooms: [Room]
  /// The times above the first row, between rows, and below the last row.
  ///
  /// A time is nil if it is unknown, if it is outside the displayed day, or if a zero-length
  /// session ends there.
  package let marks: [Instant?]
  /// The cells in chronological order, then from left to right.
  ///
  /// No two cells overlap.
  package let cells: [Cell]

  package let laneCount: Int
  package let rowCount: Int

  /// Creates a grid of sessions.
  ///
  /// The sessions must be in chronological order. Sessions without a time are omitted. A session
  /// without a location spans all rooms if it does not overlap with another session. A session that
  /// lasts a day or more may start or end outside the displayed day, `range`. Its cell then begins
  /// with the first row or ends with the last row.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of cells.
  package init(
    of sessions: [Entity], in schedule: ConferenceSchedule, during range: Range<Instant>? = nil
  ) {
    func timing(_ session: Entity) -> GridTiming? {
      session[Timing.self].flatMap { timing in
        GridTiming(timing, during: schedule.lasts(timing) ? range : nil)
      }
    }
    let ticks = Ticks(of: sessions.compactMap(timing))
    var columns = Columns(schedule)
    for session in sessions {
      guard let rows = timing(session).flatMap(ticks.rows(of:)) else { continue }
      columns.add(session, rows)
    }
    let (rooms, cells) = columns.finished(rowCount: max(0, ticks.marks.count - 1))
    self.init(rooms: rooms, marks: ticks.marks, cells: cells)
  }

  init(rooms: [Room], marks: [Instant?], cells: [Cell]) {
    self.rooms = rooms
    self.marks = marks
    self.cells = cells
    laneCount = rooms.last?.lanes.upperBound ?? 0
    rowCount = max(0, marks.count - 1)
  }
}

/// The start and end of a session, limited to the displayed day.
private struct GridTiming {
  /// The start, or nil if it is unknown or outside the displayed day.
  let start: Instant?
  /// The end, or nil if it is unknown or outside the displayed day.
  let end: Instant?

  /// Creates the start and end of a session, or returns nil if the session has no time.
  init?(_ timing: Timing, during range: Range<Instant>?) {
    if timing.start == nil, timing.end == nil { return nil }
    start = timing.start.flatMap { range?.contains($0) ?? true ? $0 : nil }
    end = timing.end.flatMap { range?.contains($0) ?? true ? $0 : nil }
  }
}

/// The distinct start and end times of sessions, in order.
private struct Ticks {
  /// An instant, or the position directly before or after it.
  ///
  /// A session without a start begins before all instants, and a session without an end ends after
  /// all instants. A zero-length session ends right after its start.
  private struct Tick: Hashable, Comparable {
    let instant: Instant
    var side = 0

    static func < (first: Tick, second: Tick) -> Bool {
      (first.instant, first.side) < (second.instant, second.side)
    }
  }

  private var positions: [Tick: Int] = [:]
  private(set) var marks: [Instant?] = []
  private let first: Instant
  private let last: Instant

  init(of timings: [GridTiming]) {
    let instants = timings.flatMap { [$0.start, $0.end] }.compactMap(\.self)
    first = instants.min() ?? Instant(secondsSince1970: 0)
    last = instants.max() ?? first
    let ticks = Set(timings.map(bounds(of:)).flatMap { [$0.start, $0.end] }).sorted()
    for (position, tick) in ticks.enumerated() { positions[tick] = position }
    marks = ticks.map { $0.side == 0 ? $0.instant : nil }
  }

  func rows(of timing: GridTiming) -> Range<Int>? {
    let bounds = bounds(of: timing)
    guard let start = positions[bounds.start], let end = positions[bounds.end] else { return nil }
    return start..<end
  }

  private func bounds(of timing: GridTiming) -> (start: Tick, end: Tick) {
    let start = timing.start.map { Tick(instant: $0) } ?? Tick(instant: first, side: -1)
    let end = timing.end.map { Tick(instant: $0) } ?? Tick(instant: last, side: 1)
    return (start, start < end ? end : Tick(instant: start.instant, side: 1))
  }
}

/// The columns of a day grid: the sessions of each room, and their lanes.
private struct Columns {
  private struct Entry {
    let session: Entity
    let rows: Range<Int>
    /// The lane of the session within the room.
    var lane = 0
    /// The number of lanes of the session's cluster.
    ///
    /// A cluster consists of the sessions that are connected by overlaps, directly or through other
    /// sessions.
    var lanesInUse = 1
  }

  private let schedule: ConferenceSchedule
  private var names: [String] = []
  private var entries: [String: [Entry]] = [:]
  private var unplaced: [Entry] = []

  init(_ schedule: ConferenceSchedule) {
    self.schedule = schedule
  }

  mutating func add(_ session: Entity, _ rows: Range<Int>) {
    let entry = Entry(session: session, rows: rows)
    var seen: Set<String> = []
    for location in schedule.locations(of: session) where seen.insert(location.name).inserted {
      if entries[location.name] == nil { names.append(location.name) }
      entries[location.name, default: []].append(entry)
    }
    if seen.isEmpty { unplaced.append(entry) }
  }

  consuming func finished(rowCount: Int) -> ([DayGrid.Room], [DayGrid.Cell]) {
    let wide = removeWide(rowCount)
    let known = schedule.locations.compactMap { $0[Name.self]?.text }.filter { entries[$0] != nil }
    var seen: Set<String> = []
    let ordered = (known + names).filter { seen.insert($0).inserted }
    var columns: [(name: String?, entries: [Entry])] = ordered.map { ($0, entries[$0] ?? []) }
    if !unplaced.isEmpty || columns.isEmpty && !wide.isEmpty { columns.append((nil, unplaced)) }
    var rooms: [DayGrid.Room] = []
    var cells: [DayGrid.Cell] = []
    for (name, entries) in columns {
      let start = rooms.last?.lanes.upperBound ?? 0
      let (shared, count) = Self.sharing(entries)
      rooms.append(DayGrid.Room(name: name, lanes: start..<start + count))
      cells += shared.map { entry in
        // Distribute unused lanes among the overlapping sessions.
        let from = start + entry.lane * count / entry.lanesInUse
        let to = start + (entry.lane + 1) * count / entry.lanesInUse
        return DayGrid.Cell(session: entry.session, lanes: from..<to, rows: entry.rows)
      }
    }
    let all = 0..<(rooms.last?.lanes.upperBound ?? 0)
    cells += wide.map { DayGrid.Cell(session: $0.session, lanes: all, rows: $0.rows) }
    cells.sort {
      ($0.rows.lowerBound, $0.lanes.lowerBound) < ($1.rows.lowerBound, $1.lanes.lowerBound)
    }
    return (rooms, cells)
  }

  /// Removes and returns the entries that have no location and do not overlap with other entries.
  private mutating func removeWide(_ rowCount: Int) -> [Entry] {
    var changes = [Int](repeating: 0, count: rowCount + 1)
    for entry in Array(entries.values.joined()) + unplaced {
      changes[entry.rows.lowerBound] += 1
      changes[entry.rows.upperBound] -= 1
    }
    // For each row, the number of earlier rows that have more than one entry.
    var shared = [0]
    var uses = 0
    for change in changes.dropLast() {
      uses += change
      shared.append((shared.last ?? 0) + (uses > 1 ? 1 : 0))
    }
    let isWide = { (entry: Entry) in
      shared[entry.rows.lowerBound] == shared[entry.rows.upperBound]
    }
    let wide = unplaced.filter(isWide)
    unplaced.removeAll(where: isWide)
    return wide
  }

  /// Places each entry in the first free lane.
  ///
  /// - Returns: The entries with their lanes, and the number of lanes.
  private static func sharing(_ entries: [Entry]) -> (entries: [Entry], count: Int) {
    // This is a fast path, because a file may name thousands of locations with a single session
    // each.
    if entries.count < 2 { return (entries, 1) }
    // The sessions are sorted by listed time, but a session without a start also occupies earlier
    // rows.
    var entries = entries.enumerated().sorted { first, second in
      (first.element.rows.lowerBound, first.element.rows.upperBound, first.offset)
        < (second.element.rows.lowerBound, second.element.rows.upperBound, second.offset)
    }.map(\.element)
    var lanes = Lanes(count: entries.count)
    var count = 1
    // The current run of entries connected by overlaps.
    var cluster = 0..<0
    var clusterEnd = Int.min
    var lanesInUse = 0
    func close() {
      for position in cluster { entries[position].lanesInUse = lanesInUse }
    }
    for position in entries.indices {
      let rows = entries[position].rows
      if clusterEnd <= rows.lowerBound {
        close()
        lanesInUse = 0
        cluster = position..<position
      }
      entries[position].lane = lanes.occupy(rows)
      lanesInUse = max(lanesInUse, entries[position].lane + 1)
      clusterEnd = max(clusterEnd, rows.upperBound)
      cluster = cluster.lowerBound..<position + 1
      count = max(count, lanesInUse)
    }
    close()
    return (entries, count)
  }
}

/// A segment tree of the rows where lanes become free, to find the first free lane.
private struct Lanes {
  /// The nodes in the layout of a binary heap.
  ///
  /// Node *n* is the minimum of nodes 2 *n* and 2 *n* + 1. The leaves are lanes.
  private var ends: [Int]
  private let leaves: Int

  init(count: Int) {
    var leaves = 1
    while leaves < count { leaves *= 2 }
    self.leaves = leaves
    ends = [Int](repeating: .min, count: 2 * leaves)
  }

  /// Occupies the first lane that is free for the rows, and returns the lane.
  ///
  /// A free lane must exist.
  mutating func occupy(_ rows: Range<Int>) -> Int {
    var node = 1
    while node < leaves { node = ends[2 * node] <= rows.lowerBound ? 2 * node : 2 * node + 1 }
    let lane = node - leaves
    ends[node] = rows.upperBound
    while node > 1 {
      node /= 2
      ends[node] = min(ends[2 * node], ends[2 * node + 1])
    }
    return lane
  }
}
