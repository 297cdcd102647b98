# Part of login.sh: finds the command, and prepares its result and variables.

# Judges the command's file as execve(2) would: a file, executable, and so is its interpreter.
gatehouse_judge() {
  if [ -f "$1" ] && [ -x "$1" ]; then
    gatehouse_command=runnable
    # Once is enough: behind the verdict every process costs the command its time.
    [ -z "$gatehouse_allowed" ] || return 0
    # By bytes: in UTF-8 the tr of macOS refuses invalid text.
    case $(PATH=/usr/bin:/bin head -c 2 "$1" 2>/dev/null | LC_ALL=C PATH=/usr/bin:/bin tr -d '\0') in
      '#!')
        IFS= read -r gatehouse_first <"$1"
        gatehouse_first=${gatehouse_first#'#!'}
        gatehouse_first=${gatehouse_first#"${gatehouse_first%%[! 	]*}"}
        [ -x "${gatehouse_first%%[ 	]*}" ] || gatehouse_command=not-executable
        ;;
    esac
  elif [ -e "$1" ]; then
    gatehouse_command=not-executable
  fi
}

# Looks the command up as the caller would: in PATH, unless its name has a slash. It follows our own arguments.
gatehouse_find() {
  shift "$((gatehouse_own + 1))"
  gatehouse_command=not-found
  case ${1-} in
    '') return ;;
    */*)
      gatehouse_judge "$1"
      return
      ;;
  esac
  gatehouse_path=${PATH-}:
  while [ -n "$gatehouse_path" ]; do
    gatehouse_folder=${gatehouse_path%%:*}
    gatehouse_path=${gatehouse_path#*:}
    gatehouse_judge "${gatehouse_folder:-.}/$1"
    [ "$gatehouse_command" = runnable ] && return
  done
}

# A pipe of any size holds this much before its writer waits (PIPE_BUF of Linux, pipe(7)).
gatehouse_always_fits=4000

# Writes the result into its pipe. A long line needs a writer beside the command, which must not be its child.
gatehouse_feed() {
  if [ "${#gatehouse_line}" -lt "$gatehouse_always_fits" ]; then
    eval "printf '%s\n' \"\$gatehouse_line\" >&$gatehouse_feed_fd"
  else
    (gatehouse_feed_slowly &)
  fi
}

gatehouse_feed_slowly() {
  trap '' INT QUIT HUP
  gatehouse_keep_only "$gatehouse_feed_fd" "$gatehouse_feed_fd"
  eval "exec >&$gatehouse_feed_fd $gatehouse_feed_fd>&- </dev/null 2>/dev/null"
  printf '%s\n' "$gatehouse_line"
}

# After the line, copies the original standard input: by a process that is not the command's child.
gatehouse_pass_on() {
  trap '' INT QUIT HUP
  gatehouse_keep_only "$gatehouse_stdin_fd" "$gatehouse_feed_fd"
  eval "exec <&$gatehouse_stdin_fd >&$gatehouse_feed_fd 2>/dev/null $gatehouse_stdin_fd<&- $gatehouse_feed_fd>&-"
  [ "${#gatehouse_line}" -lt "$gatehouse_always_fits" ] || printf '%s\n' "$gatehouse_line"
  PATH=/usr/bin:/bin
  exec cat
}

# Gives the command its result and its two variables.
gatehouse_equip() {
  if [ "$gatehouse_result_fd" = 0 ] && [ -e /dev/fd/0 ]; then
    [ "${#gatehouse_line}" -ge "$gatehouse_always_fits" ] || gatehouse_feed
    # A process in the background loses descriptor 0, so it gets the input on another one.
    (
      gatehouse_stdin_fd=$gatehouse_line_fd
      eval "exec $gatehouse_stdin_fd<&0"
      gatehouse_pass_on &
    )
  elif [ -n "$gatehouse_result_fd" ]; then
    gatehouse_feed
  fi
  [ "$gatehouse_result_fd" != 0 ] || eval "exec <&$gatehouse_line_fd"
  [ "$gatehouse_result_fd" = "$gatehouse_line_fd" ] || eval "exec $gatehouse_line_fd<&-"
  eval "exec $gatehouse_feed_fd>&-"
  case $gatehouse_status_fd in [3-9]) eval "exec $gatehouse_status_fd>&-" ;; esac
  GATEHOUSE=1
  export GATEHOUSE
  unset GATEHOUSE_RESULT_FD
  if [ -n "$gatehouse_result_fd" ]; then
    GATEHOUSE_RESULT_FD=$gatehouse_result_fd
    export GATEHOUSE_RESULT_FD
  fi
}
