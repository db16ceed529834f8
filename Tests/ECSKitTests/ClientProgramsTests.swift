import TestSupport
import Testing

@Suite("The programs of the clients") struct ClientProgramsTests {
  @Test(
    "Both clients, on the main actor and not, are the same text",
    arguments: [
      "ServiceRegistryTests", "EventTests", "OptionsMenuTests", "SendingTests", "LoopTests",
      "DepartureBoardTests", "ReadmeProgram", "UndoTests",
    ])
  func sameText(name: String) throws {
    let free = try #require(Repository.bytes(of: "Tests/ClientTests/\(name).swift"))
    let main = try #require(Repository.bytes(of: "Tests/MainActorClientTests/\(name).swift"))
    #expect(free == main)
    #expect(!free.isEmpty)
  }
}
