import Schedule

struct GridModel: Equatable, Sendable {
  /// A location and its lanes; each lane is a column of the grid.
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
  /// The local times of `marks`; a time after midnight includes the weekday.
  let labels: [String]
  /// The number of columns for the labels and a space.
  let timeWidth: Int
  let cells: [Cell]

  var laneCount: Int { rooms.last?.lanes.upperBound ?? 0 }
  var rowCount: Int { max(0, marks.count - 1) }
}

extension SchedulePresenter {
  /// Returns the grid of a day.
  ///
  /// The order of the locations does not depend on stars, so that starring a talk moves no column.
  func grid(of day: CivilDate) -> GridModel {
    let selection = schedule.visible(.all)
    let range = clocks.zone.day(day, changingAt: clocks.dayChange)
    let sessions = schedule.sessions(takingPlaceIn: [range]).filter {
      selection.contains(session: $0) && !schedule.isFiller($0)
    }
    let grid = DayGrid(of: sessions, in: schedule, during: range)
    let rooms = grid.rooms.map {
      GridModel.Room(name: ($0.name ?? "no location").shown, lanes: $0.lanes)
    }
    let cells = grid.cells.compactMap { cell in
      rows(of: cell.session).first.map {
        GridModel.Cell(row: $0, lanes: cell.lanes, rows: cell.rows)
      }
    }
    let labels = grid.marks.map { mark in mark.map { clocks.label($0, on: day) } ?? "" }
    return GridModel(
      day: day, rooms: rooms, marks: grid.marks, labels: labels,
      timeWidth: labels.reduce(5) { max($0, $1.count) } + 1, cells: cells)
  }
}
