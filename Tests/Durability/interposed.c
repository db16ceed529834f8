// Makes calls of the C library fail or fall short, as the variable FAULT says: CALL:NUMBER:KIND.
// KIND is short (half of the bytes are written), torn (half, then death), or the number of an error.
// The variable CLOCK, if it is set, is the time in seconds since 1970.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int count;

// Returns whether this is the call that is to fail; kind becomes the kind.
static int isFault(const char *call, char *kind) {
  char name[32];
  int number;
  const char *fault = getenv("FAULT");
  if (!fault || sscanf(fault, "%31[^:]:%d:%15s", name, &number, kind) != 3) return 0;
  return strcmp(name, call) == 0 && ++count == number;
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  static ssize_t (*original)(int, const void *, size_t);
  if (!original) original = dlsym(RTLD_NEXT, "write");
  char kind[16];
  if (descriptor <= 2 || !isFault("write", kind)) return original(descriptor, bytes, size);
  if (strcmp(kind, "short") == 0) return original(descriptor, bytes, size > 1 ? size / 2 : size);
  if (strcmp(kind, "torn") == 0) {
    original(descriptor, bytes, size / 2);
    _exit(137);
  }
  errno = atoi(kind);
  return -1;
}

ssize_t pread(int descriptor, void *bytes, size_t size, off_t offset) {
  static ssize_t (*original)(int, void *, size_t, off_t);
  if (!original) original = dlsym(RTLD_NEXT, "pread");
  char kind[16];
  if (!isFault("pread", kind)) return original(descriptor, bytes, size, offset);
  if (strcmp(kind, "short") == 0)
    return original(descriptor, bytes, size > 1 ? size / 2 : size, offset);
  errno = atoi(kind);
  return -1;
}

int fdatasync(int descriptor) {
  static int (*original)(int);
  if (!original) original = dlsym(RTLD_NEXT, "fdatasync");
  char kind[16];
  if (!isFault("fdatasync", kind)) return original(descriptor);
  errno = atoi(kind);
  return -1;
}

time_t time(time_t *seconds) {
  static time_t (*original)(time_t *);
  if (!original) original = dlsym(RTLD_NEXT, "time");
  const char *clock = getenv("CLOCK");
  time_t now = clock ? atoll(clock) : original(NULL);
  if (seconds) *seconds = now;
  return now;
}
