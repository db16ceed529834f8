import CommandLine
import KonfCLI

extension SnapshotTests {
  /// Files for other programs, of the built-in schedule, of an invented one and of hostile texts.
  static let exports: [SnapshotCase] =
    ["ics", "html", "markdown", "csv"].flatMap { form in
      [
        SnapshotCase("export-\(form)", "rate session1Day1 5", "export --day mon --as \(form)"),
        SnapshotCase("export-sample-\(form)", "export --as \(form) --data -")
          .with { $0.input = SampleConference.json },
        SnapshotCase("export-hostile-\(form)", "export --as \(form) --data -")
          .with { $0.input = HostileSchedule.json },
      ]
    } + [
      SnapshotCase("export-alarm", "export --as ics --speaker graham --alarm 1h30m"),
      SnapshotCase("export-abstracts-html", "export --as html --abstracts --lang en --data -")
        .with { $0.input = SampleConference.json },
      SnapshotCase("export-abstracts", "export --as markdown --abstracts --lang en --data -")
        .with { $0.input = SampleConference.json },
      SnapshotCase("export-floating", "export --as ics --data -")
        .with { $0.input = FormatSamples.all[4].text },
      SnapshotCase("export-nothing", "export --as csv --day wed --speaker lee"),
      SnapshotCase("export-no-form", "export"),
      SnapshotCase("export-alarm-csv", "export --as csv --alarm 10m"),
    ]
}
