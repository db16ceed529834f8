// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "konf",
  // Atomic and Mutex set the floor; the code is written for these systems and run on Linux.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "ECSKit", targets: ["ECSKit"]),
    .library(name: "ECSReactive", targets: ["ECSReactive"]),
    .library(name: "ECSDetached", targets: ["ECSDetached"]),
    .library(name: "ECSObservation", targets: ["ECSObservation"]),
    .library(name: "ECSHistory", targets: ["ECSHistory"]),
    .library(name: "ECSModel", targets: ["ECSModel"]),
    .library(name: "ECSStore", targets: ["ECSStore"]),
    .library(name: "Importer", targets: ["Importer", "Schedule", "SourceText", "XMLAndICalendar"]),
    .executable(name: "konf", targets: ["konf"]),
  ],
  dependencies: [],
  targets: [
    // What checks nothing at run time is marked where it stands.
    .target(name: "ECSKit", swiftSettings: [.strictMemorySafety()]),
    .target(name: "ECSReactive", dependencies: ["ECSKit"]),
    .target(name: "ECSDetached", dependencies: ["ECSKit"]),
    .target(name: "ECSObservation", dependencies: ["ECSKit"]),
    .target(name: "ECSHistory", dependencies: ["Basics", "ECSKit", "ECSReactive"]),
    .target(name: "ECSModel", dependencies: ["ECSKit"]),
    .target(
      name: "ECSStore",
      dependencies: ["Basics", "ECSDetached", "ECSHistory", "ECSKit", "ECSModel", "SourceText"]),
    // The ground: these know nothing of schedules, stores or commands.
    .target(name: "Basics"),
    .target(name: "SourceText", dependencies: ["Basics"]),
    .target(name: "XMLAndICalendar", dependencies: ["Basics", "SourceText"]),
    .target(name: "Exchange", dependencies: ["Basics", "SourceText", "XMLAndICalendar"]),
    .target(name: "CommandLine", dependencies: ["Basics"]),
    .target(
      name: "Schedule",
      dependencies: ["Basics", "ECSKit", "ECSModel", "ECSReactive"]),
    .target(name: "TerminalScreen", dependencies: ["Basics"]),
    .target(
      name: "Browser", dependencies: ["Basics", "ECSKit", "Schedule", "TerminalScreen"]),
    .target(
      name: "Importer",
      dependencies: [
        "Basics", "ECSKit", "ECSReactive", "Schedule", "SourceText", "XMLAndICalendar",
      ]),
    // Stored data: the log, saved schedules, marks and merged ratings.
    .target(
      name: "Marks",
      dependencies: [
        "Basics", "CommandLine", "ECSHistory", "ECSKit", "ECSModel", "ECSStore", "Importer",
        "KonfResources", "Schedule", "SourceText",
      ]),
    // The commands, a folder for each feature, with what they print.
    .target(
      name: "KonfCLI",
      dependencies: [
        "Basics", "Browser", "CommandLine", "ECSHistory", "ECSKit", "ECSModel", "ECSReactive",
        "ECSStore", "Exchange", "Importer", "Marks", "Schedule", "SourceText", "TerminalScreen",
      ]),
    .executableTarget(
      name: "konf",
      dependencies: [
        "Basics", "Browser", "CommandLine", "KonfCLI", "KonfResources", "Marks", "Schedule",
        "TerminalScreen",
      ],
      // Fully static, a release starts in a quarter of the time and runs where no toolchain is.
      // Position independent, it is loaded at another address each time. Without symbols and debug
      // information it is what a user copies.
      linkerSettings: [
        .unsafeFlags(
          [
            "-static-executable", "-use-ld=lld", "-Xclang-linker", "-static-pie", "-Xclang-linker",
            "--ld-path=\(Context.packageDirectory)/Sources/konf-linker", "-Xlinker", "-s",
          ],
          .when(platforms: [.linux], configuration: .release))
      ]),
    .target(
      name: "KonfResources", path: "Resources",
      exclude: ["browse.svg", "draw-screen", "install.sh", "konf.schema.frame.json", "release.sh"],
      publicHeadersPath: "include"),

    .target(
      name: "TestSupport", dependencies: ["Basics", "ECSKit", "SourceText"],
      path: "Tests/TestSupport"),
    // The joined random script detaches and syncs entities, too.
    .testTarget(name: "ECSKitTests", dependencies: ["ECSKit", "ECSDetached", "TestSupport"]),
    .testTarget(name: "ECSReactiveTests", dependencies: ["ECSKit", "ECSReactive"]),
    .testTarget(name: "ECSDetachedTests", dependencies: ["ECSKit", "ECSDetached", "TestSupport"]),
    .testTarget(
      name: "ECSObservationTests", dependencies: ["ECSKit", "ECSObservation", "TestSupport"]),
    .testTarget(
      name: "ECSHistoryTests", dependencies: ["ECSHistory", "ECSKit", "ECSReactive", "TestSupport"]),
    .testTarget(
      name: "ECSModelTests", dependencies: ["ECSHistory", "ECSKit", "ECSModel", "TestSupport"]),
    .testTarget(name: "BasicsTests", dependencies: ["Basics", "TestSupport"]),
    .testTarget(
      name: "ECSStoreTests",
      dependencies: [
        "Basics", "ECSDetached", "ECSHistory", "ECSKit", "ECSModel", "ECSStore", "TestSupport",
      ]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["Basics", "CommandLine", "TestSupport"]),
    // The tests run the program beside them, which fills a screen and can end in every way.
    .target(
      name: "TerminalTestSupport", dependencies: ["Basics", "TerminalScreen"],
      path: "Tests/TerminalTestSupport"),
    .executableTarget(
      name: "screen-program", dependencies: ["Basics", "TerminalScreen"],
      path: "Tests/ScreenProgram"),
    .testTarget(
      name: "TerminalScreenTests",
      dependencies: ["Basics", "TerminalScreen", "TerminalTestSupport", "TestSupport"]),
    .testTarget(name: "ExchangeTests", dependencies: ["Exchange", "TestSupport"]),
    .testTarget(
      name: "SourceTextTests", dependencies: ["SourceText", "TestSupport", "XMLAndICalendar"]),
    .testTarget(
      name: "ScheduleTests",
      dependencies: ["Basics", "ECSKit", "ECSReactive", "Schedule", "TestSupport"]),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "Browser", "ECSKit", "Schedule", "TerminalScreen", "TerminalTestSupport", "TestSupport",
      ],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "ImporterTests",
      dependencies: [
        "Basics", "ECSKit", "ECSReactive", "Importer", "KonfResources", "Schedule", "SourceText",
        "TestSupport", "XMLAndICalendar",
      ]),
    // The tests run konf as well, which is built with them; linked to them it would bring its flags.
    .testTarget(
      name: "KonfCLITests",
      dependencies: [
        "Basics", "Browser", "CommandLine", "ECSKit", "ECSModel", "ECSStore", "Exchange",
        "Importer", "KonfCLI", "Marks", "Schedule", "SourceText", "TerminalScreen", "TestSupport",
      ],
      exclude: ["Snapshots", "Differences"]),
    // The same programs, seen from a client whose code is nonisolated and from one on the main actor.
    .testTarget(
      name: "ClientTests",
      dependencies: [
        "ECSKit", "ECSReactive", "ECSDetached", "ECSHistory", "ECSModel", "ECSObservation",
        "ECSStore", "TestSupport",
      ]),
    .testTarget(
      name: "MainActorClientTests",
      dependencies: ["ECSKit", "ECSReactive", "ECSDetached", "ECSHistory", "ECSObservation"],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    // Programs that import schedules, in both isolations as well.
    .testTarget(
      name: "ImporterClientTests",
      dependencies: ["ECSKit", "Importer", "Schedule", "SourceText", "XMLAndICalendar"]),
    .testTarget(
      name: "MainActorImporterClientTests",
      dependencies: ["ECSKit", "Importer", "Schedule", "SourceText"],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    // Prints what the readers make of a file, for the scripts beside it.
    .executableTarget(
      name: "source-tree", dependencies: ["SourceText", "TestSupport", "XMLAndICalendar"],
      path: "Tests/Readers",
      exclude: ["check-pages", "check-qr", "compare-xml", "compare-exports", "compare-zones"]),
    // Makes a schedule of any size and says what its import takes, for the script beside it.
    .executableTarget(
      name: "import-bench", dependencies: ["Basics", "ECSKit", "Importer", "TestSupport"],
      path: "Tests/ImportBenchmark", exclude: ["check-import"]),
    // The board of an article as a program, for the script that kills it.
    .executableTarget(
      name: "board", dependencies: ["ECSHistory", "ECSKit", "ECSModel", "ECSStore"],
      path: "Tests/Durability/Board"),
    // Has konf follow histories of schedules whose truth is known, for the scripts beside it.
    .executableTarget(
      name: "konf-histories",
      dependencies: [
        "Basics", "CommandLine", "KonfCLI", "Marks", "Schedule", "SourceText", "TestSupport",
      ],
      path: "Tests/Histories", exclude: ["check-histories", "check-versions"]),
    .executableTarget(
      name: "ecs-bench",
      dependencies: [
        "Basics", "ECSDetached", "ECSHistory", "ECSKit", "ECSModel", "ECSReactive", "ECSStore",
        "Schedule", "TestSupport",
      ],
      path: "Tests/Benchmarks",
      exclude: [
        "gates.txt", "check-gates", "check-runs", "check-scaling", "profile", "require-valgrind",
      ]),
  ],
  swiftLanguageModes: [.v6],
  // `#embed` is C23; this is how the package description spells it.
  cLanguageStandard: .c2x
)

for target in package.targets where target.name != "KonfResources" {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .treatAllWarnings(as: .error),
      // `any` is written out, so that the cost of an existential is seen where it is paid.
      .enableUpcomingFeature("ExistentialAny"),
      // An import is internal unless the public interface needs it.
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}

// What follows is for a build of konf, and for its tests. A package that another one fetches, into a folder of these
// names, may have no such flags.
let isFetched = ["/checkouts/", "/registry/"].contains { Context.packageDirectory.contains($0) }
// Modules that are compiled at once take less of the processor, but any change compiles all of its module, and the
// compiler remarks on each that this is so. So it is done where nothing changes, and where no debugger looks.
let areModulesWhole = Context.environment["KONF_WHOLE_MODULES"] != nil
let modulesOfKonf = [
  "Basics", "Browser", "CommandLine", "Exchange", "Importer", "KonfCLI", "Marks", "Schedule",
  "SourceText", "TerminalScreen", "XMLAndICalendar", "konf",
]
// The package manager asks for debug information after the flags of a target, so the compiler itself has to be told.
let withoutDebugInformation = ["-Xfrontend", "-gnone"]
for target in package.targets where !isFetched && target.name != "KonfResources" {
  // In a release the code that knows a type makes it, and does not look it up by its name at run time: a tenth of
  // what `konf timeline` takes.
  if modulesOfKonf.contains(target.name) || target.name.hasPrefix("ECS") {
    target.swiftSettings?.append(
      .unsafeFlags(
        ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"],
        .when(configuration: .release)))
  }
  // The program has no debug information, so none is made if the linker does not keep it. ECSKit and its companions
  // are otherwise measured as others compile them.
  if modulesOfKonf.contains(target.name), Context.environment["KONF_DEBUG_INFO"] == nil {
    target.swiftSettings?.append(
      .unsafeFlags(withoutDebugInformation, .when(configuration: .release)))
  }
  if target.type == .test {
    // An index of what tests import from the system would be written for each of their modules: a fifth of the time
    // that they take to compile.
    target.swiftSettings?.append(
      .unsafeFlags(["-index-ignore-system-modules"], .when(configuration: .debug)))
  }
  guard areModulesWhole else { continue }
  // These read texts byte by byte, which takes a sixth of the time of all tests if it is not optimized.
  if ["Basics", "SourceText", "XMLAndICalendar"].contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
  target.swiftSettings?.append(
    .unsafeFlags(
      [
        "-whole-module-optimization", "-num-threads", "2", "-no-emit-module-separately-wmo",
        "-disable-batch-mode",
      ] + withoutDebugInformation, .when(configuration: .debug)))
}

// The sanitizers and the tests in release look at what is written without checks; building the rest
// for them takes most of an hour.
if Context.environment["KONF_ECS_ONLY"] != nil {
  let kept = [
    "ECSKit", "ECSReactive", "ECSDetached", "ECSObservation", "ECSHistory", "ECSModel", "ECSStore",
    "SourceText", "TestSupport", "Basics", "ECSKitTests", "ECSReactiveTests",
    "ECSDetachedTests", "ECSObservationTests", "ECSHistoryTests", "ECSModelTests", "ECSStoreTests",
    "ClientTests", "MainActorClientTests",
  ]
  // What is unchecked is in ECSKit alone, so the address sanitizer needs it and what its tests import; the thread
  // sanitizer needs no module whose tests have no threads.
  let sanitizer = Context.environment["KONF_SANITIZED"] ?? ""
  let spared = [
    "address": [
      "ECSObservation", "ECSHistory", "ECSModel", "ECSStore", "SourceText",
      "ECSObservationTests", "ECSHistoryTests", "ECSModelTests", "ECSStoreTests", "ClientTests",
      "MainActorClientTests",
    ],
    "thread": ["ECSReactiveTests", "ECSModelTests"],
  ][sanitizer, default: []]
  package.products = [.library(name: "ECSKit", targets: ["ECSKit"])]
  // What clients make of the inlined code is seen in the other tests; these would take the optimizer minutes.
  for target in package.targets where sanitizer == "address" && target.type == .test {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"])]
  }
  package.targets.removeAll { !kept.contains($0.name) || spared.contains($0.name) }
  // The files of some tests, if not all are wanted: paths in Tests, each after a blank.
  let files = (Context.environment["KONF_TEST_FILES"] ?? "").split(separator: " ")
  for target in package.targets where target.type == .test {
    let own = files.filter { $0.hasPrefix("\(target.name)/") }
    if !own.isEmpty { target.sources = own.map { String($0.dropFirst(target.name.count + 1)) } }
  }
  for target in package.targets where target.name == "TestSupport" {
    target.dependencies = ["Basics", "ECSKit"]
    target.exclude = ["JSONSchema.swift"]
  }
}
