import ECSKit
package import ECSReactive
import TextBasics

extension Programme {
  /// Returns the checks of the programme: a system for each rule, which makes an entity of each finding.
  ///
  ///     try programme.checks(skipping: [.overlap]).execute()
  ///     context.group(.all(Finding.self)).count
  ///
  /// - Parameters:
  ///   - skipped: The rules that do not matter.
  ///   - sharedPlaces: The names of places that may have several slots at a time.
  /// - Returns: A loop to be executed once.
  package func checks(
    skipping skipped: Set<CheckRule> = [], sharedPlaces: Set<String> = []
  ) -> Loop {
    let loop = Loop(name: "Checks")
    let systems: [any CheckSystem] = [
      UnknownSlots(programme: self), UnknownSpeakers(programme: self),
      UnknownPlaces(programme: self), UnusedPlaces(programme: self), TalkNumbers(programme: self),
      Untitled(programme: self),
      Lengths(programme: self), Overlaps(programme: self, sharedPlaces: sharedPlaces),
      DoubleBookings(programme: self),
      Placeholders(programme: self), Links(programme: self), ControlCharacters(programme: self),
    ]
    for system in systems { loop.add(system).isEnabled = !skipped.contains(system.rule) }
    return loop
  }
}

/// A system that looks for one kind of thing that is not as it should be.
protocol CheckSystem: ExecuteSystem {
  /// What is checked.
  var rule: CheckRule { get }
  /// The schedule.
  var programme: Programme { get }
  /// Makes the findings, in the order of what they are about.
  func check()
}

extension CheckSystem {
  var name: String { rule.rawValue }

  func execute() { check() }

  func report(_ entity: Entity, _ message: @autoclosure () -> String) {
    programme.context.report(rule, FindingSubject(entity: entity), message())
  }

  /// How a message calls a slot or a talk.
  func quotedID(_ entity: Entity) -> String { programme.id(of: entity).quoted() }
}
