import ECSKit
import Schedule

// Schedules that nobody would make but to exhaust who reads them.
extension ComplexityCase {
  static let ofProgrammes = [
    ComplexityCase("Programme.id(of:), talks of one slot", .linearithmic, in: "n", from: 1_000) {
      size in
      let context = crowdedSlot(size)
      let programme = Box(Programme(context))
      return Trial(operations: 1, prepare: { programme.value = Programme(context) }) {
        let programme = programme.value
        return Double(programme.talks.reduce(0) { $0 + programme.id(of: $1).utf8.count })
      }
    },
    ComplexityCase("Programme.id(of:), slots of one name", .linearithmic, in: "n", from: 1_000) {
      size in
      let context = Context()
      for _ in 0..<size { context.createEntity(SlotID(text: "lunch")) }
      let programme = Programme(context)
      return Trial(operations: 1) {
        Double(programme.slots.reduce(0) { $0 + programme.id(of: $1).utf8.count })
      }
    },
    ComplexityCase("Programme.target, talks of one slot", .linear, in: "n", from: 1_000) { size in
      let context = crowdedSlot(size)
      let programme = Programme(context)
      let ids = programme.talks.map(programme.id(of:))
      return Trial(operations: 1) { Double(ids.count { programme.target($0) != nil }) }
    },
    ComplexityCase("Programme.days, a slot a day", .linear, in: "n", from: 1_000) { size in
      let context = Context()
      for day in 0..<size {
        let start = Instant(secondsSince1970: Int64(day) * 86_400)
        context.createEntity(
          SlotID(text: "\(day)"), Timing(start: start, end: start.advanced(by: .seconds(3_600))))
      }
      let programme = Programme(context)
      return Trial(operations: 1) { Double(programme.days(in: .utc).count) }
    },
    ComplexityCase("DayGrid, slots within slots", .linearithmic, in: "n", from: 500) { size in
      let context = Context()
      for number in 0..<size {
        let start = Instant(secondsSince1970: Int64(number))
        let end = Instant(secondsSince1970: Int64(3 * size - number))
        context.createEntity(
          SlotID(text: "\(number)"), Timing(start: start, end: end),
          PlaceNames(names: ["room \(number)"]))
      }
      let programme = Programme(context)
      return Trial(operations: 1) {
        Double(DayGrid(of: programme.timeline, in: programme).rowCount)
      }
    },
    ComplexityCase("DayGrid, slots of one time", .linearithmic, in: "n", from: 500) { size in
      let context = Context()
      let timing = Timing(
        start: Instant(secondsSince1970: 0), end: Instant(secondsSince1970: 3_600))
      for number in 0..<size { context.createEntity(SlotID(text: "\(number)"), timing) }
      let programme = Programme(context)
      return Trial(operations: 1) {
        Double(DayGrid(of: programme.timeline, in: programme).laneCount)
      }
    },
  ]

  /// Talks of one slot of which every other has an index, which is that of all others.
  private static func crowdedSlot(_ count: Int) -> Context {
    let context = Context()
    context.createEntity(SlotID(text: "a"))
    for number in 0..<count {
      let talk = context.createEntity(Title(text: "T"), PartOf(slot: "a"))
      if number % 2 == 0 { talk.set(TalkIndex(number: 7)) }
    }
    return context
  }
}
