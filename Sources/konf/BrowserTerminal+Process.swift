import Browser
import CommandLine
import KonfCLI
import SystemBasics
import TerminalScreen

extension BrowserTerminal {
  /// Returns the terminal of this process, which the `prepare` closure opens.
  static func ofProcess() -> BrowserTerminal {
    var terminal: GuardedTerminal?
    return BrowserTerminal(
      prepare: { () throws(Failure) in
        do throws(SystemError) {
          terminal = try GuardedTerminal.open()
        } catch {
          throw Failure(
            .inputOutput, "cannot use the terminal: \(error.description)",
            "use konf browse --plain for numbered lines")
        }
      },
      show: { browser, options throws(Failure) in
        guard let terminal else {
          throw Failure(.inputOutput, "needs a terminal")
        }
        var browser = browser
        let session = ScreenSession(
          on: terminal,
          ScreenSession.Options(
            inlineRows: options.rows, usesColor: options.usesColor, isRemote: options.isRemote),
          now: options.clock, hasOutsideChange: options.hasOutsideChange,
          of: options.folder)
        let status = session.run(&browser)
        return (browser, status)
      },
      write: { lines in ProcessStreams.append(lines.map { "\($0)\n" }.joined()) },
      readLine: { Swift.readLine() }, clock: { Int64(time(nil)) })
  }
}
