/// The program: arguments in, text and status out.
package enum Konf {
  /// The version, as `--version` prints it.
  static let version = "0.1.0"
  /// The day of the version, as pages of the manual have it.
  static let date = "November 22, 2026"

  /// Answers a command line.
  ///
  /// The answer depends on the environment and on files alone: equal ones give equal bytes.
  ///
  /// - Parameter environment: What was typed, what is set, and what time it is.
  /// - Returns: All that is to be written, and how the run ends.
  package static func run(_ environment: RunEnvironment) -> Output {
    let invocation: Invocation
    do {
      invocation = try CommandTable.konf.parse(environment.arguments)
    } catch {
      var streams = OutputStreams(
        Presentation(environment: environment.variables, terminal: environment.terminal))
      streams.note(error)
      return streams.finished(.usage)
    }
    func presentation(_ data: DataFormat?) -> Presentation {
      Presentation(
        color: invocation[CommonOption.color] ?? .auto,
        links: invocation[CommonOption.hyperlink] ?? .auto, width: invocation[CommonOption.width],
        data: data, isQuiet: invocation[CommonOption.quiet],
        isPaged: !invocation[CommonOption.noPager], environment: environment.variables,
        terminal: environment.terminal)
    }
    do throws(Failure) {
      guard let (form, fields) = try invocation.data() else {
        return invocation.command.run(invocation, environment, OutputStreams(presentation(nil)))
      }
      let known = invocation.command.fieldNames(of: invocation)
      if fields == .question {
        var streams = OutputStreams(presentation(nil))
        for name in known { streams.write("\(name)") }
        return streams.finished(.success)
      }
      let names = try fields.names(among: known, command: invocation.command.name)
      let streams = OutputStreams(presentation(DataFormat(form, fields: names)))
      return invocation.command.run(invocation, environment, streams)
    } catch {
      return OutputStreams(presentation(nil)).finished(error)
    }
  }
}
