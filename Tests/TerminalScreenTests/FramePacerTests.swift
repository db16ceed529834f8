import TerminalScreen
import Testing

@Suite("Pacing of frames")
struct FramePacerTests {
  @Test(
    "The first change is shown at once, and the next 50 ms after the terminal has read the frame")
  func distance() {
    var pacer = FramePacer()
    #expect(pacer.moment == nil)
    pacer.change()
    #expect(pacer.isReady(at: .zero))
    pacer.madeFrame(isVisible: true)
    pacer.change()
    pacer.deliveredAll(at: .milliseconds(7))
    #expect(!pacer.isReady(at: .milliseconds(56)))
    #expect(pacer.moment == .milliseconds(57))
    #expect(pacer.isReady(at: .milliseconds(57)))
  }

  @Test("An unchanged frame delays no other, and neither do bytes outside of frames")
  func invisible() {
    var pacer = FramePacer()
    pacer.deliveredAll(at: .milliseconds(3))
    pacer.change()
    #expect(pacer.isReady(at: .milliseconds(3)))
    pacer.madeFrame(isVisible: false)
    #expect(pacer.moment == nil)
    pacer.deliveredAll(at: .milliseconds(4))
    pacer.change()
    #expect(pacer.isReady(at: .milliseconds(4)))
  }
}
