import CommandLine

/// How a run of konf ended; `Testing` has a type of the same name.
typealias KonfStatus = ExitStatus
