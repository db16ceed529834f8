import Schedule

/// The program: arguments in, text and status out.
package enum Konf {
  /// The version, as `--version` tells it.
  static let version = "0.1.0"

  /// Answers a command line.
  ///
  /// Nothing but what the world holds has a part in the answer, so equal worlds over equal files
  /// give equal bytes.
  ///
  /// - Parameter world: What was typed, what is set, and what time it is.
  /// - Returns: All that is to be written, and how the run ends.
  package static func run(_ world: World) -> Output {
    var presentation = Presentation(environment: world.environment, terminal: world.terminal)
    let invocation: Invocation
    do {
      invocation = try CommandTable.konf.parse(world.arguments)
    } catch {
      var streams = OutputStreams(presentation)
      streams.note(error)
      return streams.finished(.usage)
    }
    presentation = Presentation(
      color: invocation[.color].flatMap(ColorChoice.init(rawValue:)) ?? .auto,
      width: invocation[.width].flatMap { Int($0) }, environment: world.environment,
      terminal: world.terminal)
    let streams = OutputStreams(presentation)
    switch invocation.command {
    case "version":
      return HelpCommand.runVersion(invocation, streams)
    case "help":
      return HelpCommand.run(invocation, streams)
    case "doctor":
      return DoctorCommand.run(invocation, world, streams)
    case "check":
      return CheckCommand.run(invocation, world, streams)
    default:
      return answer(invocation, world, streams)
    }
  }

  private static func answer(
    _ invocation: Invocation, _ world: World, _ streams: OutputStreams
  ) -> Output {
    var session: Session
    var streams = streams
    do {
      session = try Session(invocation, world, &streams)
    } catch {
      return ended(error, streams)
    }
    do {
      try run(&session, world)
    } catch {
      return ended(error, session.streams)
    }
    return session.streams.finished(session.status)
  }

  private static func ended(_ failure: Failure, _ streams: OutputStreams) -> Output {
    var streams = streams
    for message in failure.messages { streams.note(message, .error) }
    return streams.finished(failure.status)
  }

  private static func run(_ session: inout Session, _ world: World) throws(Failure) {
    switch session.invocation.command {
    case nil: OverviewCommand.run(&session)
    case "now": NowCommand.run(&session)
    case "next": try NextCommand.run(&session)
    case "search": try SearchCommand.run(&session)
    case "timeline": TimelineCommand.run(&session)
    case "talks": TalksCommand.run(&session)
    case "speakers": PeopleCommand.runSpeakers(&session)
    case "organizers": PeopleCommand.runOrganizers(&session)
    case "speaker": try SpeakerCommand.run(&session)
    case "locations": LocationsCommand.run(&session)
    case "location": try LocationCommand.run(&session)
    case "session": try SessionCommand.run(&session)
    case "rate": try RateCommand.run(&session)
    case "ratings": try RatingsCommand.run(&session, world)
    case "diff": try DiffCommand.run(&session)
    case "entities": try EntitiesCommand.run(&session)
    case let command?:
      throw Failure(.fault, "the command \(command.quoted()) is known and not made")
    }
  }
}
