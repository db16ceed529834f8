"""A program on a pseudo-terminal, and where on the screen its bytes go."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

# Seconds that are waited for what has to come.
PATIENCE = 20
START, END = b"\x1b[?2026h", b"\x1b[?2026l"
SEQUENCE = re.compile(rb"\x1b\[([?<>]?)([0-9;]*)([A-Za-z])|\x1b[78]|[\r\n\b]|[^\x1b\r\n\b]+")


def heed_signals():
    """Has a new process end by every signal, also if this one ignores some, as in the background."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP):
        signal.signal(number, signal.SIG_DFL)


class Program:
    """A program on a terminal of its own: as the leader of a session, or as the job of a shell there."""

    def __init__(self, command, columns, rows, environment, job=False):
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.settings = termios.tcgetattr(self.slave)
        self.environment, self.whole, self.status = environment, b"", None
        self.reports, report = os.pipe()
        orders, self.orders = os.pipe()
        self.began = time.monotonic()
        self.child = os.fork()
        if self.child == 0:
            os.setsid()
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
            for stream in (0, 1, 2):
                os.dup2(self.slave, stream)
            if job:
                run_job(command, environment, report, orders)
            os.closerange(3, 64)
            heed_signals()
            os.execve(command[0], command, environment)
        os.close(report)
        os.close(orders)
        self.job = job
        self.process = self.next_report(5) if job else self.child

    def next_report(self, limit):
        """Returns the next number from the shell; None if none comes in time."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            if select.select([self.reports], [], [], 0.002)[0]:
                line = os.read(self.reports, 16)
                return int(line) if line else None
            self.read(quiet=0)
        return None

    def has_not_ended(self):
        """Whether it still runs, of a program that is no job."""
        if self.status is None:
            ended, status = os.waitpid(self.child, os.WNOHANG)
            self.status = status if ended else None
        return self.status is None

    def wait_for_stop(self, limit):
        """Waits until the job is stopped; returns by which signal, or None."""
        status = self.next_report(limit)
        return os.WSTOPSIG(status) if status is not None and os.WIFSTOPPED(status) else None

    def continue_job(self):
        os.write(self.orders, b"f")

    def read(self, quiet=0.5, until=None):
        """Returns pieces and when they came, until nothing came for a while, or some bytes did, which is
        waited for longer: others may keep the processor busy."""
        pieces, whole = [], b""
        while select.select([self.master], [], [], max(quiet, PATIENCE) if until else quiet)[0]:
            try:
                piece = os.read(self.master, 65536)
            except OSError:
                break
            pieces.append((time.monotonic(), piece))
            whole += piece
            self.whole += piece
            if until and whole.endswith(until):
                break
        return pieces

    def bytes(self, quiet=0.5, until=None):
        return b"".join(piece for _, piece in self.read(quiet, until))

    def frame(self, quiet):
        """Returns the bytes of the frame that comes next, and of those that follow soon."""
        return self.bytes(until=END) + self.bytes(quiet)

    def type(self, keys):
        os.write(self.master, keys)

    def worker(self):
        """The process that the one of the user has started."""
        for task in os.listdir("/proc"):
            if task.isdigit() and parent(task) == self.process:
                return int(task)
        return None

    def wait(self, limit):
        """Waits for the end; returns how long it took and how it ended, or None twice."""
        start = time.monotonic()
        if self.job:
            status = self.next_report(limit)
        else:
            while self.has_not_ended() and time.monotonic() - start < limit:
                self.read(quiet=0.002)
            status = self.status
        if status is None:
            os.kill(self.process, signal.SIGKILL)
            return None, None
        return time.monotonic() - start, status

    def vanish(self):
        """Closes both ends, as a terminal does whose window is closed."""
        for file in (self.master, self.slave, self.reports, self.orders):
            try:
                os.close(file)
            except OSError:
                pass

    def end(self):
        self.type(b"q")
        ended = self.wait(5)
        self.vanish()
        return ended


def run_job(command, environment, report, orders):
    """Does what a shell does with one job: hands the terminal over, takes it back, and reports."""
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        os.tcsetpgrp(0, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.closerange(3, 64)
        heed_signals()
        os.execve(command[0], command, environment)
    for number in (signal.SIGTTOU, signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP):
        signal.signal(number, signal.SIG_IGN)
    os.write(report, b"%15d\n" % job)
    while True:
        _, status = os.waitpid(job, os.WUNTRACED)
        os.tcsetpgrp(0, os.getpgrp())
        os.write(report, b"%15d\n" % status)
        if not os.WIFSTOPPED(status):
            os._exit(0)
        os.read(orders, 1)
        os.tcsetpgrp(0, job)
        os.killpg(job, signal.SIGCONT)


def parent(task):
    try:
        return int(open(f"/proc/{task}/stat").read().rsplit(")", 1)[1].split()[1])
    except OSError:
        return None


def is_running(process):
    try:
        return open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def switches(process):
    """How often a process has waited for something."""
    text = open(f"/proc/{process}/status").read()
    return int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", text, re.M).group(1))


def processor_time(process):
    """The processor time of a process, in nanoseconds."""
    return int(open(f"/proc/{process}/schedstat").read().split()[0])


def modes(data):
    """How often each mode was set and reset, without that of an update."""
    found = {}
    for mark, number, final in re.findall(rb"\x1b\[([?<>])([0-9]*)([hlu])", data):
        name = (mark + number + final).decode()
        if name[:5] != "?2026":
            found[name] = found.get(name, 0) + 1
    return found


def cells(data, columns, rows):
    """The characters that a whole screen shows after some bytes, row by row.

    A wide character counts as one column, so rows with some are only good to be compared."""
    screen, row, column = [[" "] * columns for _ in range(rows)], 0, 0
    for match in SEQUENCE.finditer(data):
        mark, numbers, final = match.group(1), match.group(2), match.group(3)
        text = match.group()
        if mark or not final:
            if text[0] >= 0x20:
                for character in text.decode("utf-8", "replace"):
                    if row < rows and column < columns:
                        screen[row][column] = character
                    column += 1
            row, column = moved_by(text, None, row, column)
        elif final == b"J":
            screen = [[" "] * columns for _ in range(rows)]
        elif final == b"K":
            screen[row][column:] = [" "] * (columns - column)
        elif final in b"LM":
            for _ in range(int(numbers or 1)):
                gone, new = (row, rows - 1) if final == b"M" else (rows - 1, row)
                screen.pop(gone)
                screen.insert(new, [" "] * columns)
            column = 0
        else:
            row, column = moved_by(text, match, row, column)
    return [character for line in screen for character in line]


def moved_by(text, match, row, column):
    """The place of the cursor after a sequence or a control character."""
    if match:
        final, values = match.group(3), [int(number or 1) for number in match.group(2).split(b";")]
        if final == b"H":
            return values[0] - 1, (values[1] - 1 if len(values) > 1 else 0)
        if final == b"G":
            return row, values[0] - 1
        if final in b"AB":
            return row + (values[0] if final == b"B" else -values[0]), column
        if final == b"C":
            return row, column + values[0]
    if text == b"\r":
        return row, 0
    if text == b"\n":
        return row + 1, column
    return row, column - (text == b"\b")


def bytes_in(data, is_inside, start=(0, 0)):
    """Counts the bytes that draw cells in a part of the screen, with the movements to them.

    The cursor is at a given place before the first byte. Returns the bytes and the place of the cursor
    after the last one."""
    (row, column), count = start, 0
    for match in SEQUENCE.finditer(data):
        text, final = match.group(), match.group(3)
        row, column = moved_by(text, match if final else None, row, column)
        if final and final in b"LM":
            column = 0
        first = column
        if not final and text[0] >= 0x20:
            column += len(text.decode("utf-8", "replace"))
        if is_inside(row, first):
            count += len(text)
    return count, (row, column)
