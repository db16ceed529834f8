import Basics
import ECSStore
import TestSupport
import Testing

/// The name of a folder: the same for as long as it is the same folder, and never in use twice.
@Suite("The device of a folder")
struct DeviceFileTests {
  private let folder = TemporaryFolder()

  /// Appends a change and returns the device that made it.
  private func device(in path: String, log: String = "ratings.log") throws -> DeviceID? {
    let entries = try ChangeLog(folder: path, name: log).append(at: 0) { _ in
      [LogChange(scope: "conference-2015", kind: "rating", target: "slot/1", value: "1")]
    }
    return entries.first?.device
  }

  @Test(
    "the name is stable, shared by all logs of the folder, and follows the folder when it moves")
  func stays() throws {
    let first = try device(in: "\(folder.path)/a")
    #expect(try device(in: "\(folder.path)/a") == first)
    #expect(try device(in: "\(folder.path)/a", log: "other.log") == first)
    rename("\(folder.path)/a", "\(folder.path)/b")
    #expect(try device(in: "\(folder.path)/b") == first)
    #expect(try device(in: "\(folder.path)/a") != first)
  }

  @Test("a lost file results in a new name")
  func lost() throws {
    let first = try device(in: folder.path)
    unlink("\(folder.path)/device")
    #expect(try device(in: folder.path) != first)
  }

  @Test("a copied file results in a new name, and the original keeps its name")
  func copied() throws {
    let first = try device(in: "\(folder.path)/a")
    mkdir("\(folder.path)/b", 0o700)
    for name in ["device", "ratings.log"] {
      let bytes = try #require(Repository.bytes(of: "\(folder.path)/a/\(name)"))
      Files.write(bytes, to: "\(folder.path)/b/\(name)")
    }
    let second = try device(in: "\(folder.path)/b")
    #expect(second != first)
    #expect(try device(in: "\(folder.path)/b") == second)
    #expect(try device(in: "\(folder.path)/a") == first)
  }

  @Test("a damaged, truncated or extended file results in a new name")
  func damaged() throws {
    let path = "\(folder.path)/device"
    var seen: Set<DeviceID?> = [try device(in: folder.path)]
    let length = try #require(Repository.bytes(of: path)).count
    var steps: [(inout [UInt8]) -> Void] = []
    for index in 0..<length {
      steps.append { $0[index % $0.count] ^= 1 << (index % 8) }
      if index % 8 == 0 { steps.append { $0.removeLast($0.count - index) } }
    }
    steps.append { $0.append(0) }
    steps.append { $0 += [UInt8](repeating: 0x20, count: 1000) }
    for (number, step) in steps.enumerated() {
      var bytes = try #require(Repository.bytes(of: path))
      step(&bytes)
      Files.write(bytes, to: path)
      try #require(seen.insert(try device(in: folder.path)).inserted, "step \(number)")
      // The new file is good.
      try #require(seen.contains(try device(in: folder.path)))
    }
    #expect(TemporaryFolder.names(in: folder.path) == ["device", "lock", "ratings.log"])
  }
}
