import Basics

/// The user's default options, read from the configuration file.
package struct Configuration {
  /// The maximum size of the file, in bytes.
  private static let limit = 1 << 16

  /// The default values of options that the command takes, in file order.
  package private(set) var values: [(name: String, value: OptionValue)] = []
  /// The path of the file, or nil if no file was read.
  private var path: String?
  /// One error message for each invalid line, or a single message for an unreadable file.
  package private(set) var problems: [SafeText] = []

  /// Creates the default options for a command line from the configuration file.
  ///
  /// A missing file is equivalent to an empty file. `settings` contains a closure for each setting,
  /// such as `walk` in the line `walk = A:B 10m`. The closure receives the value and returns a
  /// problem, or nil if the value is valid. `checks` contains such a closure for each option whose
  /// value the parser does not check.
  package init(
    for invocation: Invocation, of table: CommandTable, _ environment: RunEnvironment,
    settings: [String: (String) -> String?] = [:], checks: [String: (String) -> String?] = [:]
  ) {
    // The hidden completion command reads the file later, for the command being completed.
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
      default: problems = ["\(path): \(error.reason); its options are ignored"]
      }
      return
    }
    self.path = path
    read(bytes, path, table, invocation.command.definition, settings, checks)
  }

  /// The path of the file and the names of its options, for verbose output.
  package var words: SafeText {
    guard let path else { return "none" }
    let names = values.map { "--\($0.name)" }
    return names.isEmpty ? "\(path)" : "\(path), \(names.joined(separator: " "))"
  }

  private mutating func read(
    _ bytes: [UInt8], _ path: String, _ table: CommandTable, _ command: CommandDefinition,
    _ settings: [String: (String) -> String?], _ checks: [String: (String) -> String?]
  ) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      problems = ["\(path): not UTF-8; its options are ignored"]
      return
    }
    for (index, line) in text.lines.enumerated() {
      let words = ShellWord.words(of: line).map(\.text).prefix { !$0.hasPrefix("#") }
      guard let name = words.first, !name.isEmpty else { continue }
      let source = "\(path):\(index + 1)"
      if let read = settings[name], words.dropFirst().first == "=" {
        let problem = read(words.dropFirst(2).joined(separator: " "))
        if let problem { problems.append("\(source): \(name): \(problem)") }
        continue
      }
      do throws(UsageError) {
        let value = words.dropFirst().filter { !$0.isEmpty }.joined(separator: " ")
        let read = try table.option(name, value.isEmpty ? nil : value, of: command)
        for (option, value) in read {
          if let problem = checks[option.name]?(value.text) {
            problems.append("\(source): --\(option.name): \(problem)")
          } else {
            value.source = source
            values.set(value, of: option)
          }
        }
      } catch {
        let hint = error.hint.map { "; \($0.string)" } ?? ""
        problems.append("\(source): \(error.message(in: table.program))\(hint)")
      }
    }
  }

  /// Returns the path of the configuration file, or nil if no variable names a folder.
  ///
  /// The file need not exist. Relative paths in the variables are ignored.
  package static func path(of program: String, _ variables: [String: String]) -> String? {
    func folder(_ name: String) -> String? {
      variables[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    if let folder = folder(EnvironmentVariable.configHome) { return "\(folder)/\(program)/config" }
    return folder(EnvironmentVariable.userHome).map { "\($0)/.config/\(program)/config" }
  }

  /// Returns the path of the configuration file, or nil if the file does not exist.
  package static func existingPath(of program: String, _ variables: [String: String]) -> String? {
    path(of: program, variables).flatMap { access($0, F_OK) == 0 ? $0 : nil }
  }
}
