#include "NoCrashHandler.h"

#ifdef __linux__
const char *swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return 0;
}
#endif
