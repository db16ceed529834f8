import ECSStore
import Schedule

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The files, folders and the standard input that a merge reads.
struct RatingInputs {
  /// How deep folders may lie in folders.
  private static let mostFolders = 16

  private let readStandardInput: () throws(InputError) -> [UInt8]
  private var reader = RowReader()
  /// What is told of damaged inputs.
  private(set) var notes: [SafeText] = []

  init(_ world: World) {
    readStandardInput = world.readStandardInputPiece
  }

  /// Reads an input and hands over its entries as they come.
  ///
  /// Of a folder the plain files are read whose names end in `.log` or `.jsonl`, also those of the
  /// folders in it; links there are not followed.
  ///
  /// - Parameters:
  ///   - name: The path of a file or a folder, or `-` for the standard input.
  ///   - add: Takes entries.
  /// - Throws: `Failure` if an input can not be read.
  mutating func read(_ name: String, _ add: ([LogEntry]) -> Void) throws(Failure) {
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
    guard let names = BoundedFile.names(inFolder: path) else {
      throw Failure(.noInput, "\(path): \(InputError.system(errno).reason)")
    }
    for name in names.sorted() where name != "." && name != ".." {
      let inside = "\(path)/\(name)"
      var status = stat()
      guard lstat(inside, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR, depth < Self.mostFolders {
        try readFolder(inside, depth: depth + 1, add)
      } else if status.st_mode & S_IFMT == S_IFREG,
        name.hasSuffix(".log") || name.hasSuffix(".jsonl")
      {
        try readFile(inside, add)
      }
    }
  }

  private mutating func readFile(
    _ path: String, _ add: ([LogEntry]) -> Void
  ) throws(Failure) {
    do throws(InputError) {
      let pieces = try InputPieces(path)
      try readPieces({ () throws(InputError) in try pieces.next() }, add)
    } catch {
      throw Failure(.noInput, "\(path): \(error.reason)")
    }
    noteDamages("\(path)")
  }

  private mutating func read(
    _ name: SafeText, _ next: () throws(InputError) -> [UInt8], _ add: ([LogEntry]) -> Void
  ) throws(Failure) {
    do throws(InputError) {
      try readPieces(next, add)
    } catch {
      throw Failure(.noInput, "\(name): \(error.reason)")
    }
    noteDamages(name)
  }

  private mutating func readPieces(
    _ next: () throws(InputError) -> [UInt8], _ add: ([LogEntry]) -> Void
  ) throws(InputError) {
    reader.begin()
    var lines = WholeLines()
    while true {
      let piece = try next()
      let whole = piece.isEmpty ? lines.finish() : lines.add(piece)
      if !whole.isEmpty { add(reader.read(whole)) }
      if piece.isEmpty { return }
    }
  }

  private mutating func noteDamages(_ name: SafeText) {
    for damage in reader.damages { notes.append("\(name): \(damage)") }
    let rest = reader.damageCount - reader.damages.count
    if rest > 0 { notes.append("\(name): \(rest) more damaged lines") }
  }
}
