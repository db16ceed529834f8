// The four tasks with SQLite by its C library; `@Observable` reports to views that something changed.

let run = Run()
switch run.task {
case "contacts": try run.contacts(Contacts.self)
case "document": try run.document(Document.self)
case "feed": try run.feed(Feed.self)
case "devices": try run.devices(Device.self)
default: Run.stop("found no task \(run.task)")
}
run.finish()
