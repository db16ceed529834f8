import Browser
import ECSKit
import Schedule
import TerminalScreen
import TestSupport
import Testing

/// The agenda follows all marks: also those of cancelled talks and appointments, which no list of sessions has.
@Suite("Updates of the agenda")
struct AgendaUpdateTests {
  private static func cancelled(_ number: Int64, in conference: InventedConference) -> Entity {
    let start = Instant(secondsSince1970: InventedConference.now + number * 3_600)
    return conference.context.createEntity(
      CancelledTalk(
        id: "c\(number)", formerID: "c\(number)", title: "Cancelled \(number)", people: [],
        timing: Timing(start: start, end: start.advanced(by: .seconds(1_800))), locations: []),
      Star(isMaybe: false))
  }

  private static func appointment(_ number: Int64) -> Appointment {
    let start = Instant(secondsSince1970: InventedConference.now + number * 2_000)
    return Appointment(
      id: "own-\(number)", title: "Own \(number)",
      timing: Timing(start: start, end: start.advanced(by: .seconds(1_200))), location: "")
  }

  /// The rows of the agenda without the selection, the card, and the minutes until an item, which
  /// depend on the second of the last change.
  private static func agenda(_ visit: Visit) -> [String] {
    let rows = visit.rows.dropLast()
    let end = rows.firstIndex { !$0.isEmpty && $0.allSatisfy { $0 == "─" } } ?? rows.endIndex
    return rows[..<end].map { row in
      let row = row.hasPrefix(">") ? " " + row.dropFirst() : row
      return row.replacing(#/ (in \d+( h)?|\d+ min) +/#, with: " … ")
    }
  }

  @Test("Space on a cancelled talk removes its star from the screen")
  func cancelledTalk() {
    let conference = InventedConference(days: 1, rooms: 1, slots: 2)
    let talk = Self.cancelled(0, in: conference)
    var visit = Visit(conference)
    visit.type("2")
    #expect(visit.selectedRow.contains("★") && visit.selectedRow.contains("Cancelled 0"))
    visit.type(" ")
    #expect(!talk.has(Star.self))
    #expect(!visit.shows("★"))
    visit.type("u")
    #expect(visit.shows("★"))
  }

  @Test("After each mark, undo and outside change, the agenda is that of a new browser")
  func likeNew() {
    for seed in UInt64(0)..<UInt64(15 * (Environment.number("KONF_LONG") ?? 1)) {
      var random = SplitMix64(seed: seed)
      let conference = InventedConference(days: 1, rooms: 2, slots: 3, seed: seed)
      let others =
        (0..<2).map { Self.cancelled($0, in: conference) }
        + [conference.context.createEntity(Self.appointment(1))]
      for talk in conference.schedule.talks.prefix(2) { talk.set(Star(isMaybe: false)) }
      var visit = Visit(conference)
      visit.type("2")
      for step in 0..<12 {
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: visit.type(" ")
        case 2: visit.type("m")
        case 3: visit.type("r\(Int.random(in: 0...5, using: &random))")
        case 4: visit.type("u")
        case 5: visit.press(.up)
        case 6: visit.press(.down)
        case 7:
          others.oneElement(using: &random).destroy()
          visit.wait(minutes: 0)
        default:
          conference.context.createEntity(
            Self.appointment(Int64.random(in: 2..<9, using: &random)))
          visit.wait(minutes: 0)
        }
        // The digit after "r" on an appointment, which has no rating, goes to a day.
        visit.type("2")
        var fresh = Visit(conference, now: visit.now)
        fresh.type("2")
        #expect(Self.agenda(visit) == Self.agenda(fresh), "seed \(seed), step \(step)")
      }
    }
  }
}
