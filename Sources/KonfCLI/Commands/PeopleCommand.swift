import ECSKit
import Schedule

/// `konf speakers` and `konf organizers`: lists of people.
enum PeopleCommand {
  static func runSpeakers(_ session: inout Session) {
    write(session.programme.speakers(in: session.selection), &session)
  }

  static func runOrganizers(_ session: inout Session) {
    write(session.programme.organizers.map(Programme.Reference.init(to:)), &session)
  }

  private static func write(_ people: [Programme.Reference], _ session: inout Session) {
    session.answer(people, as: JSONRecords.person) { page in
      page.people(people)
    }
  }
}
