// A terminal for tests, with a program that runs as the job of a shell. `SessionTests` types keys
// on it and checks the screen and the settings. No method waits for a fixed time.
package import Basics

/// A pseudoterminal on which a program runs as the job of a shell.
///
/// No method waits for a fixed time. Every wait ends when its condition holds, or fails after far
/// more time than any program needs.
package final class PseudoTerminal {
  /// The maximum time to wait.
  private static let patience: Duration = .seconds(60)

  /// The screen of the terminal.
  package private(set) var screen: ScreenInterpreter
  /// The bytes received since the last call of ``takeBytes()``.
  private var bytes: [UInt8] = []
  /// The lines reported by the shell.
  package private(set) var reports: [String] = []
  /// The settings before the program started.
  package let firstSettings: [UInt8]
  private var master: Int32
  private let report: Int32
  private let command: Int32
  private let shell: pid_t
  private var partialReport = ""

  /// Starts a program as a job of a shell on a new terminal.
  ///
  /// - Parameters:
  ///   - path: The path of a program that supports `--job`; see `JobShell`.
  ///   - arguments: The arguments of the job.
  ///   - columns: The number of columns of the terminal.
  ///   - rows: The number of rows of the terminal.
  package init?(shell path: String, _ arguments: [String], columns: Int, rows: Int) {
    screen = ScreenInterpreter(columns: columns, rows: rows)
    var slave: Int32 = -1
    var name = [CChar](repeating: 0, count: 256)
    var ends: Int32 = -1
    guard openpty(&ends, &slave, nil, nil, nil) == 0, ttyname_r(slave, &name, name.count) == 0
    else { return nil }
    master = ends
    _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
    defer { close(slave) }
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    Self.setSize(of: master, columns, rows)
    firstSettings = Self.settings(of: master)
    var reports: [Int32] = [-1, -1]
    var commands: [Int32] = [-1, -1]
    guard pipe(&reports) == 0, pipe(&commands) == 0 else { return nil }
    for file in [reports[0], commands[1]] { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(reports[0], F_SETFL, O_NONBLOCK)
    (report, command) = (reports[0], commands[1])

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session leader opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 2, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 2, 1)
    posix_spawn_file_actions_adddup2(&actions, commands[0], 0)
    posix_spawn_file_actions_adddup2(&actions, reports[1], 9)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Reset the signals: test threads block some, and a shell may ignore some.
    var signals = sigset_t()
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let newSession: Int16 = 0x80
    posix_spawnattr_setflags(
      &attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var list = ([path, "--job", "9"] + arguments).map { strdup($0) } + [nil]
    defer { for text in list { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, &attributes, &list, ProcessVariables.list)
    close(reports[1])
    close(commands[0])
    guard code == 0 else { return nil }
    shell = process
  }

  deinit {
    close(command)
    if master >= 0 { close(master) }
    close(report)
    kill(shell, SIGKILL)
    waitpid(shell, nil, 0)
  }

  /// The current settings of the terminal, byte for byte.
  package var settings: [UInt8] { Self.settings(of: master) }

  private static func settings(of file: Int32) -> [UInt8] {
    var settings = termios()
    tcgetattr(file, &settings)
    return withUnsafeBytes(of: settings) { Array($0) }
  }

  /// Changes the size of the terminal, as resizing its window does.
  package func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    Self.setSize(of: master, columns, rows)
  }

  private static func setSize(of file: Int32, _ columns: Int, _ rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(file, UInt(TIOCSWINSZ), &size)
  }

  /// Closes the terminal, as closing its window does.
  package func vanish() {
    close(master)
    master = -1
  }

  /// Types text, and reads the output of the program meanwhile.
  package func type(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      rest = rest.dropFirst(max(0, count))
      if !rest.isEmpty { pump() }
    }
  }

  /// Continues a stopped job.
  package func continueJob() { _ = write(command, "f", 1) }

  /// Returns the bytes received since the last call.
  package func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Waits until a condition holds.
  ///
  /// - Parameter condition: The condition, which is checked after each read.
  /// - Returns: True if the condition holds, or false if time is up.
  package func wait(until condition: () -> Bool) -> Bool {
    let start = ContinuousClock.now
    while !condition() {
      if ContinuousClock.now - start > Self.patience { return false }
      pump()
    }
    return true
  }

  /// Waits for a report of the shell that begins with a word.
  ///
  /// - Returns: The report, or the last report if none matches in time.
  package func waitForReport(_ word: String) -> String {
    _ = wait { reports.last?.hasPrefix(word) ?? false }
    return reports.last ?? ""
  }

  /// Waits until a process no longer exists.
  package func waitForEnd(of process: pid_t) -> Bool {
    wait { kill(process, 0) == -1 }
  }

  /// Reads all available output, after a wait of at most a few milliseconds.
  private func pump() {
    var files = [pollfd(fd: report, events: Int16(POLLIN), revents: 0)]
    if master >= 0 { files.append(pollfd(fd: master, events: Int16(POLLIN), revents: 0)) }
    _ = poll(&files, nfds_t(files.count), 5)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    if master >= 0 {
      let count = read(master, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
        screen.take(chunk[..<count])
      }
    }
    let count = read(report, &chunk, chunk.count)
    if count > 0 { addReports(String(decoding: chunk[..<count], as: UTF8.self)) }
  }

  private func addReports(_ text: String) {
    partialReport += text
    var lines = partialReport.split(separator: "\n", omittingEmptySubsequences: false)
    partialReport = String(lines.removeLast())
    reports += lines.map(String.init)
  }
}
