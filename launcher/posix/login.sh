# The launcher of Gatehouse on POSIX systems (docs/gate.md). `gatehouse` of a package and `scripts/gatehouse` of a
# checkout source it with the program's arguments. For a login that decides something (the gate and `check`), it runs
# Electron as a child, reads the verdict from a pipe and writes it to the verdict's channels. Then it becomes the
# command, or ends with the verdict's code. If `--help` or `--version` is given with such a login, it runs Electron as a
# child and ends with 64. Every other start becomes Electron.
#
# The sourcing script provides:
#   gatehouse_launcher the folder of this file
#   gatehouse_prepare  a function that makes the preparations for Electron, before anything else
#   gatehouse_become   a function that becomes Electron, through $gatehouse_session where that is not empty:
#                      gatehouse_become FACTS ARGUMENTS…, FACTS may be empty
#   gatehouse_over     a function that undoes these preparations, before the command starts
#   gatehouse_screen   `own`, or `virtual` for a display made because the caller had no usable one
#
# It is written for the plain POSIX shell: descriptors of one digit, no arrays, no local variables. So every variable is
# global, begins with gatehouse_ and is unset first: one from the caller's environment would stay exported, and its new
# value would reach the command. The caller's PATH is searched for the command, and our own for our tools. One place
# sets gatehouse_allowed and several test it, so that a shell that stops halfway grants no access.

# If sh is bash, the environment can set shell options, and FUNCNEST: a depth at which function calls fail.
{ set +a +x +v +e +u +f +m +C; } 2>/dev/null
unset FUNCNEST
# SECURITY: SEC-29 bash also takes functions from the environment: none may replace a word that this launcher calls.
# `test` and never `[`: up to 4.4 at least, bash takes a function of that name in POSIX mode and does not unset it there.
unset -f cat cd date echo grep head id kill ls mkfifo mktemp mv printf ps pwd read readlink rm sleep stty test tr ulimit umask wait
unset gatehouse_mode gatehouse_decides gatehouse_argument gatehouse_name gatehouse_own gatehouse_option gatehouse_value gatehouse_wants_json gatehouse_reads_stdin \
  gatehouse_result gatehouse_result_fd gatehouse_status_fd gatehouse_status_file gatehouse_status_draft gatehouse_arguments \
  gatehouse_quoted gatehouse_behind gatehouse_command gatehouse_path gatehouse_first gatehouse_free gatehouse_pipes \
  gatehouse_verdict_fd gatehouse_watch_fd gatehouse_alive_fd gatehouse_feed_fd gatehouse_line_fd gatehouse_stdin_fd gatehouse_child gatehouse_limit gatehouse_sleep gatehouse_code gatehouse_exit \
  gatehouse_signal gatehouse_earlier gatehouse_terminal gatehouse_line gatehouse_next gatehouse_mark gatehouse_public gatehouse_number \
  gatehouse_folder gatehouse_above gatehouse_group gatehouse_members gatehouse_sticky gatehouse_shared gatehouse_hangup gatehouse_session gatehouse_written gatehouse_allowed gatehouse_time gatehouse_mask \
  gatehouse_woken gatehouse_waited

# The parts only define functions. The steps follow below, in the order of docs/gate.md.
for gatehouse_name in arguments ends checks pipes verdict command; do
  . "$gatehouse_launcher/$gatehouse_name.sh"
done

gatehouse_read_arguments "$@"
gatehouse_prepare
case $gatehouse_mode in
  gate | check) ;;
  *)
    # SECURITY: SEC-29 information in place of a login that decides never counts as allowed.
    if test -n "$gatehouse_decides"; then
      (gatehouse_start '')
      exit 64
    fi
    gatehouse_start ''
    exit 70
    ;;
esac

# 1. Usage, and facts that only the launcher knows.
gatehouse_read_hangup
for gatehouse_name in INT TERM HUP QUIT; do
  trap "gatehouse_forward $gatehouse_name" "$gatehouse_name"
done
gatehouse_check_status
gatehouse_command=none
if test "$gatehouse_mode" = gate; then
  test -z "${GATEHOUSE-}" || gatehouse_say 'this gate was started behind another gate'
  gatehouse_find "$@"
  gatehouse_choose_result
fi
gatehouse_open_pipes
# Save the settings of the terminal: a killed login cannot restore them.
gatehouse_terminal=$(PATH=/usr/bin:/bin stty -g 2>/dev/null </dev/tty) 2>/dev/null

# 2. The login.
if test -z "$gatehouse_signal"; then
  gatehouse_login &
  gatehouse_child=$!
  # Forward a signal that came before the process id of the child was known.
  test -z "$gatehouse_signal" || gatehouse_forward "$gatehouse_signal"
  # End mark of the verdict: contains a name that neither the login nor its children know.
  gatehouse_mark="end ${gatehouse_pipes##*.}"
  gatehouse_start_watch "$gatehouse_child" 2>/dev/null
  eval "exec $gatehouse_watch_fd<&-"
  gatehouse_await "$gatehouse_child"
  # Without a whole line of the verdict, this code distinguishes a usage error.
  gatehouse_exit=$gatehouse_code
  gatehouse_read_verdict
fi
# The login may have ended before it removed the names of the pipes.
gatehouse_remove_pipes
gatehouse_pipes=
eval "exec $gatehouse_alive_fd>&-"
gatehouse_over

# 3. The verdict.
gatehouse_judge_verdict
test "$gatehouse_allowed" = yes || exit 70

# 4. The channels of the verdict. Its last member, the ticket, is only for the command or `check --json`.
gatehouse_public=${gatehouse_line%',"ticket":'*}',"ticket":null}'
gatehouse_publish "$gatehouse_public"
if test "$gatehouse_written" != yes; then
  gatehouse_say 'the verdict could not be written'
  exit 70
fi
if test "$gatehouse_mode" = check; then
  if test -n "$gatehouse_wants_json"; then
    gatehouse_written=
    gatehouse_write "$gatehouse_line" 1 && gatehouse_written=yes
  fi
  test "$gatehouse_allowed$gatehouse_written" = yesyes || exit 70
  exit 0
fi

# 5. The command.
gatehouse_find "$@"
case $gatehouse_command in
  runnable) ;;
  not-executable)
    gatehouse_say 'the command cannot be executed any more'
    exit 126
    ;;
  *)
    gatehouse_say 'the command has gone'
    exit 127
    ;;
esac
gatehouse_equip
shift "$((gatehouse_own + 1))"
trap - INT TERM HUP QUIT
# Repeat a signal that came after the verdict: it was for the command, which it would have ended.
test -z "$gatehouse_signal" || kill -s "$gatehouse_signal" "$$"
unset gatehouse_line gatehouse_public
test "$gatehouse_allowed" = yes || exit 70
# bash would take a name that begins with a dash for an option of exec; other shells do not know `--` here.
if test -n "${BASH_VERSION-}"; then exec -- "$@"; fi
exec "$@"
