# Part of login.sh: runs the login and judges its verdict.

gatehouse_login() {
  test -z "$gatehouse_stdin_fd" || eval "exec <&$gatehouse_stdin_fd"
  # Standard output is for the command or the verdict: send messages to standard error.
  if test -e /dev/fd/2; then exec >&2; else exec >/dev/null 2>&1; fi
  gatehouse_keep_only "$gatehouse_verdict_fd" "$gatehouse_alive_fd"
  # Open our reading end while the writing end is still open: opening a pipe waits for its other end.
  eval "exec $gatehouse_alive_fd<\"\$gatehouse_pipes/alive\""
  test -p "/dev/fd/$gatehouse_alive_fd" && test -O "/dev/fd/$gatehouse_alive_fd" || exit 70
  gatehouse_remove_pipes
  ulimit -S -c 0
  gatehouse_start "--gatehouse-launch=verdict:$gatehouse_verdict_fd,command:$gatehouse_command,display:$gatehouse_screen,launcher:$gatehouse_alive_fd,hangup:$gatehouse_hangup"
}

# Starts the watch of a login ($1) in a child that exits at once. The watch ignores signals from its start: if a signal
# ended it after the mark, the launcher would wait forever. If the child is killed before that, no watch starts.
gatehouse_start_watch() {
  (
    trap '' INT QUIT HUP TERM
    gatehouse_watch "$1" &
  )
}

# Reads the verdict while the launcher waits for Electron and handles signals. Copies every line, up to the launcher's
# mark. Kills a login ($1) that still runs a second after its whole line. `TMOUT=`: bash would stop after the seconds
# that some computers export in this variable.
gatehouse_watch() {
  gatehouse_keep_only "$gatehouse_watch_fd" "$gatehouse_feed_fd"
  eval "exec <&$gatehouse_watch_fd >&$gatehouse_feed_fd 2>/dev/null $gatehouse_watch_fd<&- $gatehouse_feed_fd>&-"
  gatehouse_limit=
  while IFS= TMOUT= read -r gatehouse_line; do
    case $gatehouse_line in
      '{'*'}')
        test -n "$gatehouse_limit" || {
          gatehouse_end_late "$1" </dev/null >/dev/null &
          gatehouse_limit=$!
        }
        ;;
    esac
    printf '%s\n' "$gatehouse_line"
    case $gatehouse_line in *"$gatehouse_mark") break ;; esac
  done
  test -z "$gatehouse_limit" || {
    kill -ALRM "$gatehouse_limit"
    wait "$gatehouse_limit"
  }
}

# Kills a login ($1) after a second, unless the watch cancels this by SIGALRM.
gatehouse_end_late() {
  gatehouse_sleep=
  trap 'test -z "$gatehouse_sleep" || kill -KILL "$gatehouse_sleep"; exit' ALRM
  PATH=/usr/bin:/bin sleep 1 &
  gatehouse_sleep=$!
  wait "$gatehouse_sleep"
  # Kill it only while it is the launcher's child: later, its number may belong to another process.
  # shellcheck disable=SC2046 # one number
  set -- "$1" $(PATH=/usr/bin:/bin ps -o ppid= -p "$1")
  kill -0 "$$" && test "${2-$$}" = "$$" && kill -KILL "$1"
}

# Restores the terminal if Electron was killed before it could. Only in the foreground of the terminal.
gatehouse_restore_terminal() {
  test -n "$gatehouse_terminal" || return 0
  if test -r "/proc/$$/stat"; then
    # proc(5): state, parent, process group, session, terminal, foreground group. The ps of busybox omits the last.
    IFS= read -r gatehouse_next <"/proc/$$/stat"
    # shellcheck disable=SC2086 # words
    set -- ${gatehouse_next##*) }
    set -- "$3" "$6"
  else
    # One `-o` per column: BSD's ps takes all text after `=` for a title.
    # shellcheck disable=SC2046 # two numbers
    set -- $(PATH=/usr/bin:/bin ps -o pgid= -o tpgid= -p "$$" 2>/dev/null)
  fi
  test -n "${1-}" && test "$1" = "${2-}" && PATH=/usr/bin:/bin stty "$gatehouse_terminal" 2>/dev/null </dev/tty
}

# Reads the verdict's line. Writes the mark, which follows Electron's last output: after a whole line as a line of its
# own, after an incomplete line at the end of the same line.
gatehouse_read_verdict() {
  # Write the mark in a process that is not our child, because the pipe may be full. If the watch was killed, write to
  # our own pipe. Retry if a signal ended the child before it ignored signals: without the mark, we would wait forever.
  until (
    trap '' INT QUIT HUP TERM PIPE
    (
      gatehouse_keep_only "$gatehouse_verdict_fd" "$gatehouse_feed_fd"
      eval "printf '%s\n' \"\$gatehouse_mark\" >&$gatehouse_verdict_fd" ||
        eval "printf '%s\n' \"\$gatehouse_mark\" >&$gatehouse_feed_fd"
    ) 2>/dev/null &
  ) 2>/dev/null; do :; done
  eval "exec $gatehouse_verdict_fd>&-"
  eval "IFS= TMOUT= read -r gatehouse_line <&$gatehouse_line_fd"
  case $gatehouse_line in
    *"$gatehouse_mark") ;;
    *) eval "IFS= TMOUT= read -r gatehouse_next <&$gatehouse_line_fd" ;;
  esac
  # After the mark, the watch ends by itself. Otherwise, close its pipe to end it.
  case $gatehouse_line$gatehouse_next in
    *"$gatehouse_mark") ;;
    *) eval "exec $gatehouse_line_fd<&- $gatehouse_feed_fd>&-" ;;
  esac
}

# SECURITY: SEC-29 one whole line decides, regardless of Electron's later behaviour. Without such a line, the command
# never starts.
# Only this function sets gatehouse_allowed to yes.
gatehouse_judge_verdict() {
  if test -n "$gatehouse_mark" && test "$gatehouse_next" = "$gatehouse_mark"; then
    case $gatehouse_line in
      '{"apiVersion":"gatehouse/1","outcome":"'confirmed'","reason":null,"exitCode":0,'*'}' | \
        '{"apiVersion":"gatehouse/1","outcome":"'bypassed'","reason":null,"exitCode":0,'*'}' | \
        '{"apiVersion":"gatehouse/1","outcome":"'allowed-unreachable'","reason":null,"exitCode":0,'*'}')
        test -z "$gatehouse_signal" || gatehouse_refuse cancelled cancelled 130
        gatehouse_allowed=yes
        return
        ;;
      '{"apiVersion":"gatehouse/1","outcome":"'[a-z]*'","reason":"'[a-z]*'","exitCode":'[1-9]*','*'}')
        gatehouse_number=${gatehouse_line#*'","exitCode":'}
        gatehouse_number=${gatehouse_number%%,*}
        case $gatehouse_number in
          [1-9][0-9] | 1[0-9][0-9]) gatehouse_end "$gatehouse_line" "$gatehouse_number" ;;
        esac
        ;;
    esac
  fi
  gatehouse_restore_terminal
  test "${gatehouse_exit:=70}" -ne 64 || gatehouse_refuse usage usage 64
  test -z "$gatehouse_signal" || gatehouse_refuse cancelled cancelled 130
  gatehouse_say "the login ended without a verdict (exit code $gatehouse_exit)"
  gatehouse_refuse internal internal 70
}
