import SystemBasics

/// A set of signals.
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

  /// Blocks these signals as well.
  func block() {
    var set = value
    sigprocmask(SIG_BLOCK, &set, nil)
  }

  /// Lets these signals through.
  func unblock() {
    var set = value
    sigprocmask(SIG_UNBLOCK, &set, nil)
  }

  /// Blocks exactly these signals.
  func blockOnly() {
    var set = value
    sigprocmask(SIG_SETMASK, &set, nil)
  }

  /// Blocks these signals while it calls the body.
  func blocked<Result>(_ body: () -> Result) -> Result {
    let former = SignalSet.blocked
    block()
    defer { former.blockOnly() }
    return body()
  }

  /// Waits for one of these signals, which must be blocked.
  func wait() -> Int32 {
    var set = value
    var number: Int32 = 0
    while sigwait(&set, &number) != 0 {}
    return number
  }
}
