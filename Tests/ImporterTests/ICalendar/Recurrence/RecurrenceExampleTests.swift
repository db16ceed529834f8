import Testing

/// The examples of RFC 5545, 3.8.5.3, as far as their rules are about days.
@Suite("Recurrence rules, examples from RFC 5545")
struct RecurrenceExampleTests {
  /// When an event begins first, its rule, and the days it takes place on by month.
  ///
  /// The rule of the Fridays that are a 13th does not hold for the first day, which counts anyway.
  private static let examples: [(start: String, rule: String, days: String)] = [
    ("19970902", "FREQ=DAILY;COUNT=10", "1997-09: 2-11"),
    (
      "19970902",
      "FREQ=DAILY;UNTIL=19971224T000000Z",
      "1997-09: 2-30; 1997-10: 1-31; 1997-11: 1-30; 1997-12: 1-23"
    ),
    ("19970902", "FREQ=DAILY;INTERVAL=10;COUNT=5", "1997-09: 2,12,22; 1997-10: 2,12"),
    (
      "19980101",
      "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA",
      "1998-01: 1-31; 1999-01: 1-31; 2000-01: 1-31"
    ),
    (
      "19980101",
      "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1",
      "1998-01: 1-31; 1999-01: 1-31; 2000-01: 1-31"
    ),
    (
      "19970902",
      "FREQ=WEEKLY;COUNT=10",
      "1997-09: 2,9,16,23,30; 1997-10: 7,14,21,28; 1997-11: 4"
    ),
    (
      "19970902",
      "FREQ=WEEKLY;UNTIL=19971224T000000Z",
      "1997-09: 2,9,16,23,30; 1997-10: 7,14,21,28; 1997-11: 4,11,18,25; "
        + "1997-12: 2,9,16,23"
    ),
    (
      "19970902",
      "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
      "1997-09: 2,4,9,11,16,18,23,25,30; 1997-10: 2"
    ),
    (
      "19970901",
      "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
      "1997-09: 1,3,5,15,17,19,29; 1997-10: 1,3,13,15,17,27,29,31; "
        + "1997-11: 10,12,14,24,26,28; 1997-12: 8,10,12,22"
    ),
    (
      "19970902",
      "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
      "1997-09: 2,4,16,18,30; 1997-10: 2,14,16"
    ),
    (
      "19970905",
      "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
      "1997-09: 5; 1997-10: 3; 1997-11: 7; 1997-12: 5; 1998-01: 2; 1998-02: 6; "
        + "1998-03: 6; 1998-04: 3; 1998-05: 1; 1998-06: 5"
    ),
    (
      "19970905",
      "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR",
      "1997-09: 5; 1997-10: 3; 1997-11: 7; 1997-12: 5"
    ),
    (
      "19970907",
      "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
      "1997-09: 7,28; 1997-11: 2,30; 1998-01: 4,25; 1998-03: 1,29; 1998-05: 3,31"
    ),
    (
      "19970922",
      "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO",
      "1997-09: 22; 1997-10: 20; 1997-11: 17; 1997-12: 22; 1998-01: 19; 1998-02: 16"
    ),
    (
      "19970928",
      "FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=6",
      "1997-09: 28; 1997-10: 29; 1997-11: 28; 1997-12: 29; 1998-01: 29; 1998-02: 26"
    ),
    (
      "19970902",
      "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
      "1997-09: 2,15; 1997-10: 2,15; 1997-11: 2,15; 1997-12: 2,15; 1998-01: 2,15"
    ),
    (
      "19970930",
      "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
      "1997-09: 30; 1997-10: 1,31; 1997-11: 1,30; 1997-12: 1,31; 1998-01: 1,31; "
        + "1998-02: 1"
    ),
    (
      "19970910",
      "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
      "1997-09: 10-15; 1999-03: 10-13"
    ),
    (
      "19970902",
      "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU;COUNT=18",
      "1997-09: 2,9,16,23,30; 1997-11: 4,11,18,25; 1998-01: 6,13,20,27; "
        + "1998-03: 3,10,17,24,31"
    ),
    (
      "19970610",
      "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
      "1997-06: 10; 1997-07: 10; 1998-06: 10; 1998-07: 10; 1999-06: 10; 1999-07: 10; "
        + "2000-06: 10; 2000-07: 10; 2001-06: 10; 2001-07: 10"
    ),
    (
      "19970310",
      "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3",
      "1997-03: 10; 1999-01: 10; 1999-02: 10; 1999-03: 10; 2001-01: 10; 2001-02: 10; "
        + "2001-03: 10; 2003-01: 10; 2003-02: 10; 2003-03: 10"
    ),
    ("19970519", "FREQ=YEARLY;BYDAY=20MO;COUNT=3", "1997-05: 19; 1998-05: 18; 1999-05: 17"),
    (
      "19970313",
      "FREQ=YEARLY;BYMONTH=3;BYDAY=TH;COUNT=11",
      "1997-03: 13,20,27; 1998-03: 5,12,19,26; 1999-03: 4,11,18,25"
    ),
    (
      "19970605",
      "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8;COUNT=13",
      "1997-06: 5,12,19,26; 1997-07: 3,10,17,24,31; 1997-08: 7,14,21,28"
    ),
    (
      "19970902",
      "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=6",
      "1997-09: 2; 1998-02: 13; 1998-03: 13; 1998-11: 13; 1999-08: 13; 2000-10: 13"
    ),
    (
      "19970913",
      "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13;COUNT=10",
      "1997-09: 13; 1997-10: 11; 1997-11: 8; 1997-12: 13; 1998-01: 10; 1998-02: 7; "
        + "1998-03: 7; 1998-04: 11; 1998-05: 9; 1998-06: 13"
    ),
    (
      "19961105",
      "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=3",
      "1996-11: 5; 2000-11: 7; 2004-11: 2"
    ),
    (
      "19970904",
      "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3",
      "1997-09: 4; 1997-10: 7; 1997-11: 6"
    ),
    (
      "19970929",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=7",
      "1997-09: 29; 1997-10: 30; 1997-11: 27; 1997-12: 30; 1998-01: 29; 1998-02: 26; "
        + "1998-03: 30"
    ),
    ("19970805", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997-08: 5,10,19,24"),
    ("19970805", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997-08: 5,17,19,31"),
    (
      "20070115",
      "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5",
      "2007-01: 15,30; 2007-02: 15; 2007-03: 15,30"
    ),
  ]

  @Test("yield the listed days", arguments: examples)
  func example(start: String, rule: String, days: String) throws {
    let schedule = try ImportedSchedule(
      CalendarText.calendar(
        CalendarText.event(
          "UID:1\nSUMMARY:A\nDTSTART;TZID=America/New_York:\(start)T090000\nRRULE:\(rule)")))
    #expect(schedule.issues == [])
    #expect(schedule.lines == Self.dates(days).map { "\($0) 09:00 – \($0) 09:00 | A" })
  }

  /// Reads days as they are written above.
  private static func dates(_ text: String) -> [String] {
    text.split(separator: "; ").flatMap { month in
      let halves = month.split(separator: ": ")
      return halves[1].split(separator: ",").flatMap { days in
        let ends = days.split(separator: "-").compactMap { Int($0) }
        return (ends[0]...ends[ends.count - 1]).map { day in
          "\(halves[0])-\(day < 10 ? "0" : "")\(day)"
        }
      }
    }
  }
}
