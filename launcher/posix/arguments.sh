# Part of login.sh: parses the arguments that the launcher needs, and starts Electron with its own.

gatehouse_say() {
  test -e /dev/fd/2 && printf 'gatehouse: %s\n' "$1" >&2
}

# Quotes an argument ($1) for `eval`, in gatehouse_quoted.
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

# Parses the mode and the launcher's own options. Keeps the arguments before `--` for Electron.
# `tests/unit/shared/command-line/launcher-options.test.ts` compares the options that take
# a value with the program's list.
gatehouse_read_arguments() {
  gatehouse_mode=direct
  gatehouse_own=0
  gatehouse_arguments=
  gatehouse_behind=
  for gatehouse_argument do
    if test "$gatehouse_argument" = --; then
      test "$gatehouse_mode" != information || gatehouse_decides=yes
      if test "$gatehouse_mode" = direct; then gatehouse_mode=gate; else gatehouse_mode=direct; fi
      gatehouse_behind=--
      break
    fi
    gatehouse_own=$((gatehouse_own + 1))
    gatehouse_quote "$gatehouse_argument"
    gatehouse_arguments="$gatehouse_arguments $gatehouse_quoted"
    if test -n "$gatehouse_option"; then
      gatehouse_value=$gatehouse_argument
    else
      case $gatehouse_argument in
        --*=*) gatehouse_option=${gatehouse_argument%%=*} gatehouse_value=${gatehouse_argument#*=} ;;
        --config | --user | --user-email | --user-phone | --user-ip | --log-file | --method | --timeout | --nonce | --result | --status-fd | --status-file | --bundle)
          gatehouse_option=$gatehouse_argument
          continue
          ;;
        --help | -h | --version)
          test "$gatehouse_mode" != check || gatehouse_decides=yes
          gatehouse_mode=information
          ;;
        --json) gatehouse_wants_json=yes ;;
        --passcode-stdin) gatehouse_reads_stdin=yes ;;
        check | config) test "$gatehouse_own" -eq 1 && gatehouse_mode=$gatehouse_argument ;;
      esac
      test -n "$gatehouse_option" || continue
    fi
    case $gatehouse_option in
      --result) gatehouse_result=$gatehouse_value ;;
      --status-fd) gatehouse_status_fd=$gatehouse_value ;;
      --status-file) gatehouse_status_file=$gatehouse_value ;;
    esac
    gatehouse_option=
  done
  test -z "$gatehouse_behind" || gatehouse_read_command "$@"
  # Ignore an invalid value: Electron reports the usage error.
  case $gatehouse_status_fd in [1-9]) ;; *) gatehouse_status_fd= ;; esac
}

# Gives Electron a placeholder for the command, without its name and arguments.
gatehouse_read_command() {
  shift "$((gatehouse_own + 1))"
  test "$#" -eq 0 || gatehouse_behind="-- ''"
  test -z "${1-}" || gatehouse_behind='-- command'
}

# Becomes Electron with the launcher's facts ($1, may be empty) and our arguments. Every start uses this function.
gatehouse_start() {
  # SECURITY: SEC-42 no variable can make Node or the C library run other code, make Node print, write files or talk to a
  # parent process, or make Chromium log the keys of its connections. Electron is not Node (shells of editors say so).
  unset ELECTRON_RUN_AS_NODE GCONV_PATH NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE NODE_COMPILE_CACHE NODE_COMPILE_CACHE_PORTABLE NODE_DEBUG \
    NODE_DEBUG_NATIVE NODE_EXTRA_CA_CERTS NODE_ICU_DATA NODE_OPTIONS NODE_PATH NODE_REDIRECT_WARNINGS NODE_TEST_CONTEXT \
    NODE_TLS_REJECT_UNAUTHORIZED NODE_UNIQUE_ID NODE_V8_COVERAGE SSLKEYLOGFILE
  # Silence libva, which reports a missing driver when Chromium looks for a video decoder. Two steps:
  # `keyword` in SHELLOPTS takes the assignment out of bash's export, which then prints the environment.
  LIBVA_MESSAGING_LEVEL=0
  export LIBVA_MESSAGING_LEVEL
  eval "gatehouse_become \"\$1\" $gatehouse_arguments $gatehouse_behind"
}
