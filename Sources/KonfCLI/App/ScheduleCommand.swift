package import CommandLine
import Marks
import Schedule

/// A command that reads a schedule.
///
/// By default, the command shows marks.
package protocol ScheduleCommand: Command {
  /// Returns the inputs of the run.
  ///
  /// By default, the inputs are the requested or default schedule and its marks.
  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs

  /// Writes the output.
  ///
  /// - Throws: `Failure` if the command fails.
  static func answer(_ run: inout Run) throws(Failure)
}

extension ScheduleCommand {
  package static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    RunInputs(source: ScheduleSource(invocation, environment.variables))
  }

  package static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    var streams = streams
    var run: Run
    do throws(Failure) {
      let inputs = try inputs(of: invocation, environment)
      run = try RunLog.reading(invocation, environment, &streams) {
        (log, streams) throws(Failure) in
        try Run(invocation, inputs, environment, &streams, log: log)
      }
      environment.keep(run.schedule.context)
    } catch {
      return streams.finished(error)
    }
    do throws(Failure) {
      try answer(&run)
    } catch {
      return run.streams.finished(error)
    }
    run.streams.detail("took \(environment.elapsed().milliseconds) ms")
    return run.streams.finished(run.status)
  }
}
