import Basics

/// What a shell does for one job: it hands the terminal over, takes it back, and reports what happened.
///
/// A command `f` on its standard input continues a job that was stopped. It ends with that input.
struct JobShell {
  private let report: Int32
  private let job: pid_t

  /// Starts the job.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - report: The file for the lines about what happens.
  ///   - output: The file that becomes the standard output of the job; nil for the terminal.
  init?(_ arguments: [String], report: Int32, output: String?) {
    self.report = report
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/tty", O_RDWR, 0)
    posix_spawn_file_actions_addclose(&actions, report)
    if let output {
      posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/tty", O_RDWR, 0)
    }
    var list = arguments.map { strdup($0) } + [nil]
    defer { for text in list { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(
      &process, "/proc/self/exe", &actions, nil, &list, ProcessVariables.list)
    guard code == 0 else { return nil }
    job = process
    // From here on the terminal is that of the job.
    for number in [SIGTTOU, SIGTTIN, SIGTSTP, SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
  }

  /// Reports all that happens to the job.
  func run() {
    tell("started \(job)")
    var status: Int32 = 0
    while waitpid(job, &status, WUNTRACED) == job {
      tcsetpgrp(2, getpgrp())
      let number = status >> 8 & 0xFF
      guard status & 0xFF == 0x7F else {
        tell(status & 0x7F == 0 ? "exited \(number)" : "signaled \(status & 0x7F)")
        break
      }
      tell("stopped \(number)")
      guard command() == UInt8(ascii: "f") else { break }
      tcsetpgrp(2, job)
      kill(-job, SIGCONT)
    }
    while command() != nil {}
  }

  private func tell(_ line: String) {
    try? Descriptor(report, isOwned: false).writeAll(Array("\(line)\n".utf8))
  }

  private func command() -> UInt8? {
    try? Descriptor(0, isOwned: false).readNext(upTo: 1).first
  }

  /// Becomes a program that has the terminal for itself.
  static func takeTerminal(ignoring ignored: [Int32], then arguments: [String]) -> Never {
    setpgid(0, 0)
    let former = signal(SIGTTOU, SIG_IGN)
    tcsetpgrp(0, getpid())
    signal(SIGTTOU, former)
    for number in ignored { signal(number, SIG_IGN) }
    let list = arguments.map { strdup($0) } + [nil]
    execv("/proc/self/exe", list)
    exit(127)
  }
}
