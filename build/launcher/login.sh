# The launcher of Gatehouse on POSIX systems (docs/gate.md), for `gatehouse` of a package and `scripts/gatehouse` of
# a checkout, which set up and then source it with the program's arguments. A login that decides something (the gate and
# `check`) runs Electron as a child, takes the verdict through a pipe, writes it to its channels and then becomes the
# command, or ends with the verdict's code; every other face becomes Electron.
#
# It takes from who sources it:
#   gatehouse_start   a function that becomes Electron, through $gatehouse_session where that is not empty:
#                     gatehouse_start FACTS ARGUMENTS…, FACTS may be empty
#   gatehouse_over    a function that removes what the login needed, before the command starts
#   gatehouse_screen  `own`, or `virtual` for a display that was made because there was none
#
# All names begin with gatehouse_ and are unset first: a name of the caller's environment would stay exported, and
# what is put into it would reach the command. The caller's PATH finds the command; ours finds our tools.
# It is written for the plain POSIX shell: descriptors of one digit, no arrays, no local names.
unset gatehouse_mode gatehouse_word gatehouse_own gatehouse_option gatehouse_value gatehouse_wants_json \
  gatehouse_reads_stdin gatehouse_result gatehouse_result_fd gatehouse_status_fd gatehouse_status_file \
  gatehouse_command gatehouse_rest gatehouse_first gatehouse_free gatehouse_place gatehouse_verdict_fd \
  gatehouse_feed_fd gatehouse_child gatehouse_code gatehouse_exit gatehouse_signal gatehouse_terminal gatehouse_line \
  gatehouse_end gatehouse_public gatehouse_stdin_fd gatehouse_number gatehouse_folder gatehouse_hangup gatehouse_session

# Which of our words take a value: `tests/unit/gate/launcher-options.test.ts` holds them against the program's own list.
gatehouse_mode=direct
gatehouse_own=0
for gatehouse_word do
  if [ "$gatehouse_word" = -- ]; then
    if [ "$gatehouse_mode" = direct ]; then gatehouse_mode=gate; else gatehouse_mode=direct; fi
    break
  fi
  gatehouse_own=$((gatehouse_own + 1))
  if [ -n "$gatehouse_option" ]; then
    gatehouse_value=$gatehouse_word
  else
    case $gatehouse_word in
      --*=*) gatehouse_option=${gatehouse_word%%=*} gatehouse_value=${gatehouse_word#*=} ;;
      --config | --user | --log-file | --method | --timeout | --nonce | --result | --status-fd | --status-file)
        gatehouse_option=$gatehouse_word
        continue
        ;;
      --help | -h | --version) gatehouse_mode=information && break ;;
      --json) gatehouse_wants_json=yes && continue ;;
      --passcode-stdin) gatehouse_reads_stdin=yes && continue ;;
      check) [ "$gatehouse_own" -eq 1 ] && gatehouse_mode=check && continue ;;
      *) continue ;;
    esac
  fi
  case $gatehouse_option in
    --result) gatehouse_result=$gatehouse_value ;;
    --status-fd) gatehouse_status_fd=$gatehouse_value ;;
    --status-file) gatehouse_status_file=$gatehouse_value ;;
  esac
  gatehouse_option=''
done

case $gatehouse_mode in
  gate | check) ;;
  *) gatehouse_start '' "$@" ;;
esac

gatehouse_say() {
  [ -e /dev/fd/2 ] && printf 'gatehouse: %s\n' "$1" >&2
}

# What is written wrongly is left out here: Electron's answer is a usage error, with words.
case $gatehouse_status_fd in [1-9]) ;; *) gatehouse_status_fd='' ;; esac

# Runs until the child is gone, however often a signal comes.
gatehouse_await() {
  # One that came before the child had a number.
  [ -z "$gatehouse_signal" ] || kill -TERM "$gatehouse_child" 2>/dev/null
  while :; do
    wait "$gatehouse_child"
    gatehouse_code=$?
    kill -0 "$gatehouse_child" 2>/dev/null || break
  done
  gatehouse_child=''
}

# Ignored from the start, as by nohup: then a hang-up is nobody's wish here either. (Bit 1 is SIGHUP; Linux tells.) It is
# sent to Chromium's helpers too, which would die of it, so Electron gets a session of its own.
gatehouse_hangup=heeded
gatehouse_session=
if [ -r "/proc/$$/status" ]; then
  while read -r gatehouse_word gatehouse_value; do
    [ "$gatehouse_word" = SigIgn: ] || continue
    case $gatehouse_value in *[13579bdf]) gatehouse_hangup=ignored ;; esac
  done <"/proc/$$/status"
fi
[ "$gatehouse_hangup" = ignored ] && [ -x /usr/bin/setsid ] && gatehouse_session=/usr/bin/setsid

# From here on a signal ends the login, and not before it has been told to.
gatehouse_forward() {
  gatehouse_signal=$1
  [ -n "$gatehouse_child" ] && kill -TERM "$gatehouse_child" 2>/dev/null
}
for gatehouse_word in INT TERM HUP QUIT; do
  trap "gatehouse_forward $gatehouse_word" "$gatehouse_word"
done

# A line to an open descriptor; false where nobody takes it. A full pipe is waited for, until a signal comes.
gatehouse_write() {
  (
    trap '' PIPE
    trap - TERM
    printf '%s\n' "$1" >&"$2"
  ) 2>/dev/null &
  gatehouse_child=$!
  gatehouse_await
  return "$gatehouse_code"
}

# The verdict, without its ticket, to the channels that the starter named: once, whole, before anything else happens.
gatehouse_publish() {
  if [ -n "$gatehouse_status_file" ]; then
    (
      umask 077
      gatehouse_place=$gatehouse_status_file.$$
      printf '%s\n' "$1" >"$gatehouse_place" && PATH=/usr/bin:/bin mv -f "$gatehouse_place" "$gatehouse_status_file"
    ) 2>/dev/null || return 1
  fi
  if [ -n "$gatehouse_status_fd" ]; then
    gatehouse_write "$1" "$gatehouse_status_fd" || return 1
  fi
}

# A refusal of the launcher's own: outcome, reason, exit code. Electron told none, or could not.
gatehouse_refuse() {
  gatehouse_line=$(PATH=/usr/bin:/bin date -u +%Y-%m-%dT%H:%M:%SZ)
  gatehouse_line='{"apiVersion":"gatehouse/1","outcome":"'$1'","reason":"'$2'","exitCode":'$3',"username":null,"email":null,"consumerParams":null,"application":null,"company":null,"method":null,"time":"'$gatehouse_line'","ticket":null}'
  gatehouse_publish "$gatehouse_line"
  [ "$gatehouse_mode$gatehouse_wants_json" = checkyes ] && gatehouse_write "$gatehouse_line" 1
  exit "$3"
}

gatehouse_usage() {
  gatehouse_say "$1"
  gatehouse_refuse usage usage 64
}

# An unopened descriptor, the highest first, for ourselves; the result's number is kept free.
gatehouse_take() {
  for gatehouse_free in 9 8 7 6 5 4 3; do
    [ -e "/dev/fd/$gatehouse_free" ] || [ "$gatehouse_free" = "$gatehouse_result_fd" ] || return 0
  done
  gatehouse_usage 'too many of the descriptors 3 to 9 are open'
}

if [ -n "$gatehouse_status_fd" ] && ! [ -e "/dev/fd/$gatehouse_status_fd" ]; then
  gatehouse_number=$gatehouse_status_fd
  gatehouse_status_fd=''
  gatehouse_usage "--status-fd: descriptor $gatehouse_number is not open"
fi
if [ -n "$gatehouse_status_file" ]; then
  case $gatehouse_status_file in
    */*) gatehouse_folder=${gatehouse_status_file%/*}/ ;;
    *) gatehouse_folder=./ gatehouse_status_file=./$gatehouse_status_file ;;
  esac
  gatehouse_value=$gatehouse_status_file
  gatehouse_status_file=''
  [ -d "$gatehouse_folder" ] || gatehouse_usage "--status-file: the folder $gatehouse_folder does not exist"
  if [ -e "$gatehouse_value" ] && ! [ -f "$gatehouse_value" ]; then
    gatehouse_usage "--status-file: $gatehouse_value is not a file"
  fi
  # Tried now, because nobody is to approve what cannot be told. A verdict of another time would be taken for this one's.
  ( : >"$gatehouse_value.$$" ) 2>/dev/null ||
    gatehouse_usage "--status-file: nothing can be written in $gatehouse_folder"
  PATH=/usr/bin:/bin rm -f "$gatehouse_value" "$gatehouse_value.$$" ||
    gatehouse_usage "--status-file: $gatehouse_value cannot be replaced"
  gatehouse_status_file=$gatehouse_value
fi

# Judges the file of a command as execve(2) would: a file, executable, its interpreter too.
gatehouse_judge() {
  if [ -f "$1" ] && [ -x "$1" ]; then
    gatehouse_command=runnable
    case $(PATH=/usr/bin:/bin head -c 2 "$1" 2>/dev/null | PATH=/usr/bin:/bin tr -d '\0') in
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

# Looks the command up as the caller: in PATH, unless its name has a slash.
gatehouse_find() {
  gatehouse_command=not-found
  case $1 in
    '') return ;;
    */*)
      gatehouse_judge "$1"
      return
      ;;
  esac
  gatehouse_rest=${PATH-}:
  while [ -n "$gatehouse_rest" ]; do
    gatehouse_folder=${gatehouse_rest%%:*}
    gatehouse_rest=${gatehouse_rest#*:}
    gatehouse_judge "${gatehouse_folder:-.}/$1"
    [ "$gatehouse_command" = runnable ] && return
  done
}

# The command stands behind our words and the separator.
gatehouse_look() {
  shift "$((gatehouse_own + 1))"
  gatehouse_find "${1-}"
}

gatehouse_command=none
if [ "$gatehouse_mode" = gate ]; then
  [ -n "${GATEHOUSE-}" ] && gatehouse_say 'this gate was started behind another gate'
  gatehouse_look "$@"
  case $gatehouse_result in
    fd:[3-9])
      gatehouse_result_fd=${gatehouse_result#fd:}
      if [ -e "/dev/fd/$gatehouse_result_fd" ]; then
        gatehouse_result_fd=''
        gatehouse_usage "--result: descriptor ${gatehouse_result#fd:} is open already"
      fi
      ;;
    stdin)
      [ -t 0 ] && gatehouse_usage '--result: stdin is a terminal, which the command would lose: use fd:3'
      gatehouse_result_fd=0
      ;;
    '')
      for gatehouse_result_fd in 3 4 5 6 7 8 9; do
        [ -e "/dev/fd/$gatehouse_result_fd" ] || break
      done
      ;;
  esac
fi

# SECURITY: SEC-31 the result reaches the command and nobody else.
# Pipes without a name: made in a folder of our own, opened, and removed at once. Both ends are ours, so nothing blocks.
gatehouse_place=$(PATH=/usr/bin:/bin mktemp -d "${XDG_RUNTIME_DIR:-${TMPDIR:-/tmp}}/gatehouse.XXXXXXXX" 2>/dev/null) ||
  gatehouse_place=$(PATH=/usr/bin:/bin mktemp -d /tmp/gatehouse.XXXXXXXX) || gatehouse_refuse internal internal 70
PATH=/usr/bin:/bin mkfifo -m 600 "$gatehouse_place/verdict" "$gatehouse_place/result" ||
  gatehouse_refuse internal internal 70
gatehouse_take
gatehouse_verdict_fd=$gatehouse_free
eval "exec $gatehouse_verdict_fd<>\"\$gatehouse_place/verdict\""
if [ -n "$gatehouse_result_fd" ]; then
  # The command's end and ours, of one direction each: who reads is told when we have closed ours, and the other way round.
  gatehouse_take
  gatehouse_number=$gatehouse_free
  eval "exec $gatehouse_number<>\"\$gatehouse_place/result\""
  gatehouse_take
  gatehouse_feed_fd=$gatehouse_free
  eval "exec $gatehouse_feed_fd>\"\$gatehouse_place/result\""
  gatehouse_stdin_fd=$gatehouse_result_fd
  if [ "$gatehouse_result_fd" = 0 ]; then
    gatehouse_take
    gatehouse_stdin_fd=$gatehouse_free
  fi
  eval "exec $gatehouse_stdin_fd<\"\$gatehouse_place/result\" $gatehouse_number>&-"
elif [ -n "$gatehouse_reads_stdin" ] && [ -e /dev/fd/0 ]; then
  # What runs in the background is given another standard input before it can name this one.
  gatehouse_take
  gatehouse_stdin_fd=$gatehouse_free
  eval "exec $gatehouse_stdin_fd<&0"
fi
PATH=/usr/bin:/bin rm -rf "$gatehouse_place"

# As it is now: a login that is killed cannot put it back.
gatehouse_terminal=$(PATH=/usr/bin:/bin stty -g 2>/dev/null </dev/tty) 2>/dev/null

gatehouse_login() {
  [ -n "$gatehouse_reads_stdin" ] && [ -n "$gatehouse_stdin_fd" ] && eval "exec <&$gatehouse_stdin_fd"
  # Standard output is the command's, or the verdict's: our words and Chromium's go elsewhere.
  if [ -e /dev/fd/2 ]; then exec >&2; else exec >/dev/null 2>&1; fi
  for gatehouse_number in 3 4 5 6 7 8 9; do
    [ "$gatehouse_number" = "$gatehouse_verdict_fd" ] || eval "exec $gatehouse_number>&-"
  done
  gatehouse_start "--gatehouse-launch=verdict:$gatehouse_verdict_fd,command:$gatehouse_command,display:$gatehouse_screen,launcher:$$,hangup:$gatehouse_hangup" "$@"
}
if [ -z "$gatehouse_signal" ]; then
  gatehouse_login "$@" &
  gatehouse_child=$!
  gatehouse_await
fi
# 0 only where it was told so.
gatehouse_exit=${gatehouse_code:-70}
gatehouse_over
if [ -n "$gatehouse_terminal" ] &&
  [ "$gatehouse_terminal" != "$(PATH=/usr/bin:/bin stty -g 2>/dev/null </dev/tty)" ]; then
  PATH=/usr/bin:/bin stty "$gatehouse_terminal" 2>/dev/null </dev/tty
fi

# SECURITY: SEC-29 whoever is not let in, the command never starts.
# Exactly one whole line counts: behind it stands the mark that is set here, now that nobody else writes.
eval "printf 'end\nend\n' >&$gatehouse_verdict_fd"
eval "IFS= read -r gatehouse_line <&$gatehouse_verdict_fd"
eval "IFS= read -r gatehouse_end <&$gatehouse_verdict_fd"
eval "exec $gatehouse_verdict_fd>&-"
case $gatehouse_exit:$gatehouse_end:$gatehouse_line in
  0:end:'{"apiVersion":"gatehouse/1","outcome":"'confirmed'","reason":null,"exitCode":0,'*'}' | \
    0:end:'{"apiVersion":"gatehouse/1","outcome":"'bypassed'","reason":null,"exitCode":0,'*'}' | \
    0:end:'{"apiVersion":"gatehouse/1","outcome":"'allowed-unreachable'","reason":null,"exitCode":0,'*'}')
    [ -z "$gatehouse_signal" ] || gatehouse_refuse cancelled cancelled 130
    ;;
  [1-9]*:end:'{"apiVersion":"gatehouse/1","outcome":"'[a-z]*'","reason":"'[a-z]*'","exitCode":'"$gatehouse_exit"','*'}')
    gatehouse_publish "$gatehouse_line" || gatehouse_say 'the verdict could not be written'
    [ "$gatehouse_mode$gatehouse_wants_json" = checkyes ] && gatehouse_write "$gatehouse_line" 1
    exit "$gatehouse_exit"
    ;;
  64:*) gatehouse_refuse usage usage 64 ;;
  *)
    [ -z "$gatehouse_signal" ] || gatehouse_refuse cancelled cancelled 130
    gatehouse_say "the login ended without a verdict (exit code $gatehouse_exit)"
    gatehouse_refuse internal internal 70
    ;;
esac

# Allowed. The ticket is the last member, and for the command alone, or for who reads `check --json`.
gatehouse_public=${gatehouse_line%',"ticket":'*}',"ticket":null}'
if ! gatehouse_publish "$gatehouse_public"; then
  gatehouse_say 'the verdict could not be written'
  exit 70
fi
if [ "$gatehouse_mode" = check ]; then
  [ -z "$gatehouse_wants_json" ] || gatehouse_write "$gatehouse_line" 1 || exit 70
  exit 0
fi

gatehouse_look "$@"
case $gatehouse_command in
  not-found) gatehouse_say 'the command has gone' && exit 127 ;;
  not-executable) gatehouse_say 'the command cannot be executed any more' && exit 126 ;;
esac

# A line is shorter than what a pipe holds (LONGEST_VERDICT_BYTES): it waits there for whoever reads.
if [ -n "$gatehouse_result_fd" ]; then
  eval "printf '%s\n' \"\$gatehouse_line\" >&$gatehouse_feed_fd"
fi
gatehouse_pass_on() {
  trap '' INT QUIT HUP
  for gatehouse_number in 3 4 5 6 7 8 9; do
    case $gatehouse_number in
      "$gatehouse_stdin_fd" | "$gatehouse_feed_fd") ;;
      *) eval "exec $gatehouse_number>&-" ;;
    esac
  done
  eval "exec <&$gatehouse_stdin_fd >&$gatehouse_feed_fd 2>/dev/null $gatehouse_stdin_fd<&- $gatehouse_feed_fd>&-"
  PATH=/usr/bin:/bin
  exec cat
}
if [ "$gatehouse_result_fd" = 0 ]; then
  # Behind the line comes what stood there before. Who passes it on is nobody's child: the command has none but its own.
  # (A process in the background loses its standard input, so it is given another number first.)
  if [ -e /dev/fd/0 ]; then
    (
      eval "exec $gatehouse_stdin_fd<&0"
      gatehouse_pass_on &
    )
  fi
  eval "exec <&$gatehouse_stdin_fd $gatehouse_stdin_fd<&-"
fi
[ -z "$gatehouse_feed_fd" ] || eval "exec $gatehouse_feed_fd>&-"
case $gatehouse_status_fd in [3-9]) eval "exec $gatehouse_status_fd>&-" ;; esac

GATEHOUSE=1
export GATEHOUSE
unset GATEHOUSE_RESULT_FD
if [ -n "$gatehouse_result_fd" ]; then
  GATEHOUSE_RESULT_FD=$gatehouse_result_fd
  export GATEHOUSE_RESULT_FD
fi
shift "$((gatehouse_own + 1))"
trap - INT TERM HUP QUIT
# A signal since the verdict is the command's, which it would have ended at once.
[ -z "$gatehouse_signal" ] || kill -s "$gatehouse_signal" "$$"
exec "$@"
