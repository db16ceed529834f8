/// What the command line asks for.
struct Options {
  static let usage = """
    usage: konf-histories [--seed N] [--count N] [--report]
           konf-histories [--seed N] --only N [--verbose] [--keep]
           konf-histories --versions [--report]

      --seed      what the histories are made from; 1, if not given
      --count     how many; 2000, if not given
      --only      the history with this number alone
      --verbose   print the history, all commands and all verdicts
      --keep      keep the files and data folders, and print where they are
      --report    print without judging
      --versions  the real schedules of the shared data instead of invented ones
    """

  var seed: UInt64 = 1
  var count = 2000
  var only: Int?
  var isVerbose = false
  var keepsFiles = false
  var isReport = false
  var isOfVersions = false

  /// Reads the arguments after the name of the program; nil if they cannot be understood.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--verbose": isVerbose = true
      case "--keep": keepsFiles = true
      case "--report": isReport = true
      case "--versions": isOfVersions = true
      case "--seed":
        guard let seed = rest.popFirst().flatMap({ UInt64($0) }) else { return nil }
        self.seed = seed
      case "--count", "--only":
        guard let number = rest.popFirst().flatMap({ Int($0) }), number >= 0 else { return nil }
        if argument == "--only" { only = number } else { count = number }
      default: return nil
      }
    }
  }
}
