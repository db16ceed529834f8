# The steps that .ci/quick and .ci/run share; both source this file.

# Tests of preconditions end a process on purpose. Under a sanitizer the crash reporter hangs and
# keeps the pipe open that the test waits for.
export SWIFT_BACKTRACE=enable=no

# step NAME COMMAND...: runs a command, prints how long it took, and ends the script if it fails.
step() {
  local name=$1
  shift
  printf '\n== %s\n' "$name"
  local start=$SECONDS
  "$@" || { printf '== %s: FAILED\n' "$name" >&2; exit 1; }
  printf '== %s: ok (%d s)\n' "$name" $((SECONDS - start))
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

# Installs python3, which the checks are written in, and jq, which tests run, where they are missing.
require_programs() {
  command -v python3 >/dev/null && command -v jq >/dev/null && return
  local root=()
  if [[ $(id -u) != 0 ]]; then root=(sudo -n); fi
  "${root[@]}" apt-get update -qq && "${root[@]}" apt-get install -y -qq python3 jq >/dev/null
}
