package import ECSKit

/// A day as a grid of rooms and times: a rectangle for each session, in rows and lanes.
///
/// Rows lie between the moments at which something begins or ends, so that a row is as long as
/// necessary and sessions after midnight need no special case. Columns are the rooms. A room with
/// several sessions at a time has as many lanes, which its sessions share so that none is empty.
///
///     let grid = DayGrid(of: sessions, in: schedule)
///     for cell in grid.cells { draw(cell.session, grid.lanes(of: cell), cell.rows) }
package struct DayGrid {
  /// A column of the day.
  package struct Room: Equatable {
    /// The name of the location; nil for entries without one.
    package let name: String?
    /// The lanes it takes, of those of the whole grid.
    package let lanes: Range<Int>
  }

  /// The rectangle of a session in one of its rooms.
  package struct Cell: Equatable {
    /// The session.
    package let session: Entity
    /// The lanes it takes.
    package let lanes: Range<Int>
    /// The rows it takes.
    package let rows: Range<Int>
  }

  /// The rooms from left to right: those with a record in the order of the file, the others in the
  /// order in which they are first named, and last the room of entries without a location.
  package let rooms: [Room]
  /// The moments above the first row, between rows, and below the last; nil where no clock shows one,
  /// as beside a session that is open or takes no time.
  package let marks: [Instant?]
  /// The rectangles, in the order of time and then from left to right; no two share a location.
  package let cells: [Cell]

  /// How many lanes there are.
  package let laneCount: Int
  /// How many rows there are.
  package let rowCount: Int

  /// Lays sessions out.
  ///
  /// - Parameters:
  ///   - sessions: The sessions in the order of time; those without any time are left out. One without a
  ///     location goes over all rooms if none of them has anything meanwhile.
  ///   - schedule: The schedule they are of.
  /// - Complexity: O(*n* log *n*), where *n* is the number of sessions and their rooms.
  package init(of sessions: [Entity], in schedule: ConferenceSchedule) {
    let ticks = Ticks(of: sessions.compactMap { $0[Timing.self] })
    var columns = Columns(schedule)
    for session in sessions {
      guard let rows = session[Timing.self].flatMap(ticks.rows(of:)) else { continue }
      columns.add(session, rows)
    }
    let (rooms, cells) = columns.finished(rowCount: max(0, ticks.marks.count - 1))
    self.init(rooms: rooms, marks: ticks.marks, cells: cells)
  }

  /// Creates a grid from its parts.
  init(rooms: [Room], marks: [Instant?], cells: [Cell]) {
    self.rooms = rooms
    self.marks = marks
    self.cells = cells
    laneCount = rooms.last?.lanes.upperBound ?? 0
    rowCount = max(0, marks.count - 1)
  }
}

/// The moments at which something begins or ends, in order.
private struct Ticks {
  /// A moment, with its order among equal ones.
  ///
  /// An entry without a start or an end begins before or ends after all moments, and an entry of
  /// zero length ends right after its beginning.
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

  init(of timings: [Timing]) {
    let instants = timings.flatMap { [$0.start, $0.end] }.compactMap(\.self)
    first = instants.min() ?? Instant(secondsSince1970: 0)
    last = instants.max() ?? first
    let ticks = Set(timings.compactMap(bounds(of:)).flatMap { [$0.start, $0.end] }).sorted()
    for (position, tick) in ticks.enumerated() { positions[tick] = position }
    marks = ticks.map { $0.side == 0 ? $0.instant : nil }
  }

  func rows(of timing: Timing) -> Range<Int>? {
    guard let bounds = bounds(of: timing), let start = positions[bounds.start],
      let end = positions[bounds.end]
    else { return nil }
    return start..<end
  }

  private func bounds(of timing: Timing) -> (start: Tick, end: Tick)? {
    if timing.start == nil, timing.end == nil { return nil }
    let start = timing.start.map { Tick(instant: $0) } ?? Tick(instant: first, side: -1)
    let end = timing.end.map { Tick(instant: $0) } ?? Tick(instant: last, side: 1)
    return (start, start < end ? end : Tick(instant: start.instant, side: 1))
  }
}

/// The rooms as they fill up.
private struct Columns {
  /// A session in a room.
  private struct Entry {
    let session: Entity
    let rows: Range<Int>
    /// Its lane, and how many lanes it and those it overlaps with take together.
    var lane = 0
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
        // Lanes that are not in use meanwhile are divided among the others.
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

  /// Takes out the entries without a location that overlap with nothing.
  private mutating func removeWide(_ rowCount: Int) -> [Entry] {
    var changes = [Int](repeating: 0, count: rowCount + 1)
    for entry in Array(entries.values.joined()) + unplaced {
      changes[entry.rows.lowerBound] += 1
      changes[entry.rows.upperBound] -= 1
    }
    // How many rows before each one have more than one entry.
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

  /// Gives each entry the first lane that is free, and counts the lanes.
  private static func sharing(_ entries: [Entry]) -> (entries: [Entry], count: Int) {
    // A session may name as many locations as the file has lines, each for itself alone.
    if entries.count < 2 { return (entries, 1) }
    // Entries without a start were listed later than they begin here.
    var entries = entries.enumerated().sorted { first, second in
      (first.element.rows.lowerBound, first.element.rows.upperBound, first.offset)
        < (second.element.rows.lowerBound, second.element.rows.upperBound, second.offset)
    }.map(\.element)
    var lanes = Lanes(count: entries.count)
    var count = 1
    // The entries that overlap with each other, one through the next.
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

/// The rows up to which lanes are taken, as a tree of the least of them.
private struct Lanes {
  /// The node *n* has the least of the nodes 2 *n* and 2 *n* + 1; the second half are the lanes.
  private var ends: [Int]
  private let leaves: Int

  init(count: Int) {
    var leaves = 1
    while leaves < count { leaves *= 2 }
    self.leaves = leaves
    ends = [Int](repeating: .min, count: 2 * leaves)
  }

  /// Takes the first lane that is free for some rows; there must be one.
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
