import CommandLine
import ECSKit
import Schedule
import TerminalScreen

/// The watch mode of `konf now`, which updates a page on a terminal and otherwise appends lines.
extension NowCommand {
  /// Returns true if the watch mode appends lines instead of updating a page.
  static func appends(_ invocation: Invocation, _ environment: RunEnvironment) -> Bool {
    invocation.data != nil || invocation.showsLines(environment, isOutput: true)
  }

  static func watch(_ run: inout Run) throws(Failure) {
    let terminal = try run.requireTerminal()
    let repeated = RepeatedRun(run, RunInputs(forTimes: run.invocation, run.environment))
    if appends(run.invocation, run.environment) {
      // Notes about the schedule must appear before the command waits.
      try terminal.append(run.streams.finished(.success))
      run.streams = OutputStreams(run.presentation)
      return try append(repeated, terminal)
    }
    // An unknown friend ends the command before the terminal changes.
    _ = try run.company
    let isFixed = run.invocation.has(CommonOption.width.definition)
    let live = LivePage { columns, moment in
      repeated.read(at: moment, width: isFixed ? nil : columns)
      let run = repeated.run
      let lines = (try? page(of: sessions(run), run, keepsLines: true).lines) ?? []
      return (repeated.failure?.messages ?? []).map { Line($0, .error) } + lines
    }
    let status = try terminal.showPage(live, run.options(of: terminal) { repeated.isBehind })
    if let status = ExitStatus(rawValue: status) { run.status = status }
  }

  /// Appends talks as they start or change, until the reader closes the pipe.
  private static func append(
    _ repeated: RepeatedRun, _ terminal: BrowserTerminal
  ) throws(Failure) {
    var told: Set<[UInt8]> = []
    var failure: Failure?
    while true {
      var run = repeated.run
      run.streams = OutputStreams(run.presentation)
      if let new = repeated.failure, new != failure {
        for message in new.messages { run.streams.note(message, .error) }
      }
      failure = repeated.failure
      let sessions = sessions(run)
      let facts = facts(of: sessions, run)
      let new = zip(sessions, facts).filter { !told.contains($0.1) }.map(\.0)
      if run.isData {
        run.writeTimedRecords(of: new)
      } else {
        var page = Page(run, layout: .facts)
        page.company = try run.company
        page.facts(of: new)
        if facts.isEmpty, !told.contains([]) {
          page.add(Line(Outlook(run, hintingAt: NowCommand.self).whyNothing))
        }
        run.streams.write(page.text)
      }
      told = facts.isEmpty ? [[]] : Set(facts)
      try terminal.append(run.streams.finished(.success))
      let moment = terminal.clock()
      let minute = moment.startOfNextMinute
      repeat {
        if !terminal.wait(minute, run.log.folder) { return }
      } while terminal.clock() < minute && !repeated.isBehind
      repeated.read(at: terminal.clock())
    }
  }

  /// Returns all facts about sessions, except the remaining minutes.
  ///
  /// A change of the remaining minutes is not news.
  private static func facts(of sessions: [Entity], _ run: Run) -> [[UInt8]] {
    let context = RecordContext(run)
    var streams = OutputStreams(Presentation(of: "", data: DataFormat(.lines)))
    streams.write(sessions) { SessionRecord($0, context) }
    return streams.answer.bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
  }
}
