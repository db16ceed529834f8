import CommandLine
import KonfCLI
import TestSupport
import Testing

/// Talks that organizers cancel in the title.
@Suite("Cancellations in titles, on the agenda")
struct CancelledTitleRunTests {
  private let folder = TemporaryFolder()
  private var run = CommandLineRun()

  private static func schedule(_ title: String, replacement: String = "") -> String {
    func event(_ id: Int, _ title: String, _ person: String) -> String {
      """
      <event id="\(id)" guid="\(id)\(id)111111-0000-4000-8000-00000000000\(id)">
      <date>2026-07-04T10:00:00+02:00</date><start>10:00</start><duration>01:00</duration>
      <room>Hall</room><title>\(title)</title>
      <persons><person id="\(id)">\(person)</person></persons></event>
      """
    }
    let other = replacement.isEmpty ? "" : event(4, replacement, "Dee Dove")
    return """
      <schedule><conference><title>Owl Con</title><acronym>oc</acronym>
      <time_zone_name>Europe/Berlin</time_zone_name></conference>
      <day index="1" date="2026-07-04"><room name="Hall">\(event(1, title, "Ann Ash"))\(other)</room>
      <room name="Room">\(event(2, "Geese", "Bo Birch"))\(event(3, "Ducks", "Cy Cedar"))</room></day>
      </schedule>
      """
  }

  init() {
    run.environment["KONF_HOME"] = folder.path
    folder.write(Self.schedule("Owls at night"), to: "first.xml")
    for (name, title) in [
      ("before", "CANCELED Owls at night"), ("after", "Owls at night [cancelled]"),
      ("colon", "Cancelled: Owls at night"),
    ] {
      let text = Self.schedule(title, replacement: "REPLACEMENT: Crows by day")
      folder.write(text, to: "\(name).xml")
    }
  }

  @Test(
    "konf use calls the talk cancelled, and it neither clashes nor takes time",
    arguments: ["before", "after", "colon"])
  func cancelled(file: String) throws {
    _ = run("use \(folder.path)/first.xml")
    _ = run("star 1 2")
    #expect(try run.values("clashes", of: "agenda").contains { $0 != "[]" })
    let news = run("use \(folder.path)/\(file).xml").text
    #expect(news.contains("cancelled") && !news.contains("renamed"), "\(news)")
    #expect(!news.contains("now called"), "\(news)")
    #expect(try run.values("kind", of: "agenda").sorted() == ["cancelled", "session"])
    #expect(try run.values("clashes", of: "agenda").allSatisfy { $0 == "[]" })
    let agenda = run("agenda").text
    #expect(agenda.lowercased().split(separator: "cancel").count == 2, "\(agenda)")
    #expect(run("export --mine --as ics").text.contains("STATUS:CANCELLED"))
    #expect(try !run.values("title", of: "timeline").contains { $0.contains("Owls") })
    // If the talk takes place after all, the star is on it again.
    _ = run("use \(folder.path)/first.xml --force")
    #expect(try run.values("kind", of: "agenda") == ["session", "session"])
  }

  @Test("a version that marks most talks as cancelled is no other conference")
  func most() throws {
    let text = Self.schedule("CANCELED Owls at night")
    folder.write(text.replacing("<title>Geese", with: "<title>CANCELED Geese"), to: "most.xml")
    _ = run("use \(folder.path)/first.xml")
    _ = run("star 1 2 3")
    _ = run("use \(folder.path)/most.xml")
    #expect(try run.values("kind", of: "agenda").sorted() == ["cancelled", "cancelled", "session"])
  }
}
