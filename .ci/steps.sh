# The steps that .ci/quick and .ci/run share; both source this file.

# Tests of preconditions end a process on purpose. Under a sanitizer the crash reporter hangs and
# keeps the pipe open that the test waits for.
export SWIFT_BACKTRACE=enable=no

# The seconds of the processor that the commands of this shell took, where the system says so.
processor_seconds() {
  local fields=()
  if [[ -r /proc/$BASHPID/stat ]]; then read -ra fields <"/proc/$BASHPID/stat"; fi
  processor=$(((${fields[15]-0} + ${fields[16]-0}) / 100))
}

# step NAME COMMAND...: runs a command, prints how long it took and how much of that, on all cores, the
# processor worked for it, and ends the script if it fails.
step() {
  local name=$1 start=$SECONDS before
  shift
  processor_seconds
  before=$processor
  printf '\n== %s\n' "$name"
  "$@" || { printf '== %s: FAILED\n' "$name" >&2; exit 1; }
  processor_seconds
  printf '== %s: ok (%d s, %d s of the processor)\n' "$name" $((SECONDS - start)) $((processor - before))
}

check_format() {
  swift format lint --strict -r -p Package.swift Sources Tests
}

check_unsafe() {
  .ci/metrics --check-unsafe
}

check_imports() {
  .ci/check-imports && KONF_ECS_ONLY=1 .ci/check-imports
}

# The code runs on Linux alone, where no compiler refuses what only the newest systems of Apple have.
check_systems() {
  local found
  found=$(grep -rnE '\butf8\.span\b' Sources --include='*.swift' | grep -vE ':[0-9]+: *//|^Sources/Basics/Text/String\+UTF8Span\.swift:') || return 0
  printf '%s\nfound utf8.span, which older systems of Apple lack; expected withUTF8Span\n' "$found" >&2
  return 1
}

# Installs python3, which the checks are written in, and jq, which tests run, where they are missing.
require_programs() {
  command -v python3 >/dev/null && command -v jq >/dev/null && return
  local root=()
  if [[ $(id -u) != 0 ]]; then root=(sudo -n); fi
  "${root[@]}" apt-get update -qq && "${root[@]}" apt-get install -y -qq python3 jq >/dev/null
}
