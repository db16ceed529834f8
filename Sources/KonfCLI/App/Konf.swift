package import CommandLine
import Marks
import Schedule

/// The program, as a function that takes a command line and returns its output and status.
package enum Konf {
  package static let version = "0.1.0"
  /// The date of the version, for manual pages.
  package static let date = "November 22, 2026"

  /// Runs a command line, and returns all output and the exit status.
  ///
  /// The output depends only on the environment and on files. Equal inputs result in equal bytes.
  package static func run(_ environment: RunEnvironment) -> Output {
    let typed: Invocation
    do {
      typed = try CommandTable.konf.parse(environment.arguments)
    } catch {
      var streams = OutputStreams(presentation(environment.variables, environment.terminal))
      streams.note(error.naming(scheduleIn: environment))
      return streams.finished(.usage)
    }
    let walks = WalkingTimes()
    let configuration = Configuration(
      for: typed, of: .konf, environment, settings: ["walk": walks.add],
      checks: zoneChecks(environment))
    let invocation = typed.filled(from: configuration.values)
    var environment = environment
    environment.programVersion = version
    environment.walks = walks
    if !invocation[CommonOption.quiet] { environment.progress = Progress(environment) }
    defer { environment.progress?.finish() }
    func streams(_ data: DataFormat?) -> OutputStreams {
      Self.streams(invocation, environment, data, configuration)
    }
    do throws(Failure) {
      guard let (form, fields) = invocation.data else {
        return invocation.command.run(invocation, environment, streams(nil))
      }
      let known = invocation.command.fieldNames(of: invocation)
      if fields == .question {
        var list = streams(nil)
        for name in known { list.write("\(name)") }
        return list.finished(.success)
      }
      let names = try fields.names(among: known, command: invocation.command.name)
      return invocation.command.run(
        invocation, environment, streams(DataFormat(form, fields: names)))
    } catch {
      return streams(nil).finished(error)
    }
  }

  /// Returns functions that check the zones in the configuration file, by option name.
  ///
  /// Each function returns a description of the problem, or nil if the zone is valid.
  static func zoneChecks(_ environment: RunEnvironment) -> [String: (String) -> String?] {
    func problem(_ name: String) -> String? {
      do throws(ZoneError) {
        _ = try Zone(named: name, in: environment.zoneFolders)
        return nil
      } catch {
        return error.description.replacing("\n", with: "; ")
      }
    }
    return [
      CommonOption.zone.definition.name: problem,
      CommonOption.displayZone.definition.name: { $0 == "local" ? nil : problem($0) },
    ]
  }

  /// Returns a presentation that does not depend on the options of a command line.
  package static func presentation(
    _ variables: [String: String] = [:], _ terminal: TerminalFacts = TerminalFacts()
  ) -> Presentation {
    Presentation(
      of: "konf", isSpoken: EnvironmentVariable.isSpoken(variables), environment: variables,
      terminal: terminal)
  }

  private static func streams(
    _ invocation: Invocation, _ environment: RunEnvironment, _ data: DataFormat?,
    _ configuration: Configuration
  ) -> OutputStreams {
    var streams = OutputStreams(
      Presentation(
        of: "konf", color: invocation[CommonOption.color] ?? .auto,
        links: invocation[CommonOption.hyperlink] ?? .auto, width: invocation[CommonOption.width],
        data: data, showsIDs: !invocation[CommonOption.noIDs],
        isQuiet: invocation[CommonOption.quiet],
        isVerbose: invocation[CommonOption.verbose], isPaged: !invocation[CommonOption.noPager],
        isSpoken: invocation.isSpoken(environment.variables),
        environment: environment.variables, terminal: environment.terminal))
    for problem in configuration.problems { streams.note(problem) }
    streams.detail("configuration: \(configuration.words)")
    return streams
  }
}
