import Basics
import CommandLine
import KonfCLI
import TestSupport
import Testing

/// The script that installs konf, with a program that is built already.
@Suite struct InstallTests {
  private let folder = TemporaryFolder()
  private let konf: String

  init() throws {
    konf = try #require(BuiltProgram.konf)
  }

  private func install(_ arguments: String) -> (output: String, status: Int32) {
    let script = "\(Repository.root)/Resources/install.sh"
    return BuiltProgram.shell(
      "cd \(folder.path) && env -i PATH=/usr/bin:/bin HOME=\(folder.path)/user KONF=\(konf) "
        + "sh \(script) \(arguments) 2>&1")
  }

  private func files(_ name: String) -> [String] {
    BuiltProgram.shell("cd '\(folder.path)/\(name)' && find . -mindepth 1 | sort").output
      .split(separator: "\n").map { String($0.dropFirst(2)) }
  }

  @Test("it installs the program, a manual page for each command and three scripts")
  func everything() throws {
    let found = install("--prefix 'a prefix'")
    #expect(found.status == 0, "\(found.output)")
    #expect(found.output.contains("to do: add \(folder.path)/a prefix/bin to PATH\n"))
    let pages = ["konf"] + CommandTable.konf.commandNames.map { "konf-\($0)" }
    let expected =
      pages.map { "share/man/man1/\($0).1" } + [
        "bin/konf", "share/bash-completion/completions/konf", "share/zsh/site-functions/_konf",
        "share/fish/vendor_completions.d/konf.fish", "share/konf/installed",
      ]
    let installed = files("a prefix")
    for name in expected { #expect(installed.contains(name), "\(name)") }
    // The folder of the list and vendor_completions.d are the only other names with these signs.
    let own = installed.filter { $0.contains(".") || $0.contains("konf") }
    #expect(own.count == expected.count + 2)
    let program = BuiltProgram.shell("'\(folder.path)/a prefix/bin/konf' --version").output
    #expect(program == CommandLineRun()("--version").text)
    let page = Repository.bytes(of: "\(folder.path)/a prefix/share/man/man1/konf-rate.1")
    #expect(String(decoding: page ?? [], as: UTF8.self) == CommandLineRun()("help --man rate").text)
  }

  @Test("it removes only what it installed, even if it was installed twice")
  func uninstalling() {
    folder.makeFolder("prefix")
    folder.makeFolder("prefix/bin")
    folder.makeFolder("prefix/share")
    folder.write("mine", to: "prefix/share/other")
    let before = files("prefix")
    #expect(install("--prefix=prefix").status == 0)
    folder.write("mine", to: "prefix/bin/other")
    #expect(install("--prefix=prefix").status == 0)
    #expect(install("--prefix prefix --uninstall").status == 0)
    #expect(files("prefix") == (before + ["bin/other"]).sorted())
    let again = install("--prefix prefix --uninstall")
    #expect(again.status == 1)
    #expect(again.output.hasPrefix("install.sh: nothing is installed: "))
  }

  @Test("without a prefix it installs in the user's own folder, and refuses unknown options")
  func arguments() {
    #expect(install("").status == 0)
    #expect(files("user").contains(".local/bin/konf"))
    #expect(install("--uninstall").status == 0)
    for line in ["--prefix", "--what", "prefix", "--prefix ''"] {
      #expect(install(line).status == 1, "\(line)")
    }
    #expect(install("--help").output.contains("--uninstall"))
  }
}
