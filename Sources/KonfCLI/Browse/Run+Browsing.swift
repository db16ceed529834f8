import Browser
import CommandLine
import Marks
import Schedule

extension RunInputs {
  /// Opens the terminal, and creates the inputs of a command that shows a browser.
  init(
    browsedBy invocation: Invocation, _ environment: RunEnvironment, isOutput: Bool = true
  ) throws(Failure) {
    if !invocation.showsLines(environment, isOutput: isOutput) {
      try environment.browserTerminal?.prepare()
    }
    self.init(markedBy: invocation, environment)
  }
}

extension Invocation {
  /// Returns true if the output must be plain lines instead of a screen.
  ///
  /// The result is true if the user requests plain lines, or if the terminal does not support a
  /// screen.
  func showsLines(_ environment: RunEnvironment, isOutput: Bool) -> Bool {
    let variables = environment.variables
    return isSpoken(variables)
      || ["dumb", ""].contains(variables[EnvironmentVariable.terminal.name] ?? "")
      || isOutput && !environment.terminal.outIsTerminal
  }
}

extension Run {
  /// Returns the terminal, or throws a `Failure` if the process has no suitable terminal.
  func requireTerminal() throws(Failure) -> BrowserTerminal {
    guard let terminal = environment.browserTerminal else {
      throw Failure(.usage, "\(invocation.command.name): needs a terminal")
    }
    return terminal
  }

  /// Shows a browser until the user leaves it.
  ///
  /// The inputs are read again when another process changes them. `rows` is the number of rows
  /// below the prompt, or nil for the whole screen.
  ///
  /// - Returns: The final state of the browser, the exit status, and the saved changes.
  func browse(
    _ inputs: RunInputs, rows: Int? = nil, picking isPicking: Bool = false
  ) throws(Failure) -> (Browser, Int32, BrowserVisit) {
    let terminal = try requireTerminal()
    let visit = BrowserVisit(self, inputs)
    var query = ListQuery()
    query.rule = rule
    let showsLines = invocation.showsLines(environment, isOutput: !isPicking)
    let signs: Signs =
      showsLines ? .spoken : presentation.glyphs == .unicode ? .unicode : .plain
    let browser = Browser(
      schedule,
      ConferenceClocks(zone: zone, dayChange: schedule.dayChange(in: zone)),
      signs, visit.keeping, query: query, picking: isPicking, now: now)
    environment.progress?.finish()
    if !showsLines {
      let (ended, status) = try terminal.show(
        browser, options(of: terminal, rows: rows) { visit.isBehind })
      return (ended, status, visit)
    }
    // The output must contain only the picked talks.
    let write: ([String]) -> Void =
      isPicking
      ? { [environment] lines in environment.drawProgress?(lines.map { "\($0)\n" }.joined()) }
      : terminal.write
    var plain = PlainBrowser(browser)
    write(plain.lines() + [plain.hint])
    while let line = terminal.readLine() {
      let moment = moment(terminal)
      if visit.isBehind { plain.handleOutsideChange(at: moment) }
      let (lines, status) = plain.answer(line, at: moment)
      write(lines)
      if let status { return (plain.browser, status, visit) }
    }
    return (plain.browser, isPicking ? 1 : 0, visit)
  }

  func options(
    of terminal: BrowserTerminal, rows: Int? = nil, _ isBehind: @escaping () -> Bool
  ) -> BrowserTerminal.Options {
    let variables = environment.variables
    let color = invocation[CommonOption.color] ?? .auto
    return BrowserTerminal.Options(
      rows: rows, usesColor: color.usesColor(environment: variables, isTerminal: true),
      isRemote: !(variables[EnvironmentVariable.remote.name] ?? "").isEmpty,
      clock: { [self] in moment(terminal) }, hasOutsideChange: isBehind, folder: log.folder)
  }

  /// Reads the schedule and its marks again, and returns the new run.
  ///
  /// If `moment` or `width` is nil, the value of this run applies. `--at` overrides `moment`. No
  /// progress is shown, because a screen may be drawn meanwhile.
  func again(
    _ inputs: RunInputs, at moment: Int64? = nil, width: Int? = nil
  ) throws(Failure) -> Run {
    var environment = environment
    environment.progress = nil
    if let moment { environment.now = Instant(secondsSince1970: moment) }
    var streams = OutputStreams(width.map(presentation.resized(to:)) ?? presentation)
    return try RunLog.reading(invocation, environment, &streams) {
      [invocation, environment] (log, streams) throws(Failure) in
      try Run(invocation, inputs, environment, &streams, log: log)
    }
  }

  /// Returns the current time, or the time set by `--at`.
  private func moment(_ terminal: BrowserTerminal) -> Int64 {
    invocation.has(CommonOption.at.definition) ? now.secondsSince1970 : terminal.clock()
  }
}
