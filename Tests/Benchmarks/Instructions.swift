/// Counts instructions with callgrind, in the timed region only.
///
/// Instructions are the same from run to run, which times are not; hashing is seeded alike for the
/// purpose.
enum Instructions {
  /// Whether there is something to count with.
  static var areCountable: Bool { Shell.lines(of: "command -v valgrind") != nil }

  /// Returns the instructions per operation of the library.
  ///
  /// - Parameters:
  ///   - workload: What to run.
  ///   - size: The size to run it at, if not the one at which it is counted.
  ///   - folder: Where what callgrind wrote is kept, if it is to be.
  /// - Returns: The count, or nil if valgrind failed.
  static func perOperation(
    of workload: Workload, size: Int? = nil, keptIn folder: String? = nil
  ) -> Double? {
    let output = folder.map { Shell.quoted("\($0)/\(workload.name).callgrind") } ?? "\"$place/out\""
    let size = size ?? workload.countedSize
    let command = """
      place=$(mktemp -d) || exit 1
      trap 'rm -rf "$place"' EXIT
      SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file=\(output) \
      --collect-atstart=no '--toggle-collect=*timedRegion*' \
      \(Shell.ownName) \(Shell.quoted(workload.name)) --once library --n \(size) 2>"$place/log" \
      || { cat "$place/log" >&2; exit 1; }
      sed -n 's/^summary: //p' \(output)
      """
    guard let lines = Shell.lines(of: command), lines.count == 2,
      let operations = lines[0].split(separator: " ").last.flatMap({ Double($0) }),
      let instructions = Double(lines[1]), instructions > 0
    else { return nil }
    return instructions / operations
  }
}
