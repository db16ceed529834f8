// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the libraries beside it and their tests need nothing of it. The
// script `compare` builds and runs it.
let package = Package(
  name: "comparison",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "konf", path: "../..")],
  targets: [
    // Each has the tasks as well, in the folder that `AppTasks` links to; a module of their own would
    // not be specialized.
    .executableTarget(
      name: "ecs",
      dependencies: [
        .product(name: "ECSDetached", package: "konf"),
        .product(name: "ECSHistory", package: "konf"),
        .product(name: "ECSKit", package: "konf"),
        .product(name: "ECSObservation", package: "konf"),
        .product(name: "ECSStore", package: "konf"),
      ],
      path: "ECS"),
    .executableTarget(name: "arrays", path: "Arrays"),
    .systemLibrary(
      name: "CSQLite", path: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(name: "sqlite", dependencies: ["CSQLite"], path: "SQLite"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "CSQLite" {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
