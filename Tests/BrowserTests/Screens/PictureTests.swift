import Browser
import Schedule
import TerminalScreen
import TestSupport
import Testing

/// The picture of the README, which `Resources/draw-screen` makes from a golden screen.
@Suite("The picture in the README")
struct PictureTests {
  @Test("matches the golden screen of a list with stars, a maybe, a rating and a clash")
  func golden() {
    var visit = Visit(.harbour)
    visit.type(" ")
    visit.press(.down)
    visit.type("r4")
    visit.press(.down)
    visit.type("m")
    visit.press(.down, .down)
    visit.expectSnapshot("picture")
    let picture = Repository.bytes(of: "Resources/browse.svg").map {
      String(decoding: $0, as: UTF8.self)
    }
    let title = visit.selectedRow.dropFirst(24).prefix(20)
    #expect(
      picture?.contains(title) == true,
      "Resources/draw-screen > Resources/browse.svg draws it anew")
  }
}
