package import CommandLine
import Marks

extension CommandTable {
  package static let konf = CommandTable(
    of: "konf", summary: "browse a conference schedule, plan your day and rate talks",
    groups: [
      CommandGroup(
        "Where to go",
        [
          NowCommand.self, NextCommand.self, SearchCommand.self, BrowseCommand.self,
          PickCommand.self,
        ]),
      CommandGroup(
        "Look up",
        [
          TimelineCommand.self, TalksCommand.self, SessionCommand.self,
          SpeakersCommand.self, SpeakerCommand.self, OrganizersCommand.self,
          LocationsCommand.self, LocationCommand.self, TracksCommand.self, DaysCommand.self,
          ConferenceCommand.self,
        ]),
      CommandGroup(
        "Your day",
        [
          AgendaCommand.self, PlanCommand.self, StarCommand.self, UnstarCommand.self,
          NoteCommand.self, HideCommand.self, AddCommand.self, UndoCommand.self, RedoCommand.self,
          LogCommand.self,
          SyncCommand.self, FriendsCommand.self, DiaryCommand.self,
        ]),
      CommandGroup("Rate", [RateCommand.self, RatingsCommand.self]),
      CommandGroup(
        "The schedule as data",
        [
          UseCommand.self, ExportCommand.self, DiffCommand.self, CheckCommand.self,
          EntitiesCommand.self,
        ]),
      CommandGroup("konf itself", [DoctorCommand.self, HelpCommand.self]),
    ],
    common: [
      NowCommand.self, NextCommand.self, SearchCommand.self, BrowseCommand.self,
      TimelineCommand.self, SpeakerCommand.self, AgendaCommand.self, StarCommand.self,
      AddCommand.self, RateCommand.self, UndoCommand.self, SyncCommand.self, UseCommand.self,
    ],
    defaults: Defaults(
      none: OverviewCommand.self, help: HelpCommand.self, version: VersionCommand.self,
      completion: CompleteCommand.self),
    options: CommonOption.all,
    topics: [
      optionsTopic, filtersTopic, time, data, formats, json, query, schema, rules, remind, scale,
      environment, config, exitCodes,
    ],
    examples: [
      Example("konf now", "show the running sessions"),
      Example("konf rate session1Day1 5", "give a session five stars"),
    ],
    explaining: WebAddress.usageError)
}
