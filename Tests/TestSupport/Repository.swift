import SystemBasics

/// Where the tests find the files they read.
public enum Repository {
  /// The package's root folder, found from the path of this source file.
  public static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  /// Returns the path of a shared sample file, or nil where the samples are not at hand.
  ///
  /// They are looked for in the folder that `KONF_SHARED_DATA` names, else in `../shared/data`
  /// beside the package; they are never part of it.
  ///
  /// - Parameter path: A path below the samples' folder, such as `uikonf/uikonf-2015.json`.
  /// - Returns: The path if a file can be read there.
  public static func sharedData(_ path: String) -> String? {
    let folder = getenv("KONF_SHARED_DATA").map { String(cString: $0) } ?? "\(root)/../shared/data"
    let whole = "\(folder)/\(path)"
    return access(whole, R_OK) == 0 ? whole : nil
  }

  /// Returns whether a file or folder exists below the package's root.
  public static func exists(_ path: String) -> Bool { access("\(root)/\(path)", F_OK) == 0 }

  /// Returns the bytes of a file.
  ///
  /// - Parameter path: A whole path, or one below the package's root.
  /// - Returns: All bytes of the file, or nil if it cannot be read.
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
