import Basics

/// The files that tests read.
public enum Repository {
  /// The root folder of the package, derived from the path of this source file.
  public static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  /// Returns the path of a shared sample file, or nil if the samples are not available.
  ///
  /// The samples are in the folder that `KONF_SHARED_DATA` names, or else in `../shared/data` next
  /// to the package. They are never part of the package.
  ///
  /// - Parameter path: A path relative to the samples' folder, such as `uikonf/uikonf-2015.json`.
  /// - Returns: The path if the file is readable.
  public static func sharedData(_ path: String) -> String? {
    let folder = getenv("KONF_SHARED_DATA").map { String(cString: $0) } ?? "\(root)/../shared/data"
    let whole = "\(folder)/\(path)"
    return access(whole, R_OK) == 0 ? whole : nil
  }

  /// Returns true if a file or folder exists at a path relative to the package's root.
  public static func exists(_ path: String) -> Bool { access("\(root)/\(path)", F_OK) == 0 }

  /// Returns the bytes of a file.
  ///
  /// - Parameter path: An absolute path, or a path relative to the package's root.
  /// - Returns: The bytes, or nil if the file cannot be read.
  public static func bytes(of path: String) -> [UInt8]? {
    guard let file = fopen(path.hasPrefix("/") ? path : "\(root)/\(path)", "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[0..<count])
    }
  }
}
