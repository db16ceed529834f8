import Basics

struct SignalSet {
  private(set) var value = sigset_t()

  init(_ numbers: [Int32]) {
    sigemptyset(&value)
    for number in numbers { sigaddset(&value, number) }
  }

  /// The signals that are blocked now.
  static var blocked: SignalSet {
    var set = SignalSet([])
    sigprocmask(SIG_BLOCK, nil, &set.value)
    return set
  }

  /// Blocks these signals in addition to the signals that are already blocked.
  func block() {
    var set = value
    sigprocmask(SIG_BLOCK, &set, nil)
  }

  func unblock() {
    var set = value
    sigprocmask(SIG_UNBLOCK, &set, nil)
  }

  /// Blocks these signals and unblocks all other signals.
  func blockOnly() {
    var set = value
    sigprocmask(SIG_SETMASK, &set, nil)
  }

  /// Blocks these signals while a closure runs, and returns its result.
  func blocked<Result>(_ body: () -> Result) -> Result {
    let former = SignalSet.blocked
    block()
    defer { former.blockOnly() }
    return body()
  }

  /// Waits for one of these signals, and returns its number.
  ///
  /// The signals must be blocked.
  func wait() -> Int32 {
    var set = value
    var number: Int32 = 0
    while sigwait(&set, &number) != 0 {}
    return number
  }
}
