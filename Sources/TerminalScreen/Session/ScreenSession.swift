import Basics

/// A session that runs a program on a terminal.
///
/// The session sends keys, sizes and ticks to the program, and shows the program's frames. It sends
/// no queries to the terminal and never waits for the terminal. After 50 ms without a frame, the
/// next frame is shown immediately. While a key is held, frames are at least 50 ms apart, and
/// intermediate frames are skipped. When the program ends or is suspended, the terminal is restored
/// to its previous state.
package final class ScreenSession {
  package struct Options: Sendable {
    /// The number of rows below the prompt, or nil for the whole screen.
    package var inlineRows: Int?
    package var usesColor: Bool
    /// The time after which an escape byte counts as the Escape key if no further bytes arrive.
    package var escapeDelay: Duration

    /// Creates options.
    ///
    /// Pass true for `isRemote` if the terminal is on the other end of a network, where bytes
    /// arrive in pieces.
    package init(inlineRows: Int? = nil, usesColor: Bool, isRemote: Bool) {
      self.inlineRows = inlineRows
      self.usesColor = usesColor
      escapeDelay = .milliseconds(isRemote ? 100 : 25)
    }
  }

  private let terminal: GuardedTerminal
  private let options: Options
  private let now: () -> Int64
  private let hasOutsideChange: () -> Bool
  private let folder: String?
  private var watch: FolderWatch?
  private let start = ContinuousClock.now
  private var decoder: KeyDecoder
  private var painter: Painter
  private var pacer = FramePacer()
  private var size: ScreenSize
  private var modes: TerminalModes
  private var isEntered = false
  private var usesMouse = false
  /// Bytes that have not been written to the terminal yet.
  private var output: ArraySlice<UInt8> = []
  private var isTerminalGone = false

  /// Creates a session.
  ///
  /// The session shows nothing until it runs. The closure `now` returns the current time, in
  /// seconds since 1970. The closure `hasOutsideChange` returns true if another process has changed
  /// the data of the program. The session calls `hasOutsideChange` before each tick, each time the
  /// program resumes, and when a file in `folder` has changed.
  package init(
    on terminal: GuardedTerminal, _ options: Options,
    now: @escaping () -> Int64 = { Int64(time(nil)) },
    hasOutsideChange: @escaping () -> Bool = { false }, of folder: String? = nil
  ) {
    self.terminal = terminal
    self.options = options
    self.now = now
    self.hasOutsideChange = hasOutsideChange
    self.folder = folder
    decoder = KeyDecoder(escapeDelay: options.escapeDelay)
    painter = Painter(
      area: options.inlineRows == nil ? .screen : .inline, usesColor: options.usesColor)
    size = terminal.device.size
    modes = .screen
  }

  /// Runs a program until it ends, restores the terminal, and returns the exit status.
  ///
  /// The process ends if the terminal or the guardian disappears.
  package func run(_ program: inout some ScreenProgram) -> Int32 {
    SessionSignals.begin()
    let mask = SessionSignals.maskWhileWaiting
    measure()
    enter()
    var status = handle(.resized(size, at: now()), by: &program)
    var wakeUp = program.nextWakeUp(after: now())
    while status == nil {
      show(&program)
      let ready = wait(until: wakeUp, mask)
      if let link = terminal.link, ready.contains(link.number) { readLink(link) }
      status = handleSignals(by: &program)
      if status == nil, let watch, ready.contains(watch.number) {
        watch.forgetChanges()
        status = handleOutsideChange(by: &program)
      }
      if status == nil { status = handleInput(by: &program) }
      if status == nil, let moment = wakeUp, now() >= moment {
        status = handleTime(.tick(at: now()), by: &program)
        wakeUp = program.nextWakeUp(after: now())
      }
      if isTerminalGone { endWithTerminal() }
    }
    leave()
    SessionSignals.end()
    return status ?? 0
  }

  // MARK: Events

  private var elapsed: Duration { ContinuousClock.now - start }

  /// Sends an event, and returns the exit status if the program ends.
  private func handle(_ event: ScreenEvent, by program: inout some ScreenProgram) -> Int32? {
    pacer.change()
    switch program.handle(event) {
    case .goOn: break
    case .copy(let text): output += TerminalModes.copying(text)
    case .useMouse(let isUsed):
      usesMouse = isUsed
      terminal.link?.tell(undo: undo)
      output += TerminalModes.mouse(isUsed)
    case .end(let status): return status
    }
    return nil
  }

  private func handleTime(
    _ event: ScreenEvent, by program: inout some ScreenProgram
  ) -> Int32? {
    handleOutsideChange(by: &program) ?? handle(event, by: &program)
  }

  private func handleOutsideChange(by program: inout some ScreenProgram) -> Int32? {
    hasOutsideChange() ? handle(.outsideChange(at: now()), by: &program) : nil
  }

  private func handleInput(by program: inout some ScreenProgram) -> Int32? {
    var keys: [Key] = []
    switch terminal.device.read() {
    case .bytes(let bytes): keys = decoder.feed(bytes, at: elapsed)
    case .nothing: keys = decoder.expire(at: elapsed)
    case .gone: isTerminalGone = true
    }
    for key in keys {
      if case .control(let letter) = key, let number = terminal.device.signal(ofControl: letter) {
        // If a control key arrives as a key sequence, the terminal sends no signal, so this process
        // sends it.
        kill(0, number)
      } else if let status = handle(.key(key, at: now()), by: &program) {
        return status
      }
    }
    return nil
  }

  private func handleSignals(by program: inout some ScreenProgram) -> Int32? {
    var status: Int32?
    if SessionSignals.consumeStopped() {
      leave()
      kill(getpid(), SIGSTOP)
      _ = SessionSignals.consumeStopped()
    }
    if SessionSignals.consumeContinued() { status = resume(&program) }
    if status == nil, SessionSignals.consumeResized() {
      measure()
      painter.forget()
      status = handle(.resized(size, at: now()), by: &program)
    }
    return status
  }

  /// Uses the terminal again after a suspension, and returns the exit status if the program ends.
  ///
  /// The function may run twice, because both the shell and the guardian may resume the process.
  private func resume(_ program: inout some ScreenProgram) -> Int32? {
    if let link = terminal.link { readLink(link) }
    measure()
    let wasStopped = !isEntered
    if wasStopped {
      enter()
    } else {
      terminal.device.useKeySettings()
      painter.forget()
    }
    let status = handle(.resized(size, at: now()), by: &program)
    guard status == nil, wasStopped else { return status }
    return handleTime(.resumed(at: now()), by: &program)
  }

  private func readLink(_ link: GuardianLink) {
    switch link.receive() {
    case .nothing: break
    case .undone: isEntered = false
    case .ended:
      // No other process can restore the terminal now, but the shell may already be using it.
      if isEntered {
        terminal.device.writeLast(undo)
        terminal.device.restoreSettings(onlyIfOurs: true)
      }
      _exit(128 + SIGKILL)
    }
  }

  private func measure() {
    let whole = terminal.device.size
    let rows = options.inlineRows.map { min($0, whole.rows) } ?? whole.rows
    size = ScreenSize(columns: whole.columns, rows: rows)
  }

  // MARK: Waiting

  private func wait(until wakeUp: Int64?, _ mask: SignalSet) -> [Int32] {
    let present = elapsed
    var moments: [Duration] = []
    if let deadline = decoder.deadline { moments.append(deadline - present) }
    if output.isEmpty, let moment = pacer.moment { moments.append(moment - present) }
    if let wakeUp { moments.append(Self.timeLeft(until: wakeUp, now())) }
    // The folder may not exist before data is first saved in it.
    if watch == nil { watch = folder.flatMap(FolderWatch.init) }
    let others = [terminal.link?.number, watch?.number].compactMap(\.self)
    return Readiness.wait(
      reading: [terminal.device.number] + others,
      writing: output.isEmpty ? nil : terminal.device.number, timeout: moments.min(), mask: mask)
  }

  /// Returns the time until a moment, minus the elapsed fraction of the current second.
  private static func timeLeft(until moment: Int64, _ now: Int64) -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(moment - now) - .nanoseconds(time.tv_nsec) + .milliseconds(1)
  }

  // MARK: Output

  /// The bytes that undo all active modes.
  private var undo: [UInt8] { (usesMouse ? TerminalModes.mouse(false) : []) + modes.end }

  private func enter() {
    if let link = terminal.link { readLink(link) }
    modes = options.inlineRows == nil ? .screen : .inline(rows: size.rows)
    terminal.device.useKeySettings()
    terminal.link?.tell(undo: undo)
    isEntered = true
    painter.startAnew()
    output = modes.start[...]
    if usesMouse { output += TerminalModes.mouse(true) }
  }

  private func leave() {
    guard isEntered else { return }
    // Drop the rest of the frame, because a slow terminal might take a long time to draw it.
    output = []
    terminal.device.writeLast(undo)
    isEntered = false
    terminal.link?.tell(undo: [])
    terminal.device.restoreSettings()
  }

  private func show(_ program: inout some ScreenProgram) {
    send()
    // Make the frame only when the terminal accepts it, so that the frame shows the latest state.
    guard output.isEmpty, pacer.isReady(at: elapsed) else { return }
    let bytes = painter.bytes(for: program.frame(size))
    pacer.madeFrame(isVisible: !bytes.isEmpty)
    output += bytes
    send()
  }

  private func send() {
    guard !output.isEmpty else { return }
    if let count = terminal.device.write(output) {
      output = output.dropFirst(count)
      if output.isEmpty { pacer.deliveredAll(at: elapsed) }
    } else {
      isTerminalGone = true
    }
  }

  private func endWithTerminal() -> Never {
    // A read also fails if the process is in the background. This happens when the guardian was
    // killed and the shell uses the terminal again.
    if let link = terminal.link { readLink(link) }
    signal(SIGHUP, SIG_DFL)
    kill(getpid(), SIGHUP)
    SignalSet([SIGHUP]).unblock()
    _exit(128 + SIGHUP)
  }
}
