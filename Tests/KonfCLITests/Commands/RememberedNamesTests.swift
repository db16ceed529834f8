import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// Remembered schedules by what people call them: beginnings of names, acronyms, titles, slips.
@Suite struct RememberedNamesTests: FairHomeSuite {
  let fair = FairHome()

  /// Writes a schedule with an acronym and another day than the others have.
  private func write(_ title: String, _ acronym: String, month: String, to name: String) {
    let talk = FairSchedule.Talk(number: title.count * 100, title: "\(title) opening")
    let json = FairSchedule.json([talk], title: title, month: month).replacing(
      #""title": "\#(title)""#, with: #""acronym": "\#(acronym)", "title": "\#(title)""#)
    folder.write(json, to: name)
  }

  private func keepSome() {
    write("Free Software Days 2016", "fsd-2016", month: "2016-04", to: "2016.json")
    write("Electric Field 2018", "elf2018", month: "2018-04", to: "elf.json")
    for file in ["2016.json", "elf.json"] { _ = use("use @/\(file)") }
  }

  @Test("a schedule is named by its acronym, its title or its file")
  func kept() {
    write("Free Software Days 2016", "fsd-2016", month: "2016-04", to: "a.json")
    #expect(use("use @/a.json").text.hasPrefix("fsd-2016  Free Software Days 2016 · "))
    // Another year with the same acronym is called by its title.
    write("Free Software Days 2018", "fsd-2016", month: "2018-04", to: "b.json")
    #expect(use("use @/b.json").text.hasPrefix("free-software-days-2018  "))
    // A title without Latin letters was refused, though the file has a name.
    write("東京", "", month: "2019-04", to: "tokyo.json")
    #expect(use("use @/tokyo.json").text.hasPrefix("tokyo  東京 · "))
  }

  @Test(
    "use and --data find it by the beginning of its name, its acronym or its title",
    arguments: [
      "fsd", "fsd-2016", "FSD 2016", "Free Software", "free", "fsd2016",
    ])
  func found(word: String) {
    keepSome()
    let chosen = run(["use", word])
    #expect(chosen.text.hasPrefix("fsd-2016  "), "\(chosen.notes)")
    let shown = run(["conference", "--data", word])
    #expect(shown.text.contains("Free Software Days 2016"), "\(shown.notes)")
    #expect(run(["use", "elf-2018"]).text.hasPrefix("elf2018  "))
  }

  @Test("an ambiguous word is answered with the matching names, and nothing changes")
  func several() {
    keepSome()
    write("Free Software Days 2017", "fsd-2017", month: "2017-04", to: "2017.json")
    _ = use("use @/2017.json")
    let before = use("use").text
    for line in ["use fsd", "talks --data fsd"] {
      let output = use(line)
      #expect(output.status == .usage)
      #expect(
        output.notes == """
          konf: "fsd" matches 2 saved schedules; use fsd-2016 or fsd-2017

          """)
    }
    #expect(use("use").text == before)
  }

  @Test("a word without a match has suggestions, or all names")
  func none() {
    keepSome()
    for line in ["use fsd-2015", "talks --data fsd-2015", "diff fsd-2015"] {
      let output = use(line)
      #expect(output.status == .noInput)
      #expect(
        output.notes == """
          konf: fsd-2015: no such file or saved schedule
          konf: did you mean fsd-2016?

          """)
    }
    #expect(
      use("use somethingelse").notes.hasSuffix("konf: saved schedules: elf2018 and fsd-2016\n"))
    // A schedule is forgotten by its whole name alone.
    let forgetting = use("use fsd --forget").notes
    #expect(forgetting.contains("; --forget needs the whole name\n"))
    #expect(forgetting.hasSuffix("konf: did you mean fsd-2016?\n"))
  }

  @Test("a file of that name precedes names that begin with it, and completion offers the names")
  func files() {
    keepSome()
    let path = folder.write(FairSchedule.first, to: "fsd")
    #expect(use("use \(path)").text.hasPrefix("fair-2016  "))
    let offered = run(["__complete", "zsh", "use", "f"]).text
    #expect(offered == "fair-2016:the default\nfsd-2016:saved\n:files\n")
  }

  @Test("konf FILE and konf URL print the line that works")
  func lines() {
    for (words, line) in [
      (["fair.json"], "konf use fair.json"), (["./a b.xml"], "konf use './a b.xml'"),
      (["https://fair.example/s.json"], "curl -sL 'https://fair.example/s.json' | konf use -"),
      (["/tmp/fair"], "konf use /tmp/fair"),
    ] {
      let output = run(words)
      #expect(output.status == .usage)
      #expect(output.notes.hasSuffix("konf: \(line)\n"), "\(output.notes)")
      #expect(output.text.isEmpty)
    }
  }

  @Test("konf NAME prints the line that shows a saved schedule, or several names")
  func lineForName() {
    keepSome()
    for word in ["fsd", "fsd-2016", "FSD 2016"] {
      let output = run([word])
      #expect(output.status == .usage && output.text.isEmpty)
      #expect(
        output.notes == """
          konf: "\(word)" is not a command; show the saved schedule of that name with:
          konf: konf use fsd-2016

          """)
    }
    // The folder is that of the option, also beside words that belong to no command.
    var bare = run
    bare.environment["KONF_HOME"] = nil
    #expect(bare(["fsd"]).notes.contains("unknown command"))
    #expect(
      bare(["--home", home.path, "fsd"]).notes.hasSuffix(
        "konf: konf use fsd-2016 --home \(home.path)\n"))
    #expect(run(["fsd", "--day", "sat"]).notes.hasSuffix("konf: konf use fsd-2016\n"))
    write("Free Software Days 2017", "fsd-2017", month: "2017-04", to: "2017.json")
    _ = use("use @/2017.json")
    #expect(
      run(["fsd"]).notes == """
        konf: "fsd" is not a command; 2 saved schedules have names that begin with it
        konf: show one with konf use NAME: fsd-2016 or fsd-2017

        """)
    #expect(run(["tiemline"]).notes.hasSuffix("konf: did you mean timeline?\n"))
  }

  @Test("without the default, konf shows the previous schedule or the built-in one, and says so")
  func forgotten() {
    keepSome()
    _ = use("use @/first.json")
    // It fell back to the built-in schedule of another conference, although others were remembered.
    #expect(use("use fair-2016 --forget").text == "fair-2016  forgotten; konf shows elf2018 now\n")
    #expect(use("conference").text.contains("Electric Field 2018"))
    #expect(use("use fsd-2016 --forget").text == "fsd-2016  forgotten\n")
    #expect(
      use("use elf2018 --forget").text
        == "elf2018  forgotten; konf shows the built-in schedule of UIKonf 2015 now\n")
  }

  @Test("notes on a file are printed when it is saved, and not by every command")
  func remarks() {
    // Each command ended with the number of remarks, although the user cannot mend the schedule.
    let json = FairSchedule.first.replacing(
      #""title": "Trains""#, with: #""title": "Trains", "odd": "field""#)
    folder.write(json, to: "remarks.json")
    #expect(use("use @/remarks.json").notes.contains("konf check"))
    #expect(use("timeline").notes.isEmpty)
    #expect(use("timeline --verbose").notes.contains("konf check fair-2016"))
  }

  @Test("diff shows personal items, of a day or a location, in the current or former state")
  func differences() {
    _ = use("use @/first.json")
    _ = use("star trains")
    _ = use("use @/second.json")
    func titles(_ filters: String) -> String {
      use("diff \(filters) --format {title}").text.replacing("\n", with: " ")
    }
    #expect(titles("") == "Trains Mail in 2016 Cheese ")
    #expect(titles("--mine") == "Trains ")
    #expect(titles("--day 25") == "Cheese ")
    #expect(titles("--day 24") == "Trains Mail in 2016 ")
    // What has moved away is of interest where it was.
    #expect(titles("--location janson") == "Mail in 2016 ")
    #expect(titles("--location hall") == "Trains Mail in 2016 Cheese ")
    #expect(titles("--before 11:30") == "Trains Mail in 2016 ")
    #expect(titles("--speaker ada --day 24 --after 11:00") == "Trains Mail in 2016 ")
    #expect(use("diff --mine").text.hasSuffix("1 cancelled\n"))
    #expect(use("diff --track trains").status == .notFound)
  }

  @Test("stars of another conference are reported with the line that shows it")
  func elsewhere() {
    keepSome()
    #expect(use("star opening --data fsd").status == .success)
    let notes = use("agenda --data elf2018").notes
    #expect(
      notes.contains(
        #"1 star is for the conference "Free Software Days 2016"; choose it with konf use fsd-2016"#
      ))
  }
}
