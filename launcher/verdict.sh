# Part of login.sh: runs the login and judges its verdict.

gatehouse_login() {
  [ -n "$gatehouse_reads_stdin" ] && [ -n "$gatehouse_read_fd" ] && eval "exec <&$gatehouse_read_fd"
  # Standard output is for the command or the verdict: messages go elsewhere.
  if [ -e /dev/fd/2 ]; then exec >&2; else exec >/dev/null 2>&1; fi
  gatehouse_keep_only "$gatehouse_verdict_fd" "$gatehouse_alive_fd"
  # Our reading end, while both are still open: opening a pipe waits for the other side.
  eval "exec $gatehouse_alive_fd<\"\$gatehouse_pipes/alive\""
  [ -p "/dev/fd/$gatehouse_alive_fd" ] && [ -O "/dev/fd/$gatehouse_alive_fd" ] || exit 70
  gatehouse_remove_pipes
  # Variables that would make Node talk to a parent, or Chromium write down the keys of its connections.
  unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE SSLKEYLOGFILE
  ulimit -S -c 0
  gatehouse_start "--gatehouse-launch=verdict:$gatehouse_verdict_fd,command:$gatehouse_command,display:$gatehouse_screen,launcher:$gatehouse_alive_fd,hangup:$gatehouse_hangup"
}

# Restores the terminal after an Electron that could not, if we are in its foreground.
gatehouse_restore_terminal() {
  [ -n "$gatehouse_terminal" ] || return 0
  # Each with an option of its own: BSD takes what follows `=` for a title.
  # shellcheck disable=SC2046 # two numbers
  set -- $(PATH=/usr/bin:/bin ps -o pgid= -o tpgid= -p "$$" 2>/dev/null)
  [ -n "${1-}" ] && [ "$1" = "${2-}" ] && PATH=/usr/bin:/bin stty "$gatehouse_terminal" 2>/dev/null </dev/tty
}

# Reads the one whole line that counts. Nobody else writes any more, so the mark written here must follow it.
gatehouse_read_verdict() {
  # Not by a child of ours: the pipe may be full.
  ( (eval "printf 'end\nend\n' >&$gatehouse_verdict_fd") & )
  eval "IFS= read -r gatehouse_line <&$gatehouse_verdict_fd"
  eval "IFS= read -r gatehouse_mark <&$gatehouse_verdict_fd"
  eval "exec $gatehouse_verdict_fd>&-"
}

# SECURITY: SEC-29 if the login fails, the command never starts.
# Nothing but this sets gatehouse_allowed.
gatehouse_judge_verdict() {
  case $gatehouse_exit:$gatehouse_mark:$gatehouse_line in
    0:end:'{"apiVersion":"gatehouse/1","outcome":"'confirmed'","reason":null,"exitCode":0,'*'}' | \
      0:end:'{"apiVersion":"gatehouse/1","outcome":"'bypassed'","reason":null,"exitCode":0,'*'}' | \
      0:end:'{"apiVersion":"gatehouse/1","outcome":"'allowed-unreachable'","reason":null,"exitCode":0,'*'}')
      [ -z "$gatehouse_signal" ] || gatehouse_refuse cancelled cancelled 130
      gatehouse_allowed=yes
      ;;
    [1-9]*:end:'{"apiVersion":"gatehouse/1","outcome":"'[a-z]*'","reason":"'[a-z]*'","exitCode":'"$gatehouse_exit"','*'}')
      gatehouse_end "$gatehouse_line" "$gatehouse_exit"
      ;;
    *)
      gatehouse_restore_terminal
      [ "$gatehouse_exit" -ne 64 ] || gatehouse_refuse usage usage 64
      [ -z "$gatehouse_signal" ] || gatehouse_refuse cancelled cancelled 130
      gatehouse_say "the login ended without a verdict (exit code $gatehouse_exit)"
      gatehouse_refuse internal internal 70
      ;;
  esac
}
