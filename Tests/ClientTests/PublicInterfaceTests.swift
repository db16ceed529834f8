import TestSupport
import Testing

@Suite("The public interface")
struct PublicInterfaceTests {
  @Test("hides no symbol from the documentation")
  func documentation() throws {
    let modules = TemporaryFolder.names(in: "\(Repository.root)/Sources").filter {
      $0.hasPrefix("ECS")
    }
    let files = modules.flatMap { Self.files(in: "Sources/\($0)") }
    #expect(files.count > 100)
    for file in files {
      let text = String(decoding: try #require(Repository.bytes(of: file)), as: UTF8.self)
      #expect(!text.contains("@_documentation("), "\(file)")
    }
  }

  /// Returns the paths of the Swift files in a folder and its subfolders.
  private static func files(in folder: String) -> [String] {
    TemporaryFolder.names(in: "\(Repository.root)/\(folder)").flatMap { name in
      name.hasSuffix(".swift") ? ["\(folder)/\(name)"] : files(in: "\(folder)/\(name)")
    }
  }
}
