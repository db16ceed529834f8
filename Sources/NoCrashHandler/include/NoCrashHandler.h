#ifndef NO_CRASH_HANDLER_H
#define NO_CRASH_HANDLER_H

#ifdef __linux__
/// Returns null: there is no program that the runtime could start when the process crashes.
///
/// Swift's runtime has a function of this name. Before `main` it looks with it for `swift-backtrace`
/// beside the executable, in the folder above and in `../libexec/swift`, and starts what it finds
/// there when the process crashes. Linked statically, this definition comes first.
const char *swift_copyAuxiliaryExecutablePath(const char *name);
#endif

#endif
