import SystemBasics

/// The default options of the user, as a file has them.
package struct Configuration {
  /// The most bytes of the file.
  private static let limit = 1 << 16

  /// The options in the file that the command takes, in their order.
  package private(set) var values: [(name: String, value: OptionValue)] = []
  /// The path of the file; nil if none was read.
  private var path: String?
  /// What is wrong with the file.
  package private(set) var problems: [SafeText] = []

  /// Reads the file for a command line; a file that is not there has no options.
  ///
  /// - Parameters:
  ///   - invocation: What was typed.
  ///   - table: All that can be typed.
  ///   - environment: The surroundings of the run.
  package init(for invocation: Invocation, of table: CommandTable, _ environment: RunEnvironment) {
    // The hidden command reads the file itself, for the command that is being typed.
    let isHidden = invocation.command == table.defaults.completion
    guard !isHidden, !invocation[CommonOption.noConfig],
      let path = Self.path(of: table.program, environment.variables)
    else { return }
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try FileReader(path, accepting: .regularFiles).readAll(limit: Self.limit)
    } catch {
      switch error {
      case .system(ENOENT), .system(ENOTDIR): break
      default: problems = ["\(path): \(error.reason); its options are not used"]
      }
      return
    }
    self.path = path
    read(bytes, path, table, invocation.command.definition)
  }

  /// The file and the options that were read from it.
  package var words: SafeText {
    guard let path else { return "none" }
    let names = values.map { "--\($0.name)" }
    return names.isEmpty ? "\(path)" : "\(path), \(names.joined(separator: " "))"
  }

  private mutating func read(
    _ bytes: [UInt8], _ path: String, _ table: CommandTable, _ command: CommandDefinition
  ) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      problems = ["\(path): it is not UTF-8; its options are not used"]
      return
    }
    for (index, line) in text.lines.enumerated() {
      let words = ShellWord.words(of: line).map(\.text).prefix { !$0.hasPrefix("#") }
      guard let name = words.first, !name.isEmpty else { continue }
      do throws(UsageError) {
        let value = words.dropFirst().filter { !$0.isEmpty }.joined(separator: " ")
        let read = try table.option(name, value.isEmpty ? nil : value, of: command)
        values += read
      } catch {
        let hint = error.hint.map { "; \($0.string)" } ?? ""
        problems.append("\(path):\(index + 1): \(error.message(in: table.program))\(hint)")
      }
    }
  }

  /// Returns the path of the file; nil if nothing says it.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - variables: The variables by name; only absolute paths count.
  /// - Returns: The path, whether there is a file or not.
  package static func path(of program: String, _ variables: [String: String]) -> String? {
    func folder(_ name: String) -> String? {
      variables[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    if let folder = folder(EnvironmentVariable.configHome) { return "\(folder)/\(program)/config" }
    return folder(EnvironmentVariable.userHome).map { "\($0)/.config/\(program)/config" }
  }

  /// Returns the path of the file if there is something.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - variables: The variables by name.
  /// - Returns: The path; nil if there is no file.
  package static func existingPath(of program: String, _ variables: [String: String]) -> String? {
    path(of: program, variables).flatMap { access($0, F_OK) == 0 ? $0 : nil }
  }
}
