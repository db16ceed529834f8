import Basics
import ECSKit
import ECSModel
package import ECSReactive

extension ConferenceSchedule {
  /// All checks, in execution order.
  private static var checks: [any CheckSystem.Type] {
    [
      UnknownSessions.self, UnknownSpeakers.self, UnknownLocations.self, UnusedLocations.self,
      TalkNumbers.self, SharedIDs.self, Untitled.self, ListedDays.self, Lengths.self, Overlaps.self,
      DoubleBookings.self, Placeholders.self, Links.self, ControlCharacters.self,
    ]
  }

  /// The rules of all checks, in execution order.
  package static var checkRules: [CheckRule] { checks.map { $0.rule } }

  /// Returns a loop that runs the checks and creates an entity for each finding.
  ///
  ///     try schedule.checks().execute()
  ///     context.group(.all(Finding.self)).count
  ///
  /// Execute the loop only once. The locations in `sharedLocations` may have several sessions at
  /// the same time.
  package func checks(
    skipping skipped: Set<CheckRule> = [], sharedLocations: Set<String> = []
  ) -> Loop {
    // Without this call, generic code in the rules would create the same indices in twice the time.
    makeIndices()
    let loop = Loop(name: "Checks")
    let input = CheckInput(self, sharedLocations: sharedLocations)
    for check in Self.checks {
      loop.add(check.init(input: input)).isEnabled = !skipped.contains(check.rule)
    }
    return loop
  }
}

final class CheckInput {
  let schedule: ConferenceSchedule
  let sharedLocations: Set<String>
  /// The sessions that take up their attendees' time, in chronological order.
  private(set) lazy var occupiedTimes = schedule.occupiedTimes

  init(_ schedule: ConferenceSchedule, sharedLocations: Set<String>) {
    self.schedule = schedule
    self.sharedLocations = sharedLocations
  }
}

/// A check for one kind of mistake.
///
/// Most checks only declare rules about single entities or values. A check that compares several
/// entities implements `execute()` instead.
protocol CheckSystem: ExecuteSystem {
  static var rule: CheckRule { get }
  var input: CheckInput { get }
  /// The declared rules, or an empty array if the system implements `execute()`.
  var rules: [Rule] { get }
  init(input: CheckInput)
}

extension CheckSystem {
  var name: String { Self.rule.name }
  var schedule: ConferenceSchedule { input.schedule }

  func report(
    _ entity: Entity, besides other: Entity? = nil, _ message: @autoclosure () -> String
  ) {
    schedule.context.report(Self.rule, FindingSubject(entity: entity, other: other), message())
  }

  var rules: [Rule] { [] }

  func execute() {
    for rule in rules {
      rule.forEachViolation(in: schedule.context) { violation in
        report(violation.entity, violation.message)
      }
    }
  }

  func quotedID(_ entity: Entity) -> String { schedule.shownID(of: entity).quoted() }
}
