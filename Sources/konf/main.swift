import Basics
import CommandLine
import KonfCLI
import KonfResources
import Marks
import Schedule

// Restore the default actions, so that a crash ends the process. Otherwise the crash handler of the
// Swift runtime would start another program.
for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS] {
  signal(number, SIG_DFL)
}
// Return the old buffers of a growing array to the system at once, so that they do not add up.
konf_give_back_large_blocks()
// A file that exceeds the size limit must cause an error message, not end the process.
signal(SIGXFSZ, SIG_IGN)
ProcessStreams.open()
let variables = ProcessStreams.environment(EnvironmentVariable.all)
let presentation = Konf.presentation(variables, ProcessStreams.terminal)
guard let arguments = ProcessStreams.arguments else {
  exit(
    ProcessStreams.deliver(ProcessStreams.outcomeWithoutArguments(presentation), presentation))
}
var environment = RunEnvironment(
  arguments: arguments, variables: variables,
  terminal: ProcessStreams.terminal,
  now: Instant(secondsSince1970: Int64(time(nil))),
  readStandardInput: InputFile.standardInput,
  readStandardInputPiece: InputFile.standardInputPieces())
let start = ContinuousClock.now
environment.elapsed = { ContinuousClock.now - start }
environment.drawProgress = ProcessStreams.draw
environment.browserTerminal = .ofProcess()
// Retain large objects until the process ends, when the system frees all memory at once.
var kept: [AnyObject] = []
environment.keep = { kept.append($0) }
exit(ProcessStreams.deliver(Konf.run(environment), presentation))
