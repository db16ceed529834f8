package import SystemBasics

/// The terminal of a process that another process watches over.
///
/// Whatever ends a process, even `SIGKILL` or an overflow of the stack, its guardian restores the
/// terminal afterwards, and ends as the process did. No handler of a signal is needed, and a crash is
/// left to the system.
package final class GuardedTerminal {
  let device: TerminalDevice
  let link: GuardianLink?

  private init(_ device: TerminalDevice, _ link: GuardianLink?) {
    self.device = device
    self.link = link
  }

  /// Opens the terminal that controls the process, and has it watched over.
  ///
  /// In the process that the user started this never returns: it starts the same program again, with the
  /// same arguments, watches over it and ends with it. In that other process it returns. So call it
  /// before anything that takes long or has effects, such as reading the standard input.
  ///
  /// A process whose guardian was killed ends here, and touches nothing.
  ///
  /// - Returns: The terminal; without a guardian if the program cannot be started again.
  /// - Throws: The system's error number if there is no terminal.
  package static func open() throws(SystemError) -> GuardedTerminal {
    let link = GuardianLink.inherited()
    if case .ended = link?.receive() { _exit(128 + SIGKILL) }
    let device = try TerminalDevice()
    if link == nil, var guardian = Guardian(device) { guardian.watch() }
    return GuardedTerminal(device, link)
  }
}
