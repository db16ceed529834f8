import Marks
import Schedule
import Testing

@Suite struct AppointmentBookTests {
  @Test(
    "different appointments have different ids, even if they share digits, and each is new once"
  )
  func collisions() {
    let start = Instant(secondsSince1970: 1_458_985_500)
    let all = (0..<20_000).map { number in
      Appointment(
        id: "", title: "Lunch \(number)", timing: Timing(start: start, end: start), location: "")
    }
    #expect(Set(all.map(\.ownID)).count < all.count, "no digits are the same")
    var book = AppointmentBook([])
    let taken = all.map { book.add($0) }
    #expect(taken.allSatisfy { $0.isNew })
    #expect(Set(taken.map(\.appointment.id)).count == all.count)
    let again = all.map { book.add($0) }
    #expect(again.allSatisfy { !$0.isNew })
  }
}
