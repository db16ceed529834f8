import Basics

/// The process that the user started, which restores the terminal when the program ends.
///
/// The guardian starts the program again and waits until the new process ends. It blocks signals
/// and waits for them, so no signal handler ever runs.
struct Guardian {
  /// The time that the child may take to end after a signal, in microseconds.
  private static let patience: suseconds_t = 300_000
  /// The signals that are not treated as a request to end.
  private static let harmless: Set<Int32> = [
    SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH, SIGPIPE,
  ]

  private let device: TerminalDevice
  private let link: GuardianLink
  private let process: pid_t
  private let signals: SignalSet
  private var undo: [UInt8] = []
  /// The first terminating signal that the guardian has passed to the child, or nil.
  private var received: Int32?

  /// Creates a guardian and starts the same program again, or returns nil if the start fails.
  init?(_ device: TerminalDevice) {
    guard let (link, other) = GuardianLink.pair() else { return nil }
    let former = SignalSet.blocked
    let signals = Self.caughtSignals()
    signals.block()
    let process = Self.start(mask: former)
    close(other)
    guard let process else {
      former.blockOnly()
      return nil
    }
    self.device = device
    self.link = link
    self.process = process
    self.signals = signals
  }

  /// Returns all signals that can be caught, except ignored signals.
  ///
  /// The guardian blocks these signals and waits for them, so it needs no handlers. `SIGCHLD` and
  /// `SIGCONT` get an empty handler. This handler is never called.
  private static func caughtSignals() -> SignalSet {
    var numbers: [Int32] = []
    for number in 1..<(NSIG > 65 ? 65 : NSIG) where number != SIGKILL && number != SIGSTOP {
      let former = signal(number, SIG_DFL)
      let isIgnored = unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if isIgnored && number != SIGCHLD {
        signal(number, SIG_IGN)
      } else {
        numbers.append(number)
      }
    }
    signal(SIGCHLD) { _ in }
    signal(SIGCONT) { _ in }
    return SignalSet(numbers)
  }

  private static func start(mask: SignalSet) -> pid_t? {
    #if canImport(Darwin)
      guard let path = CommandLine.arguments.first else { return nil }
      var attributes: posix_spawnattr_t?
    #else
      let path = "/proc/self/exe"
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var blocked = mask.value
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    let code = posix_spawnp(
      &process, path, nil, &attributes, CommandLine.unsafeArgv, ProcessVariables.list)
    return code == 0 ? process : nil
  }

  /// Waits for the child to end, and then ends with the same status or signal.
  mutating func watch() -> Never {
    while true {
      let number = signals.wait()
      switch number {
      case SIGCHLD: handleChange()
      case SIGTSTP, SIGCONT: kill(process, number)
      case SIGALRM where received != nil: kill(process, SIGKILL)
      case _ where Self.harmless.contains(number): break
      default: pass(number)
      }
    }
  }

  /// Passes a terminating signal to the child, and continues the child if it is stopped.
  private mutating func pass(_ number: Int32) {
    kill(process, number)
    kill(process, SIGCONT)
    if received == nil {
      received = number
      var timer = itimerval()
      timer.it_value.tv_usec = Self.patience
      // This is ITIMER_REAL. The type of the constant differs between C libraries.
      setitimer(.init(0), &timer, nil)
    }
  }

  private mutating func handleChange() {
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG | WUNTRACED) > 0 {
      let signal = status & 0x7F
      if status & 0xFF == 0x7F {
        restore(afterCrash: false)
        stop()
        kill(process, SIGCONT)
      } else if signal == 0 {
        restore(afterCrash: false)
        _exit(status >> 8 & 0xFF)
      } else {
        restore(afterCrash: true)
        Self.end(by: received ?? signal)
      }
    }
  }

  /// Undoes the child's changes to the terminal, unless the child has already undone them.
  private mutating func restore(afterCrash: Bool) {
    undo = link.receiveUndo() ?? undo
    if !undo.isEmpty {
      device.writeLast(undo)
      undo = []
      link.tellUndone()
    }
    // The unread rest of a paste must not reach the shell.
    if afterCrash { device.discardInput() }
    device.restoreSettings()
  }

  /// Stops this process, so that the shell uses the terminal again.
  private func stop() {
    let set = SignalSet([SIGTSTP])
    kill(getpid(), SIGTSTP)
    set.unblock()
    set.block()
  }

  /// Ends this process by raising a signal, without a second core dump.
  private static func end(by number: Int32) -> Never {
    var none = rlimit()
    // This is RLIMIT_CORE. The type of the constant differs between C libraries.
    setrlimit(.init(4), &none)
    signal(number, SIG_DFL)
    kill(getpid(), number)
    SignalSet([number]).unblock()
    // This line is reached only if the signal does not end the process.
    _exit(128 + number)
  }
}
