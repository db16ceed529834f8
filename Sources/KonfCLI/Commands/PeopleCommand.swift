import ECSKit
import Schedule

/// `konf speakers` and `konf organizers`: lists of people.
enum PeopleCommand {
  static func runSpeakers(_ run: inout Run) {
    write(run.programme.speakers(in: run.selection), &run)
  }

  static func runOrganizers(_ run: inout Run) {
    write(run.programme.organizers.map(Programme.Reference.init(to:)), &run)
  }

  private static func write(_ people: [Programme.Reference], _ run: inout Run) {
    run.answer(people, as: JSONRecords.person) { page in
      page.people(people)
    }
  }
}
