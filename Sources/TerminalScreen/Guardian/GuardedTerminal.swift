package import Basics

/// A terminal that a guardian process restores.
///
/// The guardian restores the terminal after the process ends for any reason, even `SIGKILL` or a
/// stack overflow. The guardian then ends with the same status or signal. So the process needs no
/// handlers for crashes and terminating signals.
package final class GuardedTerminal {
  let device: TerminalDevice
  let link: GuardianLink?

  private init(_ device: TerminalDevice, _ link: GuardianLink?) {
    self.device = device
    self.link = link
  }

  /// Opens the controlling terminal and starts a guardian.
  ///
  /// In the process that the user started, this function never returns, because this process
  /// becomes the guardian. The guardian starts the same program again with the same arguments,
  /// waits for the new process, and ends with the same status. In the new process, the function
  /// returns. Call it before slow work and before side effects, such as reading standard input.
  ///
  /// If the guardian has been killed, the process exits immediately and changes nothing.
  ///
  /// - Returns: The terminal, without a guardian if the program cannot be started again.
  /// - Throws: The system's error number if the process has no terminal.
  package static func open() throws(SystemError) -> GuardedTerminal {
    let link = GuardianLink.inherited()
    if case .ended = link?.receive() { _exit(128 + SIGKILL) }
    let device = try TerminalDevice()
    if link == nil, var guardian = Guardian(device) { guardian.watch() }
    return GuardedTerminal(device, link)
  }
}
