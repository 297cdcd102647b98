# The launcher of Gatehouse on POSIX systems (docs/gate.md), for `gatehouse` of a package and `scripts/gatehouse` of
# a checkout, which source it with the program's arguments. A login that decides something (the gate and `check`) runs
# Electron as a child, takes the verdict through a pipe, writes it to its channels and then becomes the command, or ends
# with the verdict's code; every other start becomes Electron.
#
# It takes from who sources it:
#   gatehouse_prepare  a function that sets up what Electron needs, before anything is asked
#   gatehouse_become   a function that becomes Electron, through $gatehouse_session where that is not empty:
#                      gatehouse_become FACTS WORDS…, FACTS may be empty
#   gatehouse_over     a function that removes what the login needed, before the command starts
#   gatehouse_screen   `own`, or `virtual` for a display that was made because there was none
#
# It is written for the plain POSIX shell: descriptors of one digit, no arrays, no local names. So every name is global,
# begins with gatehouse_ and is unset first: a name of the caller's environment would stay exported, and what is put into
# it would reach the command. The caller's PATH finds the command; ours finds our tools. What lets somebody in is set in
# one place and asked for in others: a shell that gives up in the middle of something lets nobody in.

# Where sh is bash, the environment can set options of the shell, and a depth at which it gives commands up.
{ set +a +x +v +e +u +f +C; } 2>/dev/null
unset FUNCNEST
unset gatehouse_mode gatehouse_word gatehouse_own gatehouse_option gatehouse_value gatehouse_wants_json gatehouse_reads_stdin \
  gatehouse_result gatehouse_result_fd gatehouse_status_fd gatehouse_status_file gatehouse_status_draft gatehouse_words \
  gatehouse_quoted gatehouse_tail gatehouse_command gatehouse_path gatehouse_first gatehouse_free gatehouse_pipes \
  gatehouse_verdict_fd gatehouse_alive_fd gatehouse_feed_fd gatehouse_read_fd gatehouse_child gatehouse_code gatehouse_exit \
  gatehouse_signal gatehouse_earlier gatehouse_terminal gatehouse_line gatehouse_mark gatehouse_public gatehouse_number \
  gatehouse_folder gatehouse_hangup gatehouse_session gatehouse_told gatehouse_allowed gatehouse_time gatehouse_mask gatehouse_always_fits \
  gatehouse_woken gatehouse_told_code

# ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────────

gatehouse_say() {
  [ -e /dev/fd/2 ] && printf 'gatehouse: %s\n' "$1" >&2
}

# A word as the shell reads it again.
gatehouse_quote() {
  gatehouse_value=$1
  gatehouse_quoted="'"
  while :; do
    case $gatehouse_value in
      *\'*)
        gatehouse_quoted="$gatehouse_quoted${gatehouse_value%%\'*}'\\''"
        gatehouse_value=${gatehouse_value#*\'}
        ;;
      *) break ;;
    esac
  done
  gatehouse_quoted="$gatehouse_quoted$gatehouse_value'"
}

# Finds out what is asked for, as far as it is the launcher's business, and keeps our own words for Electron: the
# command's are nobody else's. `tests/unit/shared/command-line/launcher-options.test.ts` holds the options that take a
# value against the program's list.
gatehouse_read_words() {
  gatehouse_mode=direct
  gatehouse_own=0
  gatehouse_words=
  gatehouse_tail=
  for gatehouse_word do
    if [ "$gatehouse_word" = -- ]; then
      if [ "$gatehouse_mode" = direct ]; then gatehouse_mode=gate; else gatehouse_mode=direct; fi
      gatehouse_tail=--
      break
    fi
    gatehouse_own=$((gatehouse_own + 1))
    gatehouse_quote "$gatehouse_word"
    gatehouse_words="$gatehouse_words $gatehouse_quoted"
    if [ -n "$gatehouse_option" ]; then
      gatehouse_value=$gatehouse_word
    else
      case $gatehouse_word in
        --*=*) gatehouse_option=${gatehouse_word%%=*} gatehouse_value=${gatehouse_word#*=} ;;
        --config | --user | --user-email | --user-phone | --user-ip | --log-file | --method | --timeout | --nonce | --result | --status-fd | --status-file)
          gatehouse_option=$gatehouse_word
          continue
          ;;
        --help | -h | --version) [ "$gatehouse_mode" = information ] || gatehouse_mode=information ;;
        --json) gatehouse_wants_json=yes ;;
        --passcode-stdin) gatehouse_reads_stdin=yes ;;
        check) [ "$gatehouse_own" -eq 1 ] && gatehouse_mode=check ;;
      esac
      [ -n "$gatehouse_option" ] || continue
    fi
    case $gatehouse_option in
      --result) gatehouse_result=$gatehouse_value ;;
      --status-fd) gatehouse_status_fd=$gatehouse_value ;;
      --status-file) gatehouse_status_file=$gatehouse_value ;;
    esac
    gatehouse_option=
  done
  [ -z "$gatehouse_tail" ] || gatehouse_read_tail "$@"
  # What is written wrongly is left out here: Electron's answer is a usage error, with words.
  case $gatehouse_status_fd in [1-9]) ;; *) gatehouse_status_fd= ;; esac
}

# Electron hears whether there is a command, and nothing of it.
gatehouse_read_tail() {
  shift "$((gatehouse_own + 1))"
  [ "$#" -eq 0 ] || gatehouse_tail="-- ''"
  [ -z "${1-}" ] || gatehouse_tail='-- command'
}

gatehouse_start() {
  eval "gatehouse_become \"\$1\" $gatehouse_words $gatehouse_tail"
}

# ── Ends ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

# Runs until the child is gone, however often a signal comes. A shell that hears of the signal and of the child's end at
# the same time tells the signal's number, and the child's own code when it is asked once more.
gatehouse_await() {
  gatehouse_code=
  while :; do
    gatehouse_woken=
    wait "$gatehouse_child"
    gatehouse_told_code=$?
    # 127: it is nobody's child (any more); its number may be another's by now. What was told before stands.
    [ "$gatehouse_told_code" -eq 127 ] && [ -n "$gatehouse_code" ] && break
    gatehouse_code=$gatehouse_told_code
    [ "$gatehouse_code" -ne 127 ] || break
    [ -n "$gatehouse_woken" ] || kill -0 "$gatehouse_child" 2>/dev/null || break
  done
  gatehouse_child=
}

# A signal ends the login; one that was stopped is woken to hear it.
gatehouse_forward() {
  gatehouse_woken=yes
  gatehouse_signal=$1
  [ -n "$gatehouse_child" ] && kill -TERM "$gatehouse_child" 2>/dev/null && kill -CONT "$gatehouse_child" 2>/dev/null
}

# A line to an open descriptor; false where nobody takes it. A full pipe is waited for, until another signal comes.
gatehouse_write() {
  gatehouse_earlier=$gatehouse_signal
  gatehouse_signal=
  (
    trap '' PIPE
    trap - TERM
    printf '%s\n' "$1" >&"$2"
  ) 2>/dev/null &
  gatehouse_child=$!
  [ -z "$gatehouse_signal" ] || kill -TERM "$gatehouse_child" 2>/dev/null
  gatehouse_await
  [ -n "$gatehouse_signal" ] || gatehouse_signal=$gatehouse_earlier
  return "$gatehouse_code"
}

# The verdict, without its ticket, to the channels that the caller named: once, whole, before anything else happens.
# Sets gatehouse_told where all of them took it.
gatehouse_publish() {
  if [ -n "$gatehouse_status_file" ]; then
    (
      umask 077
      printf '%s\n' "$1" >"$gatehouse_status_draft" &&
        PATH=/usr/bin:/bin mv -f "$gatehouse_status_draft" "$gatehouse_status_file"
    ) 2>/dev/null || return 1
  fi
  if [ -n "$gatehouse_status_fd" ]; then
    gatehouse_write "$1" "$gatehouse_status_fd" || return 1
  fi
  gatehouse_told=yes
}

# A refusal: the line of its verdict, and the exit code.
gatehouse_end() {
  gatehouse_allowed=
  gatehouse_publish "$1" || gatehouse_say 'the verdict could not be written'
  [ "$gatehouse_mode$gatehouse_wants_json" = checkyes ] && gatehouse_write "$1" 1
  [ -z "$gatehouse_pipes" ] || gatehouse_remove_pipes
  [ -z "$gatehouse_status_draft" ] || PATH=/usr/bin:/bin rm -f "$gatehouse_status_draft"
  exit "$2"
}

# A refusal of the launcher's own: outcome, reason, exit code. Electron told none, or could not.
gatehouse_refuse() {
  gatehouse_time=$(PATH=/usr/bin:/bin date -u +%Y-%m-%dT%H:%M:%SZ)
  gatehouse_end '{"apiVersion":"gatehouse/1","outcome":"'"$1"'","reason":"'"$2"'","exitCode":'"$3"',"username":null,"email":null,"consumerParams":null,"application":null,"company":null,"method":null,"time":"'"$gatehouse_time"'","ticket":null}' "$3"
}

gatehouse_usage() {
  gatehouse_say "$1"
  gatehouse_refuse usage usage 64
}

# ── Before the login ─────────────────────────────────────────────────────────────────────────────────────────────────

# Ignored from the start, as by nohup: then a hang-up is nobody's wish here either. (Bit 1 is SIGHUP; Linux tells.) It is
# sent to Chromium's helpers too, which would die of it, so Electron gets a session of its own.
gatehouse_read_hangup() {
  gatehouse_hangup=heeded
  gatehouse_session=
  [ -r "/proc/$$/status" ] || return 0
  while read -r gatehouse_word gatehouse_mask; do
    [ "$gatehouse_word" = SigIgn: ] || continue
    case $gatehouse_mask in *[13579bdf]) gatehouse_hangup=ignored ;; esac
  done <"/proc/$$/status"
  [ "$gatehouse_hangup" = ignored ] && [ -x /usr/bin/setsid ] && gatehouse_session=/usr/bin/setsid
}

# Channels that cannot take a verdict are refused now, because nobody is to approve what cannot be told.
gatehouse_check_status() {
  if [ -n "$gatehouse_status_fd" ] && ! [ -e "/dev/fd/$gatehouse_status_fd" ]; then
    gatehouse_number=$gatehouse_status_fd
    gatehouse_status_fd=
    gatehouse_usage "--status-fd: descriptor $gatehouse_number is not open"
  fi
  [ -n "$gatehouse_status_file" ] || return 0
  gatehouse_value=$gatehouse_status_file
  gatehouse_status_file=
  # No tool is to take it for an option.
  case $gatehouse_value in /*) ;; *) gatehouse_value=./$gatehouse_value ;; esac
  gatehouse_folder=${gatehouse_value%/*}/
  [ -d "$gatehouse_folder" ] || gatehouse_usage "--status-file: the folder $gatehouse_folder does not exist"
  if [ -e "$gatehouse_value" ] && ! [ -f "$gatehouse_value" ]; then
    gatehouse_usage "--status-file: $gatehouse_value is not a file"
  fi
  # A name that nobody could know before, so that nothing waits there.
  gatehouse_status_draft=$(PATH=/usr/bin:/bin mktemp "$gatehouse_folder.gatehouse.XXXXXXXXXX" 2>/dev/null) || {
    gatehouse_status_draft=
    gatehouse_usage "--status-file: nothing can be written in $gatehouse_folder"
  }
  # A verdict of another time would be taken for this one's.
  PATH=/usr/bin:/bin rm -f "$gatehouse_value" 2>/dev/null ||
    gatehouse_usage "--status-file: $gatehouse_value cannot be replaced"
  gatehouse_status_file=$gatehouse_value
}

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

# Looks the command up as the caller would: in PATH, unless its name has a slash. It stands behind our words.
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

# Which descriptor the command is to find its result on; 0 is its standard input.
gatehouse_choose_result() {
  case $gatehouse_result in
    fd:[3-9])
      gatehouse_result_fd=${gatehouse_result#fd:}
      if [ -e "/dev/fd/$gatehouse_result_fd" ]; then
        gatehouse_result_fd=
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
}

# ── Pipes ────────────────────────────────────────────────────────────────────────────────────────────────────────────
# Who holds which number:           before the login     the login      the command
#   gatehouse_verdict_fd  (pipe 1)  both ends            both ends      closed
#   gatehouse_feed_fd     (pipe 2)  the writing end      closed         closed (a writer beside it, for a long line)
#   gatehouse_read_fd     (pipe 2)  the reading end      closed         its result: this number, or its standard input
#   gatehouse_read_fd     (check)   standard input       its input      –
#   gatehouse_alive_fd    (pipe 3)  both ends            reading end    closed
# Nothing is ever written to pipe 3: nobody but this process holds a writing end of it, so its end is this process's.

# An unopened descriptor, the highest first; the result's own number is kept free.
gatehouse_take() {
  for gatehouse_free in 9 8 7 6 5 4 3; do
    [ -e "/dev/fd/$gatehouse_free" ] || [ "$gatehouse_free" = "$gatehouse_result_fd" ] || return 0
  done
  gatehouse_usage 'too many of the descriptors 3 to 9 are open'
}

# Whether what was opened is a pipe of ours, and not what somebody else put into its place.
gatehouse_is_ours() {
  [ -p "/dev/fd/$1" ] && [ -O "/dev/fd/$1" ] || gatehouse_refuse internal internal 70
}

# SECURITY: SEC-31 the result reaches the command and nobody else.
# Pipes without a name: made in a folder of our own and opened; the login takes its end of the last and removes them all
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
    # One direction each: who reads is told when we have closed ours, and the other way round.
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
    # What runs in the background is given another standard input before it can name this one.
    gatehouse_take
    gatehouse_read_fd=$gatehouse_free
    eval "exec $gatehouse_read_fd<&0"
  fi
}

gatehouse_remove_pipes() {
  [ ! -O "$gatehouse_pipes" ] || PATH=/usr/bin:/bin rm -rf "$gatehouse_pipes"
}

# ── The login ────────────────────────────────────────────────────────────────────────────────────────────────────────

gatehouse_login() {
  [ -n "$gatehouse_reads_stdin" ] && [ -n "$gatehouse_read_fd" ] && eval "exec <&$gatehouse_read_fd"
  # Standard output is the command's, or the verdict's: our words and Chromium's go elsewhere.
  if [ -e /dev/fd/2 ]; then exec >&2; else exec >/dev/null 2>&1; fi
  gatehouse_keep_only "$gatehouse_verdict_fd" "$gatehouse_alive_fd"
  # Its own end, while the other is still open: opening waits for somebody at the other side.
  eval "exec $gatehouse_alive_fd<\"\$gatehouse_pipes/alive\""
  [ -p "/dev/fd/$gatehouse_alive_fd" ] && [ -O "/dev/fd/$gatehouse_alive_fd" ] || exit 70
  gatehouse_remove_pipes
  # What the environment would have Node or Chromium do: talk to a parent, write down the keys of connections.
  unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE SSLKEYLOGFILE
  ulimit -S -c 0
  gatehouse_start "--gatehouse-launch=verdict:$gatehouse_verdict_fd,command:$gatehouse_command,display:$gatehouse_screen,launcher:$gatehouse_alive_fd,hangup:$gatehouse_hangup"
}

# Puts the terminal back as it was, after an Electron that could not: only where it is ours to set.
gatehouse_restore_terminal() {
  [ -n "$gatehouse_terminal" ] || return 0
  # shellcheck disable=SC2046 # two numbers
  set -- $(PATH=/usr/bin:/bin ps -o pgid=,tpgid= -p "$$" 2>/dev/null)
  [ -n "${1-}" ] && [ "$1" = "${2-}" ] && PATH=/usr/bin:/bin stty "$gatehouse_terminal" 2>/dev/null </dev/tty
}

# Takes the one whole line that counts: behind it stands the mark that is set here, now that nobody else writes.
gatehouse_read_verdict() {
  # By nobody's child, for a pipe may be full.
  ( (eval "printf 'end\nend\n' >&$gatehouse_verdict_fd") & )
  eval "IFS= read -r gatehouse_line <&$gatehouse_verdict_fd"
  eval "IFS= read -r gatehouse_mark <&$gatehouse_verdict_fd"
  eval "exec $gatehouse_verdict_fd>&-"
}

# SECURITY: SEC-29 whoever is not let in, the command never starts.
# Sets gatehouse_allowed, and nothing else does.
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

# ── Afterwards ───────────────────────────────────────────────────────────────────────────────────────────────────────

# A pipe of any size holds this much before its writer waits (PIPE_BUF of Linux, pipe(7)).
gatehouse_always_fits=4000

# The result into its pipe. A long line waits in a writer beside the command, which is nobody's child.
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

# Behind the line on standard input comes what stood there before: by a process that is nobody's child.
gatehouse_pass_on() {
  trap '' INT QUIT HUP
  gatehouse_keep_only "$gatehouse_read_fd" "$gatehouse_feed_fd"
  eval "exec <&$gatehouse_read_fd >&$gatehouse_feed_fd 2>/dev/null $gatehouse_read_fd<&- $gatehouse_feed_fd>&-"
  [ "${#gatehouse_line}" -lt "$gatehouse_always_fits" ] || printf '%s\n' "$gatehouse_line"
  PATH=/usr/bin:/bin
  exec cat
}

gatehouse_keep_only() {
  for gatehouse_number in 3 4 5 6 7 8 9; do
    case $gatehouse_number in
      "$1" | "$2") ;;
      *) eval "exec $gatehouse_number>&-" ;;
    esac
  done
}

gatehouse_hand_over() {
  if [ "$gatehouse_result_fd" = 0 ] && [ -e /dev/fd/0 ]; then
    [ "${#gatehouse_line}" -ge "$gatehouse_always_fits" ] || gatehouse_feed
    # A process in the background loses its standard input, so it is given another number first.
    (
      eval "exec $gatehouse_read_fd<&0"
      gatehouse_pass_on &
    )
  elif [ -n "$gatehouse_result_fd" ]; then
    gatehouse_feed
  fi
  [ "$gatehouse_result_fd" != 0 ] || eval "exec <&$gatehouse_read_fd $gatehouse_read_fd<&-"
  [ -z "$gatehouse_feed_fd" ] || eval "exec $gatehouse_feed_fd>&-"
  case $gatehouse_status_fd in [3-9]) eval "exec $gatehouse_status_fd>&-" ;; esac
  GATEHOUSE=1
  export GATEHOUSE
  unset GATEHOUSE_RESULT_FD
  if [ -n "$gatehouse_result_fd" ]; then
    GATEHOUSE_RESULT_FD=$gatehouse_result_fd
    export GATEHOUSE_RESULT_FD
  fi
}

# ── In order, as docs/gate.md tells it ───────────────────────────────────────────────────────────────────────────────

gatehouse_read_words "$@"
gatehouse_prepare
case $gatehouse_mode in
  gate | check) ;;
  *)
    gatehouse_start ''
    exit 70
    ;;
esac

# 1. Usage, and what only the launcher can know.
gatehouse_read_hangup
for gatehouse_word in INT TERM HUP QUIT; do
  trap "gatehouse_forward $gatehouse_word" "$gatehouse_word"
done
gatehouse_check_status
gatehouse_command=none
if [ "$gatehouse_mode" = gate ]; then
  [ -z "${GATEHOUSE-}" ] || gatehouse_say 'this gate was started behind another gate'
  gatehouse_find "$@"
  gatehouse_choose_result
fi
gatehouse_open_pipes
# As it is now: a login that is killed cannot put it back.
gatehouse_terminal=$(PATH=/usr/bin:/bin stty -g 2>/dev/null </dev/tty) 2>/dev/null

# 2. The login.
if [ -z "$gatehouse_signal" ]; then
  gatehouse_login &
  gatehouse_child=$!
  # One that came before the child had a number.
  [ -z "$gatehouse_signal" ] || gatehouse_forward "$gatehouse_signal"
  gatehouse_await
fi
# 0 only where it was told so.
gatehouse_exit=${gatehouse_code:-70}
# Where the login came to its end before it had removed them.
gatehouse_remove_pipes
gatehouse_pipes=
eval "exec $gatehouse_alive_fd>&-"
gatehouse_over

# 3. The verdict.
gatehouse_read_verdict
gatehouse_judge_verdict
[ "$gatehouse_allowed" = yes ] || exit 70

# 4. To its channels. The ticket is the last member, and for the command alone, or for who reads `check --json`.
gatehouse_public=${gatehouse_line%',"ticket":'*}',"ticket":null}'
gatehouse_publish "$gatehouse_public"
if [ "$gatehouse_told" != yes ]; then
  gatehouse_say 'the verdict could not be written'
  exit 70
fi
if [ "$gatehouse_mode" = check ]; then
  if [ -n "$gatehouse_wants_json" ]; then
    gatehouse_told=
    gatehouse_write "$gatehouse_line" 1 && gatehouse_told=yes
  fi
  [ "$gatehouse_allowed$gatehouse_told" = yesyes ] || exit 70
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
gatehouse_hand_over
shift "$((gatehouse_own + 1))"
trap - INT TERM HUP QUIT
# A signal since the verdict is the command's, which it would have ended at once.
[ -z "$gatehouse_signal" ] || kill -s "$gatehouse_signal" "$$"
unset gatehouse_line gatehouse_public
[ "$gatehouse_allowed" = yes ] || exit 70
# Where sh is bash, a name that begins with a dash would be taken for an option of exec; others know no such mark.
if [ -n "${BASH_VERSION-}" ]; then exec -- "$@"; fi
exec "$@"
