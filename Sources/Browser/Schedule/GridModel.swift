import Schedule

struct GridModel: Equatable, Sendable {
  /// A location and its lanes, the columns of the grid.
  struct Room: Equatable, Sendable {
    let name: String
    let lanes: Range<Int>
  }

  struct Cell: Equatable, Sendable {
    let row: TalkRow
    let lanes: Range<Int>
    let rows: Range<Int>
  }

  let day: CivilDate
  let rooms: [Room]
  let marks: [Instant?]
  /// True if any time belongs to the next date.
  let spansMidnight: Bool
  let cells: [Cell]

  var laneCount: Int { rooms.last?.lanes.upperBound ?? 0 }
  var rowCount: Int { max(0, marks.count - 1) }
}

extension SchedulePresenter {
  /// Returns the grid of a day, with the locations of starred sessions first.
  func grid(of day: CivilDate) -> GridModel {
    let selection = schedule.visible(.all)
    let range = clocks.zone.day(day, changingAt: clocks.dayChange)
    let sessions = schedule.sessions(takingPlaceIn: [range]).filter {
      selection.contains(session: $0) && !schedule.isFiller($0)
    }
    let grid = DayGrid(of: sessions, in: schedule, during: range)
    let mine = Set(
      grid.cells.filter { schedule.isStarred($0.session) && $0.lanes.count < grid.laneCount }
        .map(\.lanes.lowerBound))
    func isMine(_ room: DayGrid.Room) -> Bool { mine.contains(where: room.lanes.contains) }
    let ordered = grid.rooms.filter(isMine) + grid.rooms.filter { !isMine($0) }
    var starts: [Int: Int] = [:]
    var rooms: [GridModel.Room] = []
    for room in ordered {
      let start = rooms.last?.lanes.upperBound ?? 0
      for lane in room.lanes { starts[lane] = start + lane - room.lanes.lowerBound }
      rooms.append(
        GridModel.Room(
          name: (room.name ?? "no location").shown, lanes: start..<start + room.lanes.count))
    }
    let cells = grid.cells.compactMap { cell -> GridModel.Cell? in
      guard let row = rows(of: cell.session).first else { return nil }
      // A session at all locations spans all lanes, in any order of the lanes.
      let start = cell.lanes.count == grid.laneCount ? 0 : starts[cell.lanes.lowerBound] ?? 0
      return GridModel.Cell(row: row, lanes: start..<start + cell.lanes.count, rows: cell.rows)
    }.sorted {
      ($0.rows.lowerBound, $0.lanes.lowerBound) < ($1.rows.lowerBound, $1.lanes.lowerBound)
    }
    let spansMidnight = grid.marks.contains {
      $0.map { clocks.zone.civil(at: $0).date != day } ?? false
    }
    return GridModel(
      day: day, rooms: rooms, marks: grid.marks, spansMidnight: spansMidnight, cells: cells)
  }
}
