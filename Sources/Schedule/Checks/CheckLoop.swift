import ECSKit
import ECSModel
package import ECSReactive
import TextBasics

extension ConferenceSchedule {
  /// All checks of a schedule, in the order in which they run.
  private static var checks: [any CheckSystem.Type] {
    [
      UnknownSessions.self, UnknownSpeakers.self, UnknownLocations.self, UnusedLocations.self,
      TalkNumbers.self, Untitled.self, Lengths.self, Overlaps.self, DoubleBookings.self,
      Placeholders.self, Links.self, ControlCharacters.self,
    ]
  }

  /// The rules of all checks, in the order in which they run.
  package static var checkRules: [CheckRule] { checks.map { $0.rule } }

  /// Returns the checks of the schedule: a system for each rule, which makes an entity of each finding.
  ///
  ///     try schedule.checks().execute()
  ///     context.group(.all(Finding.self)).count
  ///
  /// - Parameters:
  ///   - skipped: The rules that are not checked.
  ///   - sharedLocations: The names of locations that may have several sessions at a time.
  /// - Returns: A loop to be executed once.
  package func checks(
    skipping skipped: Set<CheckRule> = [], sharedLocations: Set<String> = []
  ) -> Loop {
    // Rules learn only at run time what they are about, and would make the same indices in twice the time.
    makeIndices()
    let loop = Loop(name: "Checks")
    let input = CheckInput(schedule: self, sharedLocations: sharedLocations)
    for check in Self.checks {
      loop.add(check.init(input: input)).isEnabled = !skipped.contains(check.rule)
    }
    return loop
  }
}

/// What checks look at.
struct CheckInput {
  /// The schedule.
  let schedule: ConferenceSchedule
  /// The names of locations that may have several sessions at a time.
  let sharedLocations: Set<String>
}

/// A system that looks for one kind of mistake.
///
/// Most are rules about each entity or value by itself. A system that compares several entities looks
/// for itself.
protocol CheckSystem: ExecuteSystem {
  /// The rule that a finding breaks.
  static var rule: CheckRule { get }
  /// What is checked.
  var input: CheckInput { get }
  /// The rules whose violations are reported; none if the system looks for itself.
  var rules: [Rule] { get }
  /// Creates the system, which makes its findings in the order of the entities they are about.
  init(input: CheckInput)
}

extension CheckSystem {
  var name: String { Self.rule.name }
  /// The schedule.
  var schedule: ConferenceSchedule { input.schedule }

  func report(_ entity: Entity, _ message: @autoclosure () -> String) {
    schedule.context.report(Self.rule, FindingSubject(entity: entity), message())
  }

  var rules: [Rule] { [] }

  func execute() {
    for rule in rules {
      rule.forEachViolation(in: schedule.context) { violation in
        report(violation.entity, violation.message)
      }
    }
  }

  /// The identifier of a session or a talk as messages quote it.
  func quotedID(_ entity: Entity) -> String { schedule.shownID(of: entity).quoted() }
}
