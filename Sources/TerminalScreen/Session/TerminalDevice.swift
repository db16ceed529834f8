import Basics

/// The controlling terminal of the process, with its settings, input and output.
///
/// The device has a separate open file description, so its flags do not affect standard input or
/// output.
final class TerminalDevice {
  private let file: Descriptor
  /// The settings from before the session.
  let savedSettings: termios

  /// Creates a device by opening the controlling terminal.
  ///
  /// - Throws: The system's error number if the process has no controlling terminal.
  init() throws(SystemError) {
    let number = try SystemError.check {
      open("/dev/tty", O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
    file = Descriptor(number)
    var settings = termios()
    try SystemError.check { tcgetattr(number, &settings) }
    savedSettings = settings
  }

  var number: Int32 { file.number }

  /// The columns and rows, or 80 by 24 if the terminal does not report them.
  var size: ScreenSize {
    var size = winsize()
    guard ioctl(number, numericCast(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return ScreenSize(columns: 80, rows: 24) }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// The settings for reading single keys without echo.
  ///
  /// Keys that send signals continue to send them.
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

  /// Applies the settings for single keys.
  ///
  /// If a background process calls this function, the system stops the process.
  func useKeySettings() {
    var settings = keySettings
    while tcsetattr(number, TCSANOW, &settings) == -1, errno == EINTR {}
  }

  /// Restores the settings from before the session, even from the background.
  ///
  /// Pass true for `onlyIfOurs` to leave the settings of another program unchanged.
  func restoreSettings(onlyIfOurs: Bool = false) {
    var present = termios()
    // Some shells set the same local flags while the user types a line, but leave OPOST on.
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

  func discardInput() { _ = SignalSet([SIGTTOU]).blocked { tcflush(number, TCIFLUSH) } }

  /// Returns the signal that the saved settings assign to a control key, if any.
  func signal(ofControl letter: Character) -> Int32? {
    guard let ascii = letter.asciiValue else { return nil }
    let code = ascii & 0x1F
    if code == savedSettings.control(VINTR) { return SIGINT }
    if code == savedSettings.control(VQUIT) { return SIGQUIT }
    if code == savedSettings.control(VSUSP) { return SIGTSTP }
    return nil
  }

  enum Input {
    case bytes([UInt8])
    case nothing
    case gone
  }

  func read() -> Input {
    do throws(SystemError) {
      let bytes = try file.readNext(upTo: 65_536)
      return bytes.isEmpty ? .gone : .bytes(bytes)
    } catch {
      return error.code == EAGAIN ? .nothing : .gone
    }
  }

  /// Writes as many bytes as the terminal accepts now.
  ///
  /// - Returns: The number of bytes written, or nil if the terminal has disappeared.
  func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    var done = 0
    while done < bytes.count {
      let count = bytes.dropFirst(done).withUnsafeBytes { buffer in
        Basics.write(number, buffer.baseAddress, buffer.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN ? done : nil
      }
      done += count
    }
    return done
  }

  /// Writes the last bytes before the process ends, with a time limit for slow terminals.
  ///
  /// After half of the time limit, pending output is discarded and all bytes are written again.
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
  /// Sets a control character.
  ///
  /// The index of the character depends on the system.
  fileprivate mutating func setControl(_ place: Int32, to value: UInt8) {
    withUnsafeMutableBytes(of: &c_cc) { $0[Int(place)] = value }
  }

  fileprivate func control(_ place: Int32) -> UInt8 {
    withUnsafeBytes(of: c_cc) { $0[Int(place)] }
  }
}
