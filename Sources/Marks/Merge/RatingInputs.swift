import Basics
package import CommandLine
package import ECSStore
import Schedule

/// A reader for the files, folders and standard input with the ratings to merge.
///
/// `konf ratings --merge` passes each operand to ``read(_:_:)``. Inputs may not fit in memory, so
/// they are read in pieces. Damaged lines are skipped.
package struct RatingInputs {
  /// The maximum depth of nested folders.
  private static let mostFolders = 16

  private let progress: Progress?
  private let readStandardInput: () throws(InputError) -> [UInt8]
  private var reader = RowReader()
  package private(set) var notes: [SafeText] = []
  package private(set) var entryCount = 0
  /// True if an input contained a line that is not an entry.
  package private(set) var hasDamage = false
  package private(set) var inputCount = 0

  package init(_ environment: RunEnvironment) {
    progress = environment.progress
    readStandardInput = environment.readStandardInputPiece
  }

  /// Reads an input in pieces and passes the entries of each piece to a closure.
  ///
  /// The name is the path of a file or a folder, or `-` for the standard input. If the input is a
  /// folder, its regular files with the extensions `.log` and `.jsonl` are read, including files in
  /// nested folders. Symbolic links are not followed. A note names each skipped item that the user
  /// may have wanted to merge. These are links and special files with these extensions, names that
  /// are not UTF-8, and folders that are nested too deeply.
  ///
  /// - Throws: `Failure` if an input cannot be read.
  package mutating func read(_ name: String, _ add: ([LogEntry]) -> Void) throws(Failure) {
    if name == "-" {
      try read("standard input", readStandardInput, add)
      return
    }
    var status = stat()
    if stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      try readFolder(name, depth: 1, add)
    } else {
      try readFile(name, add)
    }
  }

  private mutating func readFolder(
    _ path: String, depth: Int, _ add: ([LogEntry]) -> Void
  ) throws(Failure) {
    let names: [[UInt8]]
    do throws(SystemError) {
      names = try FolderListing.names(in: path)
    } catch {
      throw Failure(.noInput, "\(path): \(InputError.system(error.code).reason)")
    }
    for bytes in names {
      guard let name = String(validating: bytes, as: UTF8.self) else {
        let shown = String(decoding: bytes, as: UTF8.self)
        notes.append("\(path): skipped \(shown.quoted()): its name is not UTF-8")
        continue
      }
      let inside = "\(path)/\(name)"
      var status = stat()
      if lstat(inside, &status) != 0 {
        // The file was removed after the folder was listed.
        if errno == ENOENT { continue }
        throw Failure(.noInput, "\(inside): \(InputError.system(errno).reason)")
      }
      let isRatings = name.hasSuffix(".log") || name.hasSuffix(".jsonl")
      switch status.st_mode & S_IFMT {
      case S_IFDIR where depth < Self.mostFolders:
        try readFolder(inside, depth: depth + 1, add)
      case S_IFDIR:
        notes.append(
          "skipped \(inside): konf reads folders at most \(Self.mostFolders) levels deep")
      case S_IFREG where isRatings: try readFile(inside, add)
      case S_IFREG: break
      default: if isRatings { notes.append("skipped \(inside): not a regular file") }
      }
    }
  }

  private mutating func readFile(
    _ path: String, _ add: ([LogEntry]) -> Void
  ) throws(Failure) {
    do throws(InputError) {
      let file = try FileReader(path)
      // One byte more than the size of the file, so that a single read reaches the end.
      let longest = InputFile.longestPiece
      let size = file.expectedCount > 0 ? min(file.expectedCount + 1, longest) : longest
      let whole = file.expectedCount
      try readPieces(
        "\(path)", of: whole, { () throws(InputError) in try file.readNext(upTo: size) }, add)
    } catch {
      throw Failure(.noInput, "\(path): \(error.reason)")
    }
    noteDamages("\(path)")
  }

  private mutating func read(
    _ name: SafeText, _ next: () throws(InputError) -> [UInt8], _ add: ([LogEntry]) -> Void
  ) throws(Failure) {
    do throws(InputError) {
      try readPieces(name, next, add)
    } catch {
      throw Failure(.noInput, "\(name): \(error.reason)")
    }
    noteDamages(name)
  }

  private mutating func readPieces(
    _ name: SafeText, of size: Int = 0, _ next: () throws(InputError) -> [UInt8],
    _ add: ([LogEntry]) -> Void
  ) throws(InputError) {
    reader.begin()
    inputCount += 1
    var lines = WholeLines()
    var count = 0
    while true {
      let piece = try next()
      let whole = piece.isEmpty ? lines.finish() : lines.add(piece)
      if !whole.isEmpty {
        let entries = reader.read(whole)
        entryCount += entries.count
        add(entries)
      }
      if piece.isEmpty { return }
      count += piece.count
      let part: SafeText = size > count ? "\(SafeText.size(count)) of " : ""
      progress?.update(
        "reading \(name) (\(part)\(SafeText.size(max(size, count)))): \(entryCount) rows")
    }
  }

  private mutating func noteDamages(_ name: SafeText) {
    for damage in reader.damages { notes.append("\(name): \(damage)") }
    let rest = reader.damageCount - reader.damages.count
    if rest > 0 { notes.append("\(name): \(rest) more damaged lines") }
    hasDamage = hasDamage || reader.damageCount > 0
    let voiceCount = reader.voiceCount
    if voiceCount > 1 {
      notes.append(
        """
        \(name): \(voiceCount) folders wrote to this log, for example after a copy or a backup; \
        each folder counts as one person
        """)
    }
  }
}
