"""Runs a program from one system call to the next, so that it can be killed at any of them."""
import ctypes
import os
import select
import signal
import termios
import time

from pseudo_terminal import END, modes

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
LIBC.ptrace.restype = ctypes.c_long
CONTINUE, SYSCALL, EVENT_MESSAGE, SEIZE, LISTEN = 7, 24, 0x4201, 0x4206, 0x4208
# Calls stop with another number than signals; new processes and programs are announced.
OPTIONS = 0x01 | 0x02 | 0x04 | 0x08 | 0x10
FORKED, EXECUTED, STOPPED = (1, 2, 3), 4, 128
ANY_KIND = 0x40000000


def ptrace(request, process, data=None):
    if LIBC.ptrace(request, process, None, data) == -1:
        raise OSError(ctypes.get_errno(), f"ptrace {request:#x}")


class Traced:
    """A process that becomes a program, and those that it starts; each stops before and after each call."""

    def __init__(self, process, path):
        self.path, self.alive, self.request = path, [process], SYSCALL
        # How often each process of the program has stopped, in the order in which they were started.
        self.calls = {}
        ptrace(SEIZE, process, OPTIONS)

    def poll(self):
        """Yields each process of the program that has stopped at a call, and then has it go on."""
        for process in list(self.alive):
            found, status = os.waitpid(process, os.WNOHANG | ANY_KIND)
            if found and os.WIFSTOPPED(status):
                yield from self.take(process, os.WSTOPSIG(status), status >> 16)
            elif found:
                self.alive.remove(process)

    def take(self, process, number, event):
        listens, passed = False, None
        if event in FORKED:
            message = ctypes.c_ulong()
            ptrace(EVENT_MESSAGE, process, ctypes.addressof(message))
            self.alive.append(message.value)
            self.calls[message.value] = 0
        elif event == EXECUTED and os.path.samefile(f"/proc/{process}/exe", self.path):
            self.calls.setdefault(process, 0)
        elif event == STOPPED and number != signal.SIGTRAP:
            listens = True
        elif event == 0 and number != signal.SIGTRAP | 0x80:
            passed = number
        elif event == 0 and process in self.calls:
            self.calls[process] += 1
        try:
            if event == 0 and passed is None and process in self.calls:
                yield process
        finally:
            try:
                ptrace(LISTEN if listens else self.request, process, passed)
            except OSError:
                # It was killed meanwhile.
                pass

    def end(self, program):
        """Kills what is left, the last one first, and closes the terminal."""
        for process in reversed(self.alive):
            os.kill(process, signal.SIGKILL)
        program.vanish()


def run_calls(konf, clock=None, number=None, victim=None):
    """Starts konf call by call; kills one of its processes when one has made so many calls.

    Processes are numbered in the order in which they are started. Returns the program, what was traced, and
    whether a process was killed before the first frame."""
    program = konf.start(80, 24, job=True, waits=True)
    traced = Traced(program.process, konf.path)
    program.type(b"\n")
    end = time.monotonic() + 20
    while END not in program.whole and time.monotonic() < end:
        for process in traced.poll():
            order = list(traced.calls)
            if traced.calls[process] == number and order.index(process) == clock:
                traced.request = CONTINUE
                os.kill(order[victim], signal.SIGKILL)
                return program, traced, True
        program.read(quiet=0)
    return program, traced, False


def problem_of_start(program, traced, victim):
    """What is wrong after a process was killed; nothing if all is sound."""
    def go_on(limit, is_done):
        end = time.monotonic() + limit
        while not is_done() and time.monotonic() < end:
            list(traced.poll())
            program.read(quiet=0.001)
        return is_done()

    if not go_on(5, lambda: select.select([program.reports], [], [], 0)[0]):
        return "the job does not end"
    status = program.next_report(1)
    if status != signal.SIGKILL:
        return f"status {status}"
    if victim == 1 and termios.tcgetattr(program.slave) != program.settings:
        return "the settings differ when the shell has the terminal back"
    # What fish sets while a line is typed, with a mark.
    settings = [*program.settings[:6], [*program.settings[6]]]
    settings[0] &= ~(termios.ICRNL | termios.IXON)
    settings[3] &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
    settings[6][termios.VEOF] = b"\x05"
    termios.tcsetattr(program.slave, termios.TCSANOW, settings)
    settings = termios.tcgetattr(program.slave)
    if not go_on(3, lambda: not traced.alive):
        return "a process is left"
    program.read(quiet=0.02)
    if len(traced.calls) > 2:
        return f"{len(traced.calls)} processes were started"
    if termios.tcgetattr(program.slave) != settings:
        return "the settings of the shell were changed"
    found = modes(program.whole)
    pairs = ("?1049h", "?1049l"), ("?7l", "?7h"), ("?2004h", "?2004l"), (">1u", "<u")
    return "" if all(found.get(one) == found.get(other) for one, other in pairs) else f"modes {found}"
