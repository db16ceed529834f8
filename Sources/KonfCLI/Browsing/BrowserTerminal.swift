package import Browser
package import CommandLine

/// How a run shows a browser: functions of the process that it is in.
package struct BrowserTerminal {
  /// How a browser is shown.
  package struct Options {
    /// How many rows below the prompt it takes; nil for the whole screen.
    package let rows: Int?
    /// Whether colours are shown.
    package let usesColor: Bool
    /// Whether the terminal is at the other end of a network.
    package let isRemote: Bool
    /// Returns the moment, in seconds since 1970: that of the clock, or the one that was asked for.
    package let clock: () -> Int64
    /// Returns whether another program changed what the browser shows.
    package let hasOutsideChange: () -> Bool
    /// The folder in which other programs change what the browser shows; nil if there is none.
    package let folder: String?
  }

  /// Takes the terminal, before anything is read; what ends the process from then on restores it.
  package var prepare: () throws(Failure) -> Void
  /// Shows a browser until it ends; returns it as it is then, and the exit status.
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
  /// Returns the moment, in seconds since 1970.
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

  /// What shows a browser; nil where nothing can.
  package var browserTerminal: BrowserTerminal? {
    get { self[Key.self] }
    set { self[Key.self] = newValue }
  }
}
