import Basics
import CommandLine
import KonfCLI
import Marks
import Testing

/// Delivers an output as konf does.
private func deliver(_ output: Output) -> Int32 {
  ProcessStreams.deliver(output, Konf.presentation())
}

/// Each test closes or replaces standard streams, so each runs in a process of its own.
@Suite struct ProcessStreamsTests {
  @Test("an answer that was written ends with the status of the run")
  func delivered() async {
    await #expect(processExitsWith: .exitCode(1)) {
      replace(1, with: "/dev/null")
      exit(deliver(Output(out: [0x61], err: [], status: .notFound)))
    }
  }

  @Test("each stream gets its bytes, the notes first")
  func bytes() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      precondition(pipe(&ends) == 0)
      dup2(ends[1], 1)
      dup2(ends[1], 2)
      let status = deliver(Output(out: Array("ab".utf8), err: Array("cd".utf8)))
      var bytes = [UInt8](repeating: 0, count: 8)
      let count = read(ends[0], &bytes, bytes.count)
      exit(status == 0 && count == 4 && bytes.starts(with: "cdab".utf8) ? 0 : 1)
    }
  }

  #if os(Linux)
    @Test(
      "a user at a terminal is notified that konf waits for input",
      .enabled(if: access("/dev/ptmx", R_OK | W_OK) == 0, "there are no terminals to be had"))
    func inputAtTerminal() async {
      await #expect(processExitsWith: .success) {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var locked: Int32 = 0
        var number: UInt32 = 0
        // TIOCSPTLCK and TIOCGPTN, which are no constants that Swift sees.
        guard ioctl(terminal, 0x4004_5431, &locked) == 0,
          ioctl(terminal, 0x8004_5430, &number) == 0
        else { exit(2) }
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0)
        dup2(open("/dev/pts/\(number)", O_RDWR | O_NOCTTY), 0)
        dup2(ends[1], 2)
        write(terminal, "x\n\u{4}", 3)
        let input = try? InputFile.standardInput()
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = read(ends[0], &bytes, bytes.count)
        let hint = String(decoding: bytes.prefix(count), as: UTF8.self)
        exit(input == [0x78, 0x0A] && hint.contains("Ctrl-D") ? 0 : 1)
      }
    }
  #endif

  @Test("a full disk ends with 74", .enabled(if: access("/dev/full", W_OK) == 0))
  func fullDisk() async {
    await #expect(processExitsWith: .exitCode(74)) {
      replace(1, with: "/dev/full")
      exit(deliver(Output(out: [0x61])))
    }
  }

  @Test(
    "a saved change ends with 76 if its answer cannot be written",
    .enabled(if: access("/dev/full", W_OK) == 0))
  func keptAndFull() async {
    await #expect(processExitsWith: .exitCode(76)) {
      replace(1, with: "/dev/full")
      exit(deliver(Output(out: [0x61], isChangeKept: true)))
    }
  }

  @Test("a closed output ends with 74 if any output exists")
  func closedOutput() async {
    await #expect(processExitsWith: .exitCode(74)) {
      close(1)
      ProcessStreams.open()
      exit(deliver(Output(out: [0x61])))
    }
    await #expect(processExitsWith: .exitCode(64)) {
      close(1)
      ProcessStreams.open()
      exit(deliver(Output(err: [0x61], status: .usage)))
    }
  }

  @Test("no file opened later replaces a closed stream")
  func closedStreams() async {
    await #expect(processExitsWith: .success) {
      for descriptor: Int32 in 0...2 { close(descriptor) }
      ProcessStreams.open()
      let next = open("/dev/null", O_RDWR)
      var byte: UInt8 = 0
      // What replaces a stream cannot be used as one.
      let isUseless =
        read(0, &byte, 1) == -1 && write(1, &byte, 1) == -1 && write(2, &byte, 1) == -1
      exit(next > 2 && isUseless ? 0 : 1)
    }
  }

  @Test("a reader that closes the pipe ends the process as SIGPIPE does")
  func brokenPipe() async {
    await #expect(processExitsWith: .signal(SIGPIPE)) {
      signal(SIGPIPE, SIG_DFL)
      replaceOutputWithBrokenPipe()
      exit(deliver(Output(out: [0x61])))
    }
    await #expect(processExitsWith: .exitCode(141)) {
      signal(SIGPIPE, SIG_IGN)
      replaceOutputWithBrokenPipe()
      exit(deliver(Output(out: [0x61])))
    }
  }

  @Test("a stream that accepts few bytes at a time gets all of them")
  func nonBlocking() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      precondition(pipe(&ends) == 0)
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
      dup2(ends[1], 1)
      close(ends[1])
      let source = ends[0]
      let reader = Task.detached {
        var total = 0
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
          let count = read(source, &buffer, buffer.count)
          if count <= 0 { return total }
          total += count
        }
      }
      let status = deliver(Output(out: [UInt8](repeating: 0x61, count: 1_000_000)))
      let total = await reader.value
      exit(status == 0 && total == 1_000_000 ? 0 : 1)
    }
  }

  @Test("only the variables that are set are passed on")
  func environment() async {
    await #expect(processExitsWith: .success) {
      setenv("KONF_DATA", "a.json", 1)
      setenv("NO_COLOR", "", 1)
      setenv("KONF_OTHER", "x", 1)
      unsetenv("KONF_HOME")
      let found = ProcessStreams.environment(EnvironmentVariable.all)
      exit(
        found["KONF_DATA"] == "a.json" && found["NO_COLOR"] == "" && found["KONF_HOME"] == nil
          && found["KONF_OTHER"] == nil ? 0 : 1)
    }
  }
}

private func replace(_ descriptor: Int32, with path: String) {
  let file = open(path, O_WRONLY)
  precondition(file >= 0 && dup2(file, descriptor) == descriptor)
}

private func replaceOutputWithBrokenPipe() {
  var ends: [Int32] = [0, 0]
  precondition(pipe(&ends) == 0)
  close(ends[0])
  dup2(ends[1], 1)
}
