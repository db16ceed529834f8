import Basics
import Browser
import CommandLine
import KonfCLI
import TerminalScreen

extension BrowserTerminal {
  /// Returns the terminal of this process.
  ///
  /// The `prepare` closure of the result opens the terminal.
  static func ofProcess() -> BrowserTerminal {
    var terminal: GuardedTerminal?
    var watch: FolderWatch?
    func run(_ program: inout some ScreenProgram, _ options: Options) throws(Failure) -> Int32 {
      guard let terminal else {
        throw Failure(.inputOutput, "needs a terminal")
      }
      let session = ScreenSession(
        on: terminal,
        ScreenSession.Options(
          inlineRows: options.rows, usesColor: options.usesColor, isRemote: options.isRemote),
        now: options.clock, hasOutsideChange: options.hasOutsideChange,
        of: options.folder)
      return session.run(&program)
    }
    return BrowserTerminal(
      prepare: { () throws(Failure) in
        do throws(SystemError) {
          terminal = try GuardedTerminal.open()
        } catch {
          throw Failure(
            .inputOutput, "cannot use the terminal: \(error.description)",
            "use --plain for lines of text")
        }
      },
      show: { browser, options throws(Failure) in
        var browser = browser
        let status = try run(&browser, options)
        return (browser, status)
      },
      showPage: { page, options throws(Failure) in
        var page = page
        return try run(&page, options)
      },
      write: { lines in ProcessStreams.append(lines.map { "\($0)\n" }.joined()) },
      append: { output throws(Failure) in try ProcessStreams.append(output) },
      wait: { moment, folder in
        // The first change of a mark creates the folder.
        if watch == nil { watch = folder.flatMap(FolderWatch.init) }
        defer { watch?.forgetChanges() }
        return ProcessStreams.wait(
          reading: watch?.number, upTo: .seconds(moment - Int64(time(nil))))
      },
      readLine: { Swift.readLine() }, clock: { Int64(time(nil)) })
  }
}
