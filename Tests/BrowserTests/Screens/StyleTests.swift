import Browser
import TerminalScreen
import TestSupport
import Testing

@Suite("The styles of the screens")
struct StyleTests {
  @Test("are readable on black and on white")
  func contrast() {
    var styles: Set<CellStyle> = []
    for situation in BrowserSituation.all {
      let frame = situation.visit().frame
      for row in 0..<frame.size.rows {
        for column in 0..<frame.size.columns { styles.insert(frame[row, column].style) }
      }
    }
    #expect(styles.count > 4)
    for style in styles {
      let contrast = Contrast.lowest(
        foreground: style.foreground.map { Int($0.rawValue) },
        background: style.background.map { Int($0.rawValue) }, isDim: style.isDim)
      #expect(contrast >= 4.5, "\(style)")
    }
  }
}
