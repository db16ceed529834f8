// The four tasks with ECSKit, and particles.

let run = Run()
switch run.task {
case "contacts": try run.contacts(Contacts.self)
case "document": try run.document(Document.self)
case "feed": try run.feed(Feed.self)
case "devices": try run.devices(Device.self)
case "particles": moveParticles(run)
default: Run.stop("found no task \(run.task)")
}
run.finish()
