import Schedule
import TextBasics

/// The program: arguments in, text and status out.
package enum Konf {
  /// The version, as `--version` tells it.
  static let version = "0.1.0"

  /// Answers a command line.
  ///
  /// The answer depends on the environment and on files alone: equal ones give equal bytes.
  ///
  /// - Parameter environment: What was typed, what is set, and what time it is.
  /// - Returns: All that is to be written, and how the run ends.
  package static func run(_ environment: RunEnvironment) -> Output {
    var presentation = Presentation(
      environment: environment.variables, terminal: environment.terminal)
    let invocation: Invocation
    do {
      invocation = try CommandTable.konf.parse(environment.arguments)
    } catch {
      var streams = OutputStreams(presentation)
      streams.note(error)
      return streams.finished(.usage)
    }
    presentation = Presentation(
      color: invocation[.color].flatMap(ColorChoice.init(rawValue:)) ?? .auto,
      width: invocation[.width].flatMap { Int($0) }, environment: environment.variables,
      terminal: environment.terminal)
    let streams = OutputStreams(presentation)
    switch invocation.command {
    case "version":
      return HelpCommand.runVersion(invocation, streams)
    case "help":
      return HelpCommand.run(invocation, streams)
    case "doctor":
      return DoctorCommand.run(invocation, environment, streams)
    case "check":
      return CheckCommand.run(invocation, environment, streams)
    default:
      return answer(invocation, environment, streams)
    }
  }

  private static func answer(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    var run: Run
    var streams = streams
    do {
      run = try Run(invocation, environment, &streams)
    } catch {
      return ended(error, streams)
    }
    do {
      try self.run(&run, environment)
    } catch {
      return ended(error, run.streams)
    }
    return run.streams.finished(run.status)
  }

  private static func ended(_ failure: Failure, _ streams: OutputStreams) -> Output {
    var streams = streams
    for message in failure.messages { streams.note(message, .error) }
    return streams.finished(failure.status)
  }

  private static func run(_ run: inout Run, _ environment: RunEnvironment) throws(Failure) {
    switch run.invocation.command {
    case nil: OverviewCommand.run(&run)
    case "now": NowCommand.run(&run)
    case "next": try NextCommand.run(&run)
    case "search": try SearchCommand.run(&run)
    case "timeline": TimelineCommand.run(&run)
    case "talks": TalksCommand.run(&run)
    case "speakers": PeopleCommand.runSpeakers(&run)
    case "organizers": PeopleCommand.runOrganizers(&run)
    case "speaker": try SpeakerCommand.run(&run)
    case "locations": LocationsCommand.run(&run)
    case "location": try LocationCommand.run(&run)
    case "session": try SessionCommand.run(&run)
    case "rate": try RateCommand.run(&run)
    case "ratings": try RatingsCommand.run(&run, environment)
    case "diff": try DiffCommand.run(&run)
    case "entities": try EntitiesCommand.run(&run)
    case let command?:
      throw Failure(.fault, "the command \(command.quoted()) is known and not made")
    }
  }
}
