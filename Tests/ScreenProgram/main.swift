import Basics
import TerminalScreen

// screen-program [--inline ROWS]           runs the list of numbers
// screen-program --job REPORT [OPTION...]  runs it as the job of a shell
// screen-program --orphan                  runs it, and kills the guardian at the start of the other process
let arguments = CommandLine.arguments
let program = arguments[0]

if arguments.count > 2, arguments[1] == "--job", let report = Int32(arguments[2]) {
  var rest = Array(arguments.dropFirst(3))
  var output: String?
  if rest.count > 1, rest[0] == "--output" {
    output = rest[1]
    rest.removeFirst(2)
  }
  JobShell([program, "--take-terminal"] + rest, report: report, output: output)?.run()
  exit(0)
}
if arguments.count > 1, arguments[1] == "--take-terminal" {
  var rest = Array(arguments.dropFirst(2))
  var ignored: [Int32] = []
  if rest.first == "--ignore-hangup" {
    ignored = [SIGHUP]
    rest.removeFirst()
  }
  JobShell.takeTerminal(ignoring: ignored, then: [program] + rest)
}

if arguments.contains("--orphan"), getenv("TERMINAL_GUARDIAN") != nil, getenv("ORPHAN") == nil {
  // The guardian ends before this process has looked for it.
  setenv("ORPHAN", "", 1)
  print("worker \(getpid())")
  fflush(nil)
  let guardian = getppid()
  kill(guardian, SIGKILL)
  while getppid() == guardian { usleep(1000) }
}

// A crash is left to the system, as in konf.
for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS] {
  signal(number, SIG_DFL)
}
let isInline = arguments.count > 2 && arguments[1] == "--inline"
let rows = isInline ? Int(arguments[2]) : nil
do {
  let terminal = try GuardedTerminal.open()
  let session = ScreenSession(
    on: terminal, ScreenSession.Options(inlineRows: rows, usesColor: true, isRemote: false))
  var list = NumberList()
  let status = session.run(&list)
  if isInline { print(list.choice, terminator: "") }
  exit(status)
} catch {
  print(error)
  exit(71)
}
