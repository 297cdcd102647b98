# Part of login.sh: runs the login and judges its verdict.

gatehouse_login() {
  [ -z "$gatehouse_stdin_fd" ] || eval "exec <&$gatehouse_stdin_fd"
  # Standard output is for the command or the verdict: messages go elsewhere.
  if [ -e /dev/fd/2 ]; then exec >&2; else exec >/dev/null 2>&1; fi
  gatehouse_keep_only "$gatehouse_verdict_fd" "$gatehouse_alive_fd"
  # Our reading end, while both are still open: opening a pipe waits for the other side.
  eval "exec $gatehouse_alive_fd<\"\$gatehouse_pipes/alive\""
  [ -p "/dev/fd/$gatehouse_alive_fd" ] && [ -O "/dev/fd/$gatehouse_alive_fd" ] || exit 70
  gatehouse_remove_pipes
  ulimit -S -c 0
  gatehouse_start "--gatehouse-launch=verdict:$gatehouse_verdict_fd,command:$gatehouse_command,display:$gatehouse_screen,launcher:$gatehouse_alive_fd,hangup:$gatehouse_hangup"
}

# Starts the watch of a login ($1) in a child that is gone at once. It ignores signals from its first moment on: a watch
# that a signal ended after the mark would leave the launcher waiting. If the child dies first, there is no watch.
gatehouse_start_watch() {
  (
    trap '' INT QUIT HUP TERM
    gatehouse_watch "$1" &
  )
}

# Reads the verdict beside the launcher, which waits for Electron meanwhile and hears signals: copies every line, up to
# the launcher's mark. Ends a login ($1) that still runs a second after its whole line.
gatehouse_watch() {
  gatehouse_keep_only "$gatehouse_watch_fd" "$gatehouse_feed_fd"
  eval "exec <&$gatehouse_watch_fd >&$gatehouse_feed_fd 2>/dev/null $gatehouse_watch_fd<&- $gatehouse_feed_fd>&-"
  gatehouse_limit=
  while IFS= read -r gatehouse_line; do
    case $gatehouse_line in
      '{'*'}')
        [ -n "$gatehouse_limit" ] || {
          gatehouse_end_late "$1" </dev/null >/dev/null &
          gatehouse_limit=$!
        }
        ;;
    esac
    printf '%s\n' "$gatehouse_line"
    case $gatehouse_line in *"$gatehouse_mark") break ;; esac
  done
  [ -z "$gatehouse_limit" ] || {
    kill -ALRM "$gatehouse_limit"
    wait "$gatehouse_limit"
  }
}

# Ends a login ($1) in a second, unless the watch calls it off.
gatehouse_end_late() {
  gatehouse_sleep=
  trap '[ -z "$gatehouse_sleep" ] || kill -KILL "$gatehouse_sleep"; exit' ALRM
  PATH=/usr/bin:/bin sleep 1 &
  gatehouse_sleep=$!
  wait "$gatehouse_sleep"
  # Only while it is the launcher's child, so that the number is still its own.
  # shellcheck disable=SC2046 # one number
  set -- "$1" $(PATH=/usr/bin:/bin ps -o ppid= -p "$1")
  kill -0 "$$" && [ "${2-$$}" = "$$" ] && kill -KILL "$1"
}

# Restores the terminal after an Electron that could not, if we are in its foreground.
gatehouse_restore_terminal() {
  [ -n "$gatehouse_terminal" ] || return 0
  if [ -r "/proc/$$/stat" ]; then
    # proc(5): state, parent, group, session, terminal, group in its foreground. The ps of busybox does not tell that.
    IFS= read -r gatehouse_next <"/proc/$$/stat"
    # shellcheck disable=SC2086 # words
    set -- ${gatehouse_next##*) }
    set -- "$3" "$6"
  else
    # Each with an option of its own: BSD takes the text after `=` for a title.
    # shellcheck disable=SC2046 # two numbers
    set -- $(PATH=/usr/bin:/bin ps -o pgid= -o tpgid= -p "$$" 2>/dev/null)
  fi
  [ -n "${1-}" ] && [ "$1" = "${2-}" ] && PATH=/usr/bin:/bin stty "$gatehouse_terminal" 2>/dev/null </dev/tty
}

# Reads the one whole line that counts. Electron is gone, so the mark that is written now must follow it; half a line
# ends in the mark.
gatehouse_read_verdict() {
  # Not by a child of ours: the pipe may be full. Past a watch that was killed, to the launcher itself. Again where a signal
  # ended it before it ignored signals: without the mark the launcher would wait for ever.
  until (
    trap '' INT QUIT HUP TERM PIPE
    (
      gatehouse_keep_only "$gatehouse_verdict_fd" "$gatehouse_feed_fd"
      eval "printf '%s\n' \"\$gatehouse_mark\" >&$gatehouse_verdict_fd" ||
        eval "printf '%s\n' \"\$gatehouse_mark\" >&$gatehouse_feed_fd"
    ) 2>/dev/null &
  ) 2>/dev/null; do :; done
  eval "exec $gatehouse_verdict_fd>&-"
  eval "IFS= read -r gatehouse_line <&$gatehouse_line_fd"
  case $gatehouse_line in
    *"$gatehouse_mark") ;;
    *) eval "IFS= read -r gatehouse_next <&$gatehouse_line_fd" ;;
  esac
  # Behind the mark the watch ends by itself, otherwise by the loss of its reader.
  case $gatehouse_line$gatehouse_next in
    *"$gatehouse_mark") ;;
    *) eval "exec $gatehouse_line_fd<&- $gatehouse_feed_fd>&-" ;;
  esac
}

# SECURITY: SEC-29 one whole line decides, whatever Electron does behind it; without one the command never starts.
# Only this function sets gatehouse_allowed to yes.
gatehouse_judge_verdict() {
  if [ -n "$gatehouse_mark" ] && [ "$gatehouse_next" = "$gatehouse_mark" ]; then
    case $gatehouse_line in
      '{"apiVersion":"gatehouse/1","outcome":"'confirmed'","reason":null,"exitCode":0,'*'}' | \
        '{"apiVersion":"gatehouse/1","outcome":"'bypassed'","reason":null,"exitCode":0,'*'}' | \
        '{"apiVersion":"gatehouse/1","outcome":"'allowed-unreachable'","reason":null,"exitCode":0,'*'}')
        [ -z "$gatehouse_signal" ] || gatehouse_refuse cancelled cancelled 130
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
  [ "${gatehouse_exit:=70}" -ne 64 ] || gatehouse_refuse usage usage 64
  [ -z "$gatehouse_signal" ] || gatehouse_refuse cancelled cancelled 130
  gatehouse_say "the login ended without a verdict (exit code $gatehouse_exit)"
  gatehouse_refuse internal internal 70
}
