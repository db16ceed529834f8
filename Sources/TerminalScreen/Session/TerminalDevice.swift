import SystemBasics

/// The terminal of the process, opened once more, so that nothing that is set for this file reaches others.
final class TerminalDevice {
  private let file: Descriptor
  /// The settings at the time it was opened.
  let savedSettings: termios

  /// Opens the terminal that controls the process.
  ///
  /// - Throws: The system's error number if there is none.
  init() throws(SystemError) {
    let number = try SystemError.check {
      open("/dev/tty", O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
    file = Descriptor(number)
    var settings = termios()
    try SystemError.check { tcgetattr(number, &settings) }
    savedSettings = settings
  }

  /// The number by which the system knows it.
  var number: Int32 { file.number }

  /// The columns and rows; 80 by 24 if the terminal does not say.
  var size: ScreenSize {
    var size = winsize()
    guard ioctl(number, numericCast(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return ScreenSize(columns: 80, rows: 24) }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// The settings in which each key comes at once and nothing is echoed.
  ///
  /// The keys that send signals still do.
  private var keySettings: termios {
    var settings = savedSettings
    settings.c_iflag &= ~tcflag_t(BRKINT | ICRNL | IGNCR | INLCR | ISTRIP | IXON)
    settings.c_oflag &= ~tcflag_t(OPOST)
    settings.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
    settings.c_lflag |= tcflag_t(ISIG)
    settings.setControl(VMIN, to: 1)
    settings.setControl(VTIME, to: 0)
    return settings
  }

  /// Makes each key come at once; stops the process if it is in the background.
  func useKeySettings() {
    var settings = keySettings
    while tcsetattr(number, TCSANOW, &settings) == -1, errno == EINTR {}
  }

  /// Returns to the settings at the time it was opened, also from the background.
  ///
  /// - Parameter onlyIfOurs: Whether settings that another program made stay as they are.
  func restoreSettings(onlyIfOurs: Bool = false) {
    var present = termios()
    // Some shells have the same local flags while a line is typed, but still process output.
    if onlyIfOurs, tcgetattr(number, &present) == 0,
      (present.c_lflag, present.c_oflag) != (keySettings.c_lflag, keySettings.c_oflag)
    {
      return
    }
    var settings = savedSettings
    SignalSet([SIGTTOU]).blocked {
      while tcsetattr(number, TCSANOW, &settings) == -1, errno == EINTR {}
    }
  }

  /// Forgets what was typed and not read.
  func discardInput() { _ = SignalSet([SIGTTOU]).blocked { tcflush(number, TCIFLUSH) } }

  /// Returns the signal that a control key sends, if the terminal leaves it to us to send it.
  func signal(ofControl letter: Character) -> Int32? {
    guard let ascii = letter.asciiValue else { return nil }
    let code = ascii & 0x1F
    if code == savedSettings.control(VINTR) { return SIGINT }
    if code == savedSettings.control(VQUIT) { return SIGQUIT }
    if code == savedSettings.control(VSUSP) { return SIGTSTP }
    return nil
  }

  /// What a read found.
  enum Input {
    case bytes([UInt8])
    case nothing
    case gone
  }

  /// Reads what was typed.
  func read() -> Input {
    do throws(SystemError) {
      let bytes = try file.readNext(upTo: 65_536)
      return bytes.isEmpty ? .gone : .bytes(bytes)
    } catch {
      return error.code == EAGAIN ? .nothing : .gone
    }
  }

  /// Writes as many bytes as the terminal takes now.
  ///
  /// - Returns: How many it took; nil if it is gone.
  func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    var done = 0
    while done < bytes.count {
      let count = bytes.dropFirst(done).withUnsafeBytes { buffer in
        SystemBasics.write(number, buffer.baseAddress, buffer.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN ? done : nil
      }
      done += count
    }
    return done
  }

  /// Writes what must arrive before the process ends, but waits for a slow terminal only so long.
  ///
  /// What the terminal has not taken after half of the time is taken back to make room.
  func writeLast(_ bytes: [UInt8], within limit: Duration = .milliseconds(400)) {
    let start = ContinuousClock.now
    var rest = bytes[...]
    var mayFlush = true
    SignalSet([SIGTTOU]).blocked {
      while !rest.isEmpty {
        guard let count = write(rest) else { return }
        rest = rest.dropFirst(count)
        let elapsed = ContinuousClock.now - start
        if rest.isEmpty || elapsed >= limit { return }
        if mayFlush, elapsed >= limit / 2 {
          _ = tcflush(number, TCOFLUSH)
          mayFlush = false
          rest = bytes[...]
          continue
        }
        _ = Readiness.wait(reading: [], writing: number, timeout: .milliseconds(20))
      }
    }
  }
}

extension termios {
  /// Sets one of the control characters, whose positions differ between systems.
  fileprivate mutating func setControl(_ place: Int32, to value: UInt8) {
    withUnsafeMutableBytes(of: &c_cc) { $0[Int(place)] = value }
  }

  fileprivate func control(_ place: Int32) -> UInt8 {
    withUnsafeBytes(of: c_cc) { $0[Int(place)] }
  }
}
