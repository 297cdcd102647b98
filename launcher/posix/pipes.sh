# Part of login.sh: the pipes between launcher, login, watch and command.
#
#                                  launcher         login        watch        command
#   gatehouse_verdict_fd  (pipe 1)  writing end      writing end  -            -
#   gatehouse_watch_fd    (pipe 1)  -                -            reading end  -
#   gatehouse_feed_fd     (pipe 2)  writing end      -            writing end  - (for a long line: a separate writer)
#   gatehouse_line_fd     (pipe 2)  reading end      -            -            its result, unless that is standard input
#   gatehouse_stdin_fd    (check)   standard input   its input    -            -
#   gatehouse_alive_fd    (pipe 3)  both ends        reading end  -            -
#
# Pipe 1 carries the verdict from the login to the watch (verdict.sh), and pipe 2 from the watch to the launcher. Pipe 2
# then carries the result to the command. Pipe 3 stays empty. Only the launcher holds its writing end, so the login sees
# the end of pipe 3 when the launcher is gone.

# Finds the highest free descriptor; skips the number reserved for the result.
gatehouse_take() {
  for gatehouse_free in 9 8 7 6 5 4 3; do
    test -e "/dev/fd/$gatehouse_free" || test "$gatehouse_free" = "$gatehouse_result_fd" || return 0
  done
  gatehouse_usage 'too many of the descriptors 3 to 9 are open'
}

# Refuses a descriptor that is not our pipe: another program may have replaced the pipe.
gatehouse_is_ours() {
  test -p "/dev/fd/$1" && test -O "/dev/fd/$1" || gatehouse_refuse internal internal 70
}

# SECURITY: SEC-31 the result reaches the command alone; the login cannot read the verdict's pipe.
# Makes the pipes in a folder of our own and opens them. Opening one end would wait for the other, so each pipe is first
# opened for both directions. Before Electron starts, the login opens its end of pipe 3 and removes the pipes' names.
gatehouse_open_pipes() {
  gatehouse_folder=/tmp
  test -n "${XDG_RUNTIME_DIR-}" && test -d "$XDG_RUNTIME_DIR" && test -O "$XDG_RUNTIME_DIR" && gatehouse_folder=$XDG_RUNTIME_DIR
  gatehouse_pipes=$(PATH=/usr/bin:/bin mktemp -d "$gatehouse_folder/gatehouse.XXXXXXXX" 2>/dev/null) ||
    gatehouse_pipes=$(PATH=/usr/bin:/bin mktemp -d /tmp/gatehouse.XXXXXXXX) || gatehouse_refuse internal internal 70
  PATH=/usr/bin:/bin mkfifo -m 600 "$gatehouse_pipes/verdict" "$gatehouse_pipes/result" "$gatehouse_pipes/alive" ||
    gatehouse_refuse internal internal 70
  gatehouse_open '<>' verdict
  gatehouse_verdict_fd=$gatehouse_free
  gatehouse_open '<' verdict
  gatehouse_watch_fd=$gatehouse_free
  eval "exec $gatehouse_verdict_fd>\"\$gatehouse_pipes/verdict\""
  gatehouse_is_ours "$gatehouse_verdict_fd"
  gatehouse_open '<>' alive
  gatehouse_alive_fd=$gatehouse_free
  if test -n "$gatehouse_result_fd" && test "$gatehouse_result_fd" != 0; then
    gatehouse_free=$gatehouse_result_fd
    eval "exec $gatehouse_free<>\"\$gatehouse_pipes/result\""
  else
    gatehouse_open '<>' result
  fi
  gatehouse_line_fd=$gatehouse_free
  gatehouse_open '>' result
  gatehouse_feed_fd=$gatehouse_free
  eval "exec $gatehouse_line_fd<\"\$gatehouse_pipes/result\""
  gatehouse_is_ours "$gatehouse_line_fd"
  if test -n "$gatehouse_reads_stdin" && test -e /dev/fd/0; then
    # A process in the background loses descriptor 0: keep the input on another one.
    gatehouse_take
    gatehouse_stdin_fd=$gatehouse_free
    eval "exec $gatehouse_stdin_fd<&0"
  fi
}

# Opens pipe $2 in direction $1 on a free descriptor.
gatehouse_open() {
  gatehouse_take
  eval "exec $gatehouse_free$1\"\$gatehouse_pipes/$2\""
  gatehouse_is_ours "$gatehouse_free"
}

gatehouse_remove_pipes() {
  test ! -O "$gatehouse_pipes" || PATH=/usr/bin:/bin rm -rf "$gatehouse_pipes"
}

# Closes the descriptors 3 to 9, except $1 and $2.
gatehouse_keep_only() {
  for gatehouse_number in 3 4 5 6 7 8 9; do
    case $gatehouse_number in
      "$1" | "$2") ;;
      *) eval "exec $gatehouse_number>&-" ;;
    esac
  done
}
