"""What the scripts of this folder share: konf under bounds, and what its answers may contain."""
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile

SPACE = 600_000_000
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# What an answer may contain: no order to a terminal, nothing that turns text around or hides in it.
FOUL = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class TooLong(Exception):
    pass


class Answer:
    """How a run ended: its status (negative for a signal), time in seconds, peak memory in bytes."""

    def __init__(self, status, seconds, memory, out, err, problem):
        self.status, self.seconds, self.memory = status, seconds, memory
        self.out, self.err, self.problem = out, err, problem


def konf_program(path=None):
    program = os.path.realpath(path or os.environ.get("KONF", ROOT + "/.build/release/konf"))
    if not os.access(program, os.X_OK):
        sys.exit(f"{program}: no program; build it with swift build -c release --product konf")
    return program


def foul_text(stream, has_tabs=False):
    """The first thing in a stream that a terminal would obey, or None; a table has tabs."""
    stream.seek(0)
    rest = b""
    while piece := stream.read(1 << 20):
        piece = rest + piece
        try:
            text, rest = piece.decode(), b""
        except UnicodeDecodeError as error:
            if len(piece) - error.start > 3:
                return "an answer that is not UTF-8"
            text, rest = piece[:error.start].decode(), piece[error.start:]
        if found := FOUL.search(text.replace("\t", "") if has_tabs else text):
            return f"U+{ord(found.group()):04X} in an answer"
    return "an answer that is not UTF-8" if rest else None


def run(words, seconds=20, home="/nonexistent/konf", space=SPACE, program=None):
    """Runs konf for at most so many seconds of the processor, and thirty times as many by the clock.

    The memory of this process counts as the child's, so it has to stay small.
    """
    def bound():
        resource.setrlimit(resource.RLIMIT_AS, (space, space))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))

    def late(*_):
        raise TooLong

    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen(
            [program or konf_program(), *words], stdin=subprocess.DEVNULL, stdout=out, stderr=err,
            preexec_fn=bound, env={"KONF_HOME": home})
        problem = None
        signal.signal(signal.SIGALRM, late)
        try:
            signal.alarm(30 * seconds)
            _, state, usage = os.wait4(child.pid, 0)
            signal.alarm(0)
        except TooLong:
            child.kill()
            _, state, usage = os.wait4(child.pid, 0)
            problem = f"not ended after {30 * seconds} s"
        child.returncode = os.waitstatus_to_exitcode(state)
        if problem is None:
            if child.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
                problem = f"not ended after {seconds} s of the processor"
            elif child.returncode < 0:
                problem = "ended by " + signal.Signals(-child.returncode).name
            else:
                problem = foul_text(out, "--tsv" in words) or foul_text(err)
        out.seek(0)
        err.seek(0)
        return Answer(
            child.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024,
            out.read(1 << 16), err.read(1 << 16), problem)


def write(path, content):
    """Writes bytes, or what a function makes in a process of its own.

    Making many bytes leaves memory with this process, which `run` counts as konf's.
    """
    if callable(content):
        child = os.fork()
        if child == 0:
            try:
                with open(path, "wb") as file:
                    file.write(content())
                os._exit(0)
            except BaseException as error:
                print(error, file=sys.stderr)
            finally:
                os._exit(1)
        if os.waitpid(child, 0)[1] != 0:
            sys.exit("a file could not be made")
    else:
        with open(path, "wb") as file:
            file.write(content)
    return os.path.getsize(path)
