# Part of login.sh: writes the verdict to the caller's channels, and exits without a command.

# Waits until a child ($1) exits, despite signals. A signal can interrupt `wait`, which then returns the signal's
# number; the next `wait` returns the child's own code. Hides bash's message about a killed child.
gatehouse_await() {
  gatehouse_code=
  while :; do
    gatehouse_woken=
    wait "$1" 2>/dev/null
    gatehouse_waited=$?
    # 127: the child was already waited for, and its number may belong to another process. The earlier code counts.
    test "$gatehouse_waited" -eq 127 && test -n "$gatehouse_code" && break
    gatehouse_code=$gatehouse_waited
    test "$gatehouse_code" -ne 127 || break
    kill -0 "$1" 2>/dev/null && continue
    test -n "$gatehouse_woken" || break
  done
  gatehouse_child=
}

# A signal ends the login. A stopped login is continued, so that it receives the signal.
gatehouse_forward() {
  gatehouse_woken=yes
  gatehouse_signal=$1
  test -n "$gatehouse_child" && kill -TERM "$gatehouse_child" 2>/dev/null && kill -CONT "$gatehouse_child" 2>/dev/null
}

# Writes a line ($1) to a descriptor ($2). Fails without a reader. Waits while the pipe is full, until a new signal.
gatehouse_write() {
  gatehouse_earlier=$gatehouse_signal
  gatehouse_signal=
  (
    trap '' PIPE
    trap - TERM
    printf '%s\n' "$1" >&"$2"
  ) 2>/dev/null &
  gatehouse_child=$!
  test -z "$gatehouse_signal" || kill -TERM "$gatehouse_child" 2>/dev/null
  gatehouse_await "$gatehouse_child"
  test -n "$gatehouse_signal" || gatehouse_signal=$gatehouse_earlier
  return "$gatehouse_code"
}

# Writes the verdict, without its ticket, to the caller's channels: once, complete, and before any other action.
# Sets gatehouse_written if every channel took it.
gatehouse_publish() {
  if test -n "$gatehouse_status_file"; then
    (
      umask 077
      printf '%s\n' "$1" >"$gatehouse_status_draft" &&
        PATH=/usr/bin:/bin mv -f "$gatehouse_status_draft" "$gatehouse_status_file"
    ) 2>/dev/null || return 1
  fi
  if test -n "$gatehouse_status_fd"; then
    gatehouse_write "$1" "$gatehouse_status_fd" || return 1
  fi
  gatehouse_written=yes
}

# Exits with a refusal. $1: line of its verdict; $2: exit code.
gatehouse_end() {
  gatehouse_allowed=
  gatehouse_publish "$1" || gatehouse_say 'the verdict could not be written'
  test "$gatehouse_mode$gatehouse_wants_json" = checkyes && gatehouse_write "$1" 1
  test -z "$gatehouse_pipes" || gatehouse_remove_pipes
  test -z "$gatehouse_status_draft" || PATH=/usr/bin:/bin rm -f "$gatehouse_status_draft"
  exit "$2"
}

# Exits with a refusal by the launcher, without a verdict of Electron. $1: outcome; $2: reason; $3: exit code.
gatehouse_refuse() {
  # A signal to the process group also ends our tools, which looks like an internal error.
  test "$1" != internal || test -z "$gatehouse_signal" || set -- cancelled cancelled 130
  gatehouse_time=$(PATH=/usr/bin:/bin date -u +%Y-%m-%dT%H:%M:%SZ)
  gatehouse_end '{"apiVersion":"gatehouse/1","outcome":"'"$1"'","reason":"'"$2"'","exitCode":'"$3"',"username":null,"email":null,"consumerParams":null,"application":null,"company":null,"method":null,"time":"'"$gatehouse_time"'","ticket":null}' "$3"
}

gatehouse_usage() {
  gatehouse_say "$1"
  gatehouse_refuse usage usage 64
}
