import Basics
import CommandLine
import Testing

@Suite("Errors of inputs")
struct InputErrorTests {
  @Test(
    "the limit of an input is given in the largest unit that divides it",
    arguments: [
      (128 << 20, "128 MiB"), (1 << 16, "64 KiB"), (50_000, "50000 bytes"), (0, "0 bytes"),
    ])
  func limit(limit: Int, text: String) {
    #expect(
      InputError.tooLarge(limit: limit).reason.string == "too large; expected at most \(text)"
    )
  }
}
