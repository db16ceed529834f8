package import Browser
package import CommandLine

/// Functions that show a browser on the terminal of the process.
package struct BrowserTerminal {
  package struct Options {
    /// The number of rows below the prompt, or nil for the whole screen.
    package let rows: Int?
    package let usesColor: Bool
    /// True if the terminal is on another machine.
    package let isRemote: Bool
    /// Returns the time to show, in seconds since 1970: the current time or the time set by `--at`.
    package let clock: () -> Int64
    /// Returns true if another process has changed the shown data.
    package let hasOutsideChange: () -> Bool
    /// The folder where other processes change the shown data, or nil if no data folder is set.
    package let folder: String?
  }

  /// Opens the terminal before any input is read.
  ///
  /// After this call, the terminal is restored even if a signal ends the process.
  package var prepare: () throws(Failure) -> Void
  /// Shows a browser until the user leaves it, and returns the final state and the exit status.
  package var show: (Browser, Options) throws(Failure) -> (Browser, Int32)
  /// Shows a page until the user quits, and returns the exit status.
  package var showPage: (LivePage, Options) throws(Failure) -> Int32
  /// Writes lines to the standard output immediately.
  package var write: ([String]) -> Void
  /// Writes an answer and its notes immediately.
  package var append: (Output) throws(Failure) -> Void
  /// Waits until a time, in seconds since 1970, or until something in a folder changes.
  ///
  /// Returns true, or false if the program that reads the standard output has closed the pipe.
  package var wait: (_ moment: Int64, _ folder: String?) -> Bool
  /// Reads a line from the standard input, or returns nil at its end.
  package var readLine: () -> String?
  /// Returns the current time, in seconds since 1970.
  package var clock: () -> Int64

  package init(
    prepare: @escaping () throws(Failure) -> Void,
    show: @escaping (Browser, Options) throws(Failure) -> (Browser, Int32),
    showPage: @escaping (LivePage, Options) throws(Failure) -> Int32 = { _, _ in 0 },
    write: @escaping ([String]) -> Void,
    append: @escaping (Output) throws(Failure) -> Void = { _ in },
    wait: @escaping (_ moment: Int64, _ folder: String?) -> Bool = { _, _ in false },
    readLine: @escaping () -> String?, clock: @escaping () -> Int64
  ) {
    self.prepare = prepare
    self.show = show
    self.showPage = showPage
    self.write = write
    self.append = append
    self.wait = wait
    self.readLine = readLine
    self.clock = clock
  }
}

extension RunEnvironment {
  private enum Key: EnvironmentKey { typealias Value = BrowserTerminal }

  /// The functions that show a browser.
  ///
  /// The value is nil if the process has no suitable terminal.
  package var browserTerminal: BrowserTerminal? {
    get { self[Key.self] }
    set { self[Key.self] = newValue }
  }
}
