import CommandLine
import Diary
import KonfCLI
import KonfResources
import Schedule
import SystemBasics

// A crash ends the process and does nothing else: no handler of the runtime's starts a program.
for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS] {
  signal(number, SIG_DFL)
}
// The former buffers of a list that grows go back to the system at once, so that they do not add up.
konf_give_back_large_blocks()
// A limit on the size of files is an error to report, not a reason to die.
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
// The process ends with this run, and the system takes back its memory at once.
var kept: [AnyObject] = []
environment.keep = { kept.append($0) }
exit(ProcessStreams.deliver(Konf.run(environment), presentation))
