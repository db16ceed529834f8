package import Browser
package import CommandLine

/// The functions that show a browser on the terminal of the process.
package struct BrowserTerminal {
  /// The options for showing a browser.
  package struct Options {
    /// The number of rows below the prompt, or nil for the whole screen.
    package let rows: Int?
    /// True if colours are shown.
    package let usesColor: Bool
    /// True if the terminal is on another machine.
    package let isRemote: Bool
    /// Returns the time to show, in seconds since 1970.
    ///
    /// It is the current time or the time of `--at`.
    package let clock: () -> Int64
    /// Returns true if another program has changed the shown data.
    package let hasOutsideChange: () -> Bool
    /// The folder that other programs change the shown data in, or nil if no such folder is set.
    package let folder: String?
  }

  /// Opens the terminal before any input is read.
  ///
  /// After this call, the terminal is restored even if a signal ends the process.
  package var prepare: () throws(Failure) -> Void
  /// Shows a browser until it ends.
  ///
  /// The result is the final state of the browser, and the exit status.
  package var show: (Browser, Options) throws(Failure) -> (Browser, Int32)
  /// Shows a page until the user quits; returns the exit status.
  package var showPage: (LivePage, Options) throws(Failure) -> Int32
  /// Writes lines to the standard output at once.
  package var write: ([String]) -> Void
  /// Writes an answer and its remarks at once.
  package var append: (Output) throws(Failure) -> Void
  /// Waits for a moment, in seconds since 1970, or for a change in a folder.
  ///
  /// Returns false if the standard output has no reader any more.
  package var wait: (_ moment: Int64, _ folder: String?) -> Bool
  /// Reads a line of the standard input; nil at its end.
  package var readLine: () -> String?
  /// Returns the current time, in seconds since 1970.
  package var clock: () -> Int64

  /// Creates the functions.
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

  /// The functions that show a browser, or nil if the process has no terminal for it.
  package var browserTerminal: BrowserTerminal? {
    get { self[Key.self] }
    set { self[Key.self] = newValue }
  }
}
