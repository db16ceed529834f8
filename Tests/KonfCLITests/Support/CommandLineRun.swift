import CommandLine
import KonfCLI
import Marks
import Schedule
import TestSupport

/// What the tests need to know of the machine they run on.
enum Machine {
  /// Whether zones other than the built-in ones are known.
  static let hasZoneFiles =
    (try? Zone(named: "Asia/Tokyo", in: ZoneFolders())) != nil
}

/// A run of the command line inside the test's own process.
///
/// Nothing of the machine has a part in it: no variables are set, no streams are terminals, the time
/// is the first morning of the built-in schedule, and there is no folder for ratings.
struct CommandLineRun {
  var environment: [String: String] = ["LANG": "C.UTF-8"]
  var terminal = TerminalFacts()
  var now = Instant(secondsSince1970: 1_431_939_600)  // 2015-05-18T11:00+02:00
  var input: [UInt8] = []
  var zoneFolders: ZoneFolders?
  var lockWait = Duration.milliseconds(20)
  var elapsed: () -> Duration = { .zero }
  var drawProgress: ((String) -> Void)?
  var browserTerminal: BrowserTerminal?
  var keep: (AnyObject) -> Void = { _ in }

  /// Runs a command line that is written as in a shell, its words parted by single spaces.
  func callAsFunction(_ line: String) -> Output {
    self(line.split(separator: " ").map(String.init))
  }

  /// Runs a line as konf prints it for a shell, which splits it into words.
  func shell(_ line: String) -> Output {
    let words = BuiltProgram.shell(#"for word in \#(line); do printf '%s\0' "$word"; done"#)
      .output.utf8.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    return self(bytes: words.map(Array.init).drop { $0.elementsEqual("konf".utf8) }.map(\.self))
  }

  /// Runs a command line.
  func callAsFunction(_ arguments: [String]) -> Output {
    self(bytes: arguments.map { Array($0.utf8) })
  }

  /// Runs a command line of any bytes.
  func callAsFunction(bytes arguments: [[UInt8]]) -> Output {
    let input = input
    var rest = input[...]
    var environment = RunEnvironment(
      arguments: arguments, variables: self.environment, terminal: terminal, now: now,
      zoneFolders: zoneFolders, readStandardInput: { input },
      readStandardInputPiece: {
        // Pieces of an odd size, so that they end inside lines and characters.
        let piece = Array(rest.prefix(97))
        rest = rest.dropFirst(97)
        return piece
      })
    environment.lockWait = lockWait
    environment.elapsed = elapsed
    environment.drawProgress = drawProgress
    environment.browserTerminal = browserTerminal
    environment.keep = keep
    return Konf.run(environment)
  }
}

extension CommandLineRun {
  /// Makes a run of the sample conference that keeps things in a folder.
  init(sampleIn folder: TemporaryFolder) {
    self.init()
    environment["KONF_HOME"] = folder.path
    environment["KONF_DATA"] = folder.write(SampleConference.json, to: "sample.json")
  }
}

extension BrowserTerminal {
  /// A terminal whose user types nothing.
  static var silent: BrowserTerminal {
    BrowserTerminal(
      prepare: { () throws(Failure) in },
      show: { browser, _ throws(Failure) in (browser, 0) }, write: { _ in }, readLine: { nil },
      clock: { 0 })
  }
}

extension Output {
  /// The standard output.
  var text: String { String(decoding: out, as: UTF8.self) }
  /// The standard error.
  var notes: String { String(decoding: err, as: UTF8.self) }
}

extension Substring {
  /// Whether the line is nothing but an address of the web or a path, which are never broken.
  var isAddressAlone: Bool {
    split(separator: " ").count == 1 && (contains("://") || hasPrefix("/"))
  }
}

extension CommandLineRun {
  /// Creates a run with a data folder.
  init(home: String) {
    self.init()
    environment["KONF_HOME"] = home
  }
}
