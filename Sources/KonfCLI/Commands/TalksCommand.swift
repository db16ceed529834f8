import ECSKit
import Schedule

/// `konf talks`: all talks in the order of time.
enum TalksCommand {
  static func run(_ run: inout Run) {
    let talks = run.programme.talksInOrder(in: run.selection)
    run.answer(talks, as: JSONRecords.talk) { page in
      page.title()
      page.talks(talks)
    }
  }
}
