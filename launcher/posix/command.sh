# Part of login.sh: finds the command, and prepares its result and variables.

# Classifies the command's file ($1) as execve(2) would: the file and its interpreter must be executable.
gatehouse_judge() {
  if test -f "$1" && test -x "$1"; then
    gatehouse_command=runnable
    # Check the interpreter only before the verdict: later, another process would delay the command.
    test -z "$gatehouse_allowed" || return 0
    # LC_ALL=C, because tr on macOS refuses invalid UTF-8.
    case $(PATH=/usr/bin:/bin head -c 2 "$1" 2>/dev/null | LC_ALL=C PATH=/usr/bin:/bin tr -d '\0') in
      '#!')
        IFS= read -r gatehouse_first <"$1"
        gatehouse_first=${gatehouse_first#'#!'}
        gatehouse_first=${gatehouse_first#"${gatehouse_first%%[! 	]*}"}
        test -x "${gatehouse_first%%[ 	]*}" || gatehouse_command=not-executable
        ;;
    esac
  elif test -e "$1"; then
    gatehouse_command=not-executable
  fi
}

# Looks the command up as the caller would: in PATH, unless its name has a slash. The command follows our arguments.
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
  while test -n "$gatehouse_path"; do
    gatehouse_folder=${gatehouse_path%%:*}
    gatehouse_path=${gatehouse_path#*:}
    gatehouse_judge "${gatehouse_folder:-.}/$1"
    test "$gatehouse_command" = runnable && return
  done
}

# Whether the line fits into any pipe without blocking the writer: less than PIPE_BUF of Linux (pipe(7)). LC_ALL=C:
# PIPE_BUF counts bytes, and some shells count characters.
gatehouse_always_fits() (
  LC_ALL=C
  test "${#gatehouse_line}" -lt 4000
)

# Writes the result into its pipe. A long line needs a separate process, which must not be a child of the command.
gatehouse_feed() {
  if gatehouse_always_fits; then
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

# Copies the original standard input after the line, in a process that is not a child of the command.
gatehouse_pass_on() {
  trap '' INT QUIT HUP
  gatehouse_keep_only "$gatehouse_stdin_fd" "$gatehouse_feed_fd"
  eval "exec <&$gatehouse_stdin_fd >&$gatehouse_feed_fd 2>/dev/null $gatehouse_stdin_fd<&- $gatehouse_feed_fd>&-"
  gatehouse_always_fits || printf '%s\n' "$gatehouse_line"
  PATH=/usr/bin:/bin
  exec cat
}

# Gives the command its result, and the variables GATEHOUSE and GATEHOUSE_RESULT_FD.
gatehouse_equip() {
  if test "$gatehouse_result_fd" = 0 && test -e /dev/fd/0; then
    ! gatehouse_always_fits || gatehouse_feed
    # A background process loses descriptor 0: pass the input on another descriptor.
    (
      gatehouse_stdin_fd=$gatehouse_line_fd
      eval "exec $gatehouse_stdin_fd<&0"
      gatehouse_pass_on &
    )
  elif test -n "$gatehouse_result_fd"; then
    gatehouse_feed
  fi
  test "$gatehouse_result_fd" != 0 || eval "exec <&$gatehouse_line_fd"
  test "$gatehouse_result_fd" = "$gatehouse_line_fd" || eval "exec $gatehouse_line_fd<&-"
  eval "exec $gatehouse_feed_fd>&-"
  case $gatehouse_status_fd in [3-9]) eval "exec $gatehouse_status_fd>&-" ;; esac
  GATEHOUSE=1
  export GATEHOUSE
  unset GATEHOUSE_RESULT_FD
  if test -n "$gatehouse_result_fd"; then
    GATEHOUSE_RESULT_FD=$gatehouse_result_fd
    export GATEHOUSE_RESULT_FD
  fi
}
