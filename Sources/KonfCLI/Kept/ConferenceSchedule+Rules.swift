import ECSKit
import ECSModel
import Schedule
import TextBasics

extension ConferenceSchedule {
  /// What holds of all that somebody marks sessions and talks with.
  ///
  /// Changes that break one of these rules are refused.
  var rulesOfMarks: [Rule] {
    [
      .value(
        of: Rating.self,
        Check(Rating.starsWords) { (1...5).contains($0) }.of(\.stars, "stars")),
      Rule("ratings are of talks", for: .all(Rating.self)) { entity in
        guard sessions.contains(entity), talks(in: entity).isEmpty else { return nil }
        return
          "\(shownID(of: entity).quoted()) has no talks; expected a talk or a session with talks"
      },
    ]
  }
}

extension Rating {
  /// The stars that there are, in words.
  static let starsWords = "a whole number from 1, not for me, to 5, outstanding"
}
