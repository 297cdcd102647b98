# Part of login.sh: the pipes between launcher, login and command.
#
# Who holds which end:           before the login     the login      the command
#   gatehouse_verdict_fd  (pipe 1)  both ends            both ends      closed
#   gatehouse_feed_fd     (pipe 2)  the writing end      closed         closed (a writer beside it, for a long line)
#   gatehouse_read_fd     (pipe 2)  the reading end      closed         its result: this number, or its standard input
#   gatehouse_read_fd     (check)   standard input       its input      –
#   gatehouse_alive_fd    (pipe 3)  both ends            reading end    closed
# Nothing is ever written to pipe 3. Only this process holds its writing end, so the pipe ends when this process does.

# Finds a free descriptor, the highest first; the result's own number stays free.
gatehouse_take() {
  for gatehouse_free in 9 8 7 6 5 4 3; do
    [ -e "/dev/fd/$gatehouse_free" ] || [ "$gatehouse_free" = "$gatehouse_result_fd" ] || return 0
  done
  gatehouse_usage 'too many of the descriptors 3 to 9 are open'
}

# Refuses what is not our pipe: somebody may have put something else in its place.
gatehouse_is_ours() {
  [ -p "/dev/fd/$1" ] && [ -O "/dev/fd/$1" ] || gatehouse_refuse internal internal 70
}

# SECURITY: SEC-31 the result reaches the command and nobody else.
# Makes the pipes in a folder of our own and opens them. The login opens its end of the third and removes all names
# before Electron starts. Both ends are ours, so nothing blocks.
gatehouse_open_pipes() {
  gatehouse_folder=/tmp
  [ -n "${XDG_RUNTIME_DIR-}" ] && [ -d "$XDG_RUNTIME_DIR" ] && [ -O "$XDG_RUNTIME_DIR" ] && gatehouse_folder=$XDG_RUNTIME_DIR
  gatehouse_pipes=$(PATH=/usr/bin:/bin mktemp -d "$gatehouse_folder/gatehouse.XXXXXXXX" 2>/dev/null) ||
    gatehouse_pipes=$(PATH=/usr/bin:/bin mktemp -d /tmp/gatehouse.XXXXXXXX) || gatehouse_refuse internal internal 70
  PATH=/usr/bin:/bin mkfifo -m 600 "$gatehouse_pipes/verdict" "$gatehouse_pipes/result" "$gatehouse_pipes/alive" ||
    gatehouse_refuse internal internal 70
  gatehouse_take
  gatehouse_verdict_fd=$gatehouse_free
  eval "exec $gatehouse_verdict_fd<>\"\$gatehouse_pipes/verdict\""
  gatehouse_is_ours "$gatehouse_verdict_fd"
  gatehouse_take
  gatehouse_alive_fd=$gatehouse_free
  eval "exec $gatehouse_alive_fd<>\"\$gatehouse_pipes/alive\""
  gatehouse_is_ours "$gatehouse_alive_fd"
  if [ -n "$gatehouse_result_fd" ]; then
    # One direction each, so that either side notices when the other has closed.
    gatehouse_read_fd=$gatehouse_result_fd
    if [ "$gatehouse_result_fd" = 0 ]; then
      gatehouse_take
      gatehouse_read_fd=$gatehouse_free
    fi
    eval "exec $gatehouse_read_fd<>\"\$gatehouse_pipes/result\""
    gatehouse_is_ours "$gatehouse_read_fd"
    gatehouse_take
    gatehouse_feed_fd=$gatehouse_free
    eval "exec $gatehouse_feed_fd>\"\$gatehouse_pipes/result\""
    gatehouse_is_ours "$gatehouse_feed_fd"
    eval "exec $gatehouse_read_fd<\"\$gatehouse_pipes/result\""
    gatehouse_is_ours "$gatehouse_read_fd"
  elif [ -n "$gatehouse_reads_stdin" ] && [ -e /dev/fd/0 ]; then
    # A process in the background loses descriptor 0: keep the input on another one.
    gatehouse_take
    gatehouse_read_fd=$gatehouse_free
    eval "exec $gatehouse_read_fd<&0"
  fi
}

gatehouse_remove_pipes() {
  [ ! -O "$gatehouse_pipes" ] || PATH=/usr/bin:/bin rm -rf "$gatehouse_pipes"
}

# Closes the descriptors 3 to 9, but for two.
gatehouse_keep_only() {
  for gatehouse_number in 3 4 5 6 7 8 9; do
    case $gatehouse_number in
      "$1" | "$2") ;;
      *) eval "exec $gatehouse_number>&-" ;;
    esac
  done
}
